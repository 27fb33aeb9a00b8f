//! Rejects files whose first frame does not match its codec (SUB33, SUB39).
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]
#![allow(clippy::cast_possible_truncation)]

mod ffmpeg;
mod refusals;

use std::fs::read;

use ffmpeg::make;
use media_wasm::probe::{RejectReason, probe_slice};
use refusals::{SEEDS, fixture, refused};

/// Files in each codec, with the bytes that identify the start of the first frame.
fn films() -> Vec<(&'static str, Vec<u8>)> {
    let made = |name, codec: &str| read(make(name, &format!("{{video}} {{audio}} {codec}"))).unwrap();
    let fixtures = ["cr_avc1_opus_frag.mp4", "wk_frag.mp4", "ff_firefox.webm"];
    let mut films: Vec<_> = SEEDS.into_iter().chain(fixtures).map(|name| (name, fixture(name))).collect();
    films.extend([
        ("hevc.mp4", made("frame-hevc.mp4", "-c:v libx265 -preset ultrafast -x265-params log-level=error -c:a aac")),
        ("vp9.mp4", made("frame-vp9.mp4", "-c:v libvpx-vp9 -b:v 100k -deadline realtime -cpu-used 8 -c:a libopus")),
        ("vp9.webm", made("frame-vp9.webm", "-c:v libvpx-vp9 -b:v 100k -deadline realtime -cpu-used 8 -c:a libopus")),
        ("av1.mp4", made("frame-av1.mp4", "-c:v libsvtav1 -preset 12 -c:a aac")),
        ("mpeg4.mp4", made("frame-mpeg4.mp4", "-c:v mpeg4 -c:a aac")),
        ("annexb.webm", annexb()),
    ]);
    films
}

/// H.264 in WebM with start codes, as some browsers wrote it; converted from length prefixes.
fn annexb() -> Vec<u8> {
    let path = make("frame-avc.mkv", "{video} -c:v libx264 -preset ultrafast -pix_fmt yuv420p -x264-params slices=1");
    let mut film = read(path).unwrap();
    let name = film.windows(8).position(|eight| eight == b"matroska").unwrap();
    film[name..name + 8].copy_from_slice(b"webm\0\0\0\0");
    let first = film.windows(4).position(|four| four == [0x1f, 0x43, 0xb6, 0x75]).unwrap();
    let block = first + film[first..].iter().position(|byte| *byte == 0xa3).unwrap();
    let mut unit = block + film[block..].windows(2).position(|two| two == [0x81, 0]).unwrap() + 4;
    // The encoder's own description precedes the picture.
    for _ in 0..2 {
        let length = u32::from_be_bytes(film[unit..unit + 4].try_into().unwrap()) as usize;
        film[unit..unit + 4].copy_from_slice(&[0, 0, 0, 1]);
        unit += 4 + length;
    }
    film
}

/// Overwrites everything after the headers without moving anything.
fn emptied(film: &[u8], filling: impl Fn(usize) -> u8) -> Vec<u8> {
    let mut film = film.to_vec();
    let places: Vec<usize> = if film.starts_with(&[0x1a, 0x45, 0xdf, 0xa3]) {
        let keys: [&[u8]; 3] = [&[0x9d, 0x01, 0x2a], &[0x49, 0x83, 0x42], &[0, 0, 0, 1, 0x65]];
        keys.iter()
            .flat_map(|key| film.windows(key.len()).enumerate().filter(move |(_, at)| at == key).map(|(at, _)| at))
            .collect()
    } else {
        let media = film.windows(4).enumerate().filter(|(_, four)| *four == b"mdat").map(|(at, _)| at);
        let size = |at: usize| u32::from_be_bytes(film[at - 4..at].try_into().unwrap()) as usize;
        media.flat_map(|at| at + 4..(at - 4 + size(at)).min(film.len())).collect()
    };
    assert!(!places.is_empty());
    let reach = if film.starts_with(&[0x1a]) { 5 } else { 1 };
    for at in places {
        (at..at + reach).for_each(|at| film[at] = filling(at));
    }
    film
}

#[test]
fn sub33_sub39_a_video_without_a_decodable_frame_is_rejected() {
    for (name, film) in films() {
        assert!(probe_slice(&film).is_ok(), "{name}: {:?}", probe_slice(&film));
        assert_eq!(refused(&emptied(&film, |_| 0)), RejectReason::NoFrame, "{name} of zeros");
        let noise = |at: usize| (at.wrapping_mul(0x9e37_79b9) >> 7) as u8 | 0x80;
        assert_eq!(refused(&emptied(&film, noise)), RejectReason::NoFrame, "{name} of noise");
    }
}

#[test]
fn sub33_a_first_frame_beyond_the_end_or_without_bytes_is_rejected() {
    let film = fixture("seeds/flat.mp4");
    let sizes = film.windows(4).position(|four| four == b"stsz").unwrap() + 16;
    for size in [0x00ff_ffff_u32, 0] {
        let mut film = film.clone();
        film[sizes..sizes + 4].copy_from_slice(&size.to_be_bytes());
        assert_eq!(refused(&film), RejectReason::NoFrame, "{size}");
    }
}

#[test]
fn sub33_unknown_codecs_are_rejected_and_camera_codecs_accepted() {
    for name in ["seeds/flat.mp4", "seeds/fragmented.mp4"] {
        for kind in [b"\0\0\0\0", b"\xff\xff\xff\xff", b"abcd", b"encv"] {
            let mut film = fixture(name);
            let entry = film.windows(4).position(|four| four == b"stsd").unwrap() + 16;
            film[entry..entry + 4].copy_from_slice(kind);
            assert_eq!(refused(&film), RejectReason::NoFrame, "{name}: {kind:?}");
        }
    }
    let mut live = fixture("seeds/live.webm");
    let name = live.windows(5).position(|five| five.starts_with(b"V_VP")).unwrap();
    live[name..name + 5].copy_from_slice(b"V_ABC");
    assert_eq!(refused(&live), RejectReason::NoFrame);
    for (name, codec) in [
        ("mjpeg.mp4", "-c:v mjpeg -pix_fmt yuvj420p"),
        ("mjpeg.mov", "-c:v mjpeg -pix_fmt yuvj420p"),
        ("prores.mov", "-c:v prores"),
        ("h263.mov", "-c:v h263 -s 176x144"),
        ("dv.mov", "-c:v dvvideo -pix_fmt yuv420p -s 720x576 -r 25"),
    ] {
        let film = read(make(&format!("taken-{name}"), &format!("{{video}} {codec}"))).unwrap();
        assert!(probe_slice(&film).is_ok(), "{name}: {:?}", probe_slice(&film));
    }
}

#[test]
fn sub33_laced_video_is_rejected() {
    let mut live = fixture("seeds/live.webm");
    let frame = live.windows(3).position(|three| three == [0x9d, 0x01, 0x2a]).unwrap() - 3;
    live[frame - 1] |= 0x06;
    assert_eq!(refused(&live), RejectReason::NoFrame);
}
