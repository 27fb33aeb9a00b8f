//! Limits of the recorder and of uploads.

use media_wasm::limits::LIMITS;

#[test]
fn rec05_rec07_rec08_rec09_a_recording_is_timed_in_seconds() {
    assert_eq!(LIMITS.countdown_seconds, 3);
    assert_eq!(LIMITS.max_recording_seconds, 40);
    assert_eq!(LIMITS.stop_warning_seconds, 5);
    assert_eq!(LIMITS.stop_disabled_from_second, 38);
}

#[test]
fn rec20_rec21_sizes_are_warned_of_above_8_and_10_megabytes() {
    assert_eq!(LIMITS.large_bytes, 8 * 1_048_576);
    assert_eq!(LIMITS.too_large_bytes, 10 * 1_048_576);
}

#[test]
fn rec31_an_upload_has_at_most_95_megabytes_and_5_minutes() {
    assert_eq!(LIMITS.max_upload_bytes, 95 * 1_048_576);
    assert_eq!(LIMITS.max_video_ms, 300_000);
}
