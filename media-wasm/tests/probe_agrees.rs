//! Compares the probe with ffprobe, on recordings of real browsers and on generated files.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod ffmpeg;
mod ffprobe;

use std::fs::read;
use std::path::{Path, PathBuf};
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use ffmpeg::make;
use ffprobe::Ffprobe;
use media_wasm::probe::{
    AudioCodec, Container, MAX_BYTES, MAX_READS, Media, Probe, Step, VideoCodec, probe_slice, probe_with,
};

/// Probes by byte ranges like the Worker, and checks the cost.
fn probe(path: &Path) -> Media {
    let file = read(path).unwrap();
    let mut probe = Probe::new(file.len() as u64);
    let mut step = probe.step(None);
    while let Step::Need { offset, len } = step {
        let from = usize::try_from(offset).unwrap();
        step = probe.step(Some((offset, &file[from..from + len as usize])));
    }
    let cost = probe.cost();
    assert!(cost.reads <= MAX_READS && cost.bytes <= MAX_BYTES, "{cost:?}");
    match step {
        Step::Done { media } => media,
        other => panic!("{}: {other:?}", path.display()),
    }
}

/// Compares every result of the probe with ffprobe's.
fn agree(path: &Path) -> Media {
    let (media, other) = (probe(path), Ffprobe::of(path));
    let name = path.display();
    let json = serde_json::to_value(media).unwrap();
    assert_eq!(json["container"], other.container(), "{name}");
    assert_eq!(json["video"].as_str(), other.codec("video"), "{name}");
    assert_eq!(json["audio"].as_str(), other.codec("audio"), "{name}");
    assert_eq!(media.video_tracks as usize, other.count("video"), "{name}");
    assert_eq!(media.audio_tracks as usize, other.count("audio"), "{name}");
    assert_eq!(i64::from(media.rotation), other.rotation(), "{name}");
    assert_eq!((media.width.into(), media.height.into()), other.size(), "{name}");
    let (ours, theirs) = (media.duration_ms as f64 / 1000.0, other.duration());
    assert!((ours - theirs).abs() <= 0.1, "{name}: {ours} s, ffprobe says {theirs} s");
    if let Some(rate) = media.frame_rate {
        // ffmpeg extends the last frame of a fragmented file to the end of its audio.
        let tolerance = if media.fragmented { 1.0 } else { 0.5 };
        assert!(
            (f64::from(rate) - other.frame_rate()).abs() <= tolerance,
            "{name}: {rate}, not {}",
            other.frame_rate()
        );
    }
    assert!(!media.truncated, "{name}");
    media
}

fn fixture(name: &str) -> PathBuf {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/fixtures")).join(name)
}

const H264: &str = "-c:v libx264 -preset ultrafast -pix_fmt yuv420p";
const AAC: &str = "-c:a aac -b:a 32k";

#[test]
fn inv56_on_real_recordings_of_chromium_firefox_and_webkit() {
    for name in ["cr_avc1_opus_frag.mp4", "ff_firefox.webm", "wk_frag.mp4"] {
        assert!(agree(&fixture(name)).fragmented, "{name}");
    }
}

#[test]
fn inv56_on_flat_mp4_with_the_index_at_either_end() {
    let end = format!("{{video}} {{audio}} {H264} {AAC}");
    let front = format!("{end} -movflags +faststart");
    for path in [make("end.mp4", &end), make("front.mp4", &front)] {
        let media = agree(&path);
        assert!(media.seekable && !media.fragmented);
    }
}

#[test]
fn rec35_the_frame_rate_is_read_from_the_index_or_counted_in_the_bytes_read() {
    let video =
        |rate: u32, seconds| format!("-f lavfi -i testsrc2=size=64x64:rate={rate}:duration={seconds} {{audio}}");
    let fragments = "-movflags +frag_keyframe+empty_moov+default_base_moof";
    let live = "-f webm -live 1 -cluster_time_limit 500";
    for rate in [8, 10, 24, 30, 60] {
        for seconds in [2, 20] {
            let name = |kind: &str| format!("{rate}-{seconds}-{kind}");
            let video = video(rate, seconds);
            let group = format!("-g {}", rate / 2);
            for path in [
                make(&name("flat.mp4"), &format!("{video} {H264} {AAC}")),
                make(&name("fragments.mp4"), &format!("{video} {H264} {AAC} {group} {fragments}")),
                make(
                    &name("live.webm"),
                    &format!("{video} -c:v libvpx -deadline realtime -c:a libopus {group} {live}"),
                ),
            ] {
                let counted = agree(&path).frame_rate.unwrap();
                assert!(counted.abs_diff(rate) <= rate / 60, "{}: {counted}", path.display());
            }
        }
    }
}

#[test]
fn rec35_less_than_a_second_has_no_frame_rate() {
    let video = "-f lavfi -i testsrc2=size=64x64:rate=30:duration=0.7 {audio} -t 0.7";
    let fragments = "-movflags +frag_keyframe+empty_moov+default_base_moof";
    for path in [
        make("short.mp4", &format!("{video} {H264} {AAC} {fragments}")),
        make("short.webm", &format!("{video} -c:v libvpx -deadline realtime -c:a libopus -f webm -live 1")),
    ] {
        assert_eq!(agree(&path).frame_rate, None, "{}", path.display());
    }
}

#[test]
fn inv56_on_frames_out_of_order_and_an_edit_list() {
    agree(&make("b.mp4", "{video} {audio} -c:v libx264 -bf 3 -pix_fmt yuv420p -c:a aac"));
}

#[test]
fn inv56_on_fragmented_mp4_with_and_without_indexes() {
    let flags = "-movflags +frag_keyframe+empty_moov+default_base_moof -g 10";
    let plain = make("frag.mp4", &format!("{{video}} {{audio}} {H264} {AAC} {flags}"));
    assert!(agree(&plain).fragmented);
    let dash = format!("{{video}} {{audio}} {H264} {AAC} -g 10 -movflags +dash+global_sidx");
    assert!(agree(&make("dash.mp4", &dash)).seekable);
    let old = "-movflags +frag_keyframe -g 10";
    agree(&make("hybrid.mp4", &format!("{{video}} {{audio}} {H264} {AAC} {old}")));
}

#[test]
fn inv56_on_a_long_recording_of_many_fragments() {
    let args = format!(
        "-f lavfi -i testsrc2=size=320x240:rate=25:duration=120 \
         -f lavfi -i sine=sample_rate=48000:duration=120 {H264} -b:v 300k {AAC} -g 12 \
         -movflags +frag_keyframe+empty_moov+default_base_moof+skip_trailer"
    );
    agree(&make("long.mp4", &args));
}

#[test]
fn inv56_on_a_last_fragment_270_kilobytes_from_the_end() {
    let args = "-f lavfi -i testsrc2=size=640x480:rate=25:duration=8 {audio} -c:v mpeg4 -q:v 1 \
                -c:a aac -g 25 -movflags +frag_keyframe+empty_moov+default_base_moof";
    let path = make("heavy.mp4", args);
    assert!(read(&path).unwrap().len() > 8 * 270_000);
    agree(&path);
}

/// First and second row of the matrix, as phones write it.
const TURNS: [(u16, [i32; 4]); 4] =
    [(0, [1, 0, 0, 1]), (90, [0, 1, -1, 0]), (180, [-1, 0, 0, -1]), (270, [0, -1, 1, 0])];

/// H.265 as iPhones write it.
const HVC1: &str = "-c:v libx265 -preset ultrafast -x265-params log-level=error -tag:v hvc1";

#[test]
fn inv56_on_phone_movies_turned_by_a_matrix() {
    for (name, kind, codec) in [("h264", "mov", H264), ("h264", "mp4", H264), ("hevc", "mov", HVC1)] {
        let upright = make(&format!("upright-{name}.{kind}"), &format!("{{video}} {{audio}} {codec} {AAC}"));
        let mut file = read(&upright).unwrap();
        let header = file.windows(4).position(|four| four == b"tkhd").unwrap();
        for (degrees, [a, b, c, d]) in TURNS {
            for (at, value) in [(0, a), (4, b), (12, c), (16, d)] {
                let at = header + 44 + at;
                file[at..at + 4].copy_from_slice(&(value << 16).to_be_bytes());
            }
            let path = upright.with_file_name(format!("turned{degrees}-{name}.{kind}"));
            std::fs::write(&path, &file).unwrap();
            let media = agree(&path);
            assert_eq!(media.rotation, degrees);
            let upright = degrees % 180 == 0;
            assert_eq!((media.width, media.height), if upright { (160, 120) } else { (120, 160) });
        }
    }
}

#[test]
fn inv56_on_pixels_that_are_not_square() {
    for kind in ["mp4", "mov"] {
        let args = format!("{{video}} {H264} -vf setsar=4/3");
        assert_eq!(agree(&make(&format!("wide.{kind}"), &args)).width, 213);
    }
    let args = "{video} -c:v libvpx -b:v 100k -deadline realtime -vf setsar=4/3";
    assert_eq!(agree(&make("wide.webm", args)).width, 213);
}

#[test]
fn inv56_on_other_codecs_in_mp4() {
    for (name, codecs) in [
        ("hevc.mp4", "-c:v libx265 -preset ultrafast -x265-params log-level=error -c:a aac"),
        ("hvc1.mov", HVC1),
        ("vp9.mp4", "-c:v libvpx-vp9 -b:v 100k -deadline realtime -cpu-used 8 -c:a libopus"),
        ("av1.mp4", "-c:v libsvtav1 -preset 12 -c:a libmp3lame"),
        ("pcm.mov", "-c:v mpeg4 -c:a pcm_s16le"),
    ] {
        agree(&make(name, &format!("{{video}} {{audio}} {codecs}")));
    }
}

#[test]
fn inv56_on_webm_with_and_without_a_length() {
    for (codec, audio) in [("libvpx", "libopus"), ("libvpx-vp9", "libvorbis")] {
        let codecs = format!("-c:v {codec} -b:v 100k -deadline realtime -cpu-used 8 -g 10 -c:a {audio}");
        let flat = make(&format!("{codec}.webm"), &format!("{{video}} {{audio}} {codecs}"));
        let media = agree(&flat);
        assert!(media.seekable && !media.fragmented);
        let live = format!("{{video}} {{audio}} {codecs} -f webm -live 1 -cluster_time_limit 500");
        let media = agree(&make(&format!("{codec}-live.webm"), &live));
        assert!(media.fragmented && !media.seekable);
    }
}

#[test]
fn inv56_on_silent_films_and_several_tracks() {
    assert_eq!(agree(&make("silent.mp4", &format!("{{video}} {H264}"))).audio, None);
    let args = format!("{{video}} {{audio}} {{audio}} -map 0 -map 1 -map 2 {H264} {AAC}");
    assert_eq!(agree(&make("two.mp4", &args)).audio_tracks, 2);
}

#[test]
fn inv56_a_cut_recording_still_plays_and_is_marked() {
    for name in ["cr_avc1_opus_frag.mp4", "ff_firefox.webm", "wk_frag.mp4"] {
        let whole = read(fixture(name)).unwrap();
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("cut-{name}"));
        std::fs::write(&path, &whole[..whole.len() * 3 / 4]).unwrap();
        let media = probe(&path);
        assert!(media.truncated, "{name}");
        assert!((1500..3500).contains(&media.duration_ms), "{name}: {}", media.duration_ms);
    }
}

#[test]
fn inv56_an_asynchronous_driver_gets_the_same_result() {
    let path = fixture("wk_frag.mp4");
    let file = read(&path).unwrap();
    let range = async |offset: u64, len: u32| {
        let from = usize::try_from(offset).map_err(|_| "too far")?;
        Ok::<_, &str>(file[from..][..len as usize].to_vec())
    };
    let found = now(probe_with(file.len() as u64, range));
    assert_eq!(found, Ok(Ok(probe(&path))));
    let broken = async |_, _| Err("the store is down");
    assert_eq!(now(probe_with(1000, broken)), Err("the store is down"));
}

/// Polls a future that never waits.
fn now<T>(future: impl Future<Output = T>) -> T {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(answer) => answer,
        Poll::Pending => panic!("it waits"),
    }
}

#[test]
fn sub33_matroska_and_its_audio_codecs_are_recognised() {
    for (name, options, video, audio) in [
        ("avc.mkv", "{video} {audio} -c:v libx264 -pix_fmt yuv420p -c:a ac3", VideoCodec::Avc1, AudioCodec::Ac3),
        (
            "hevc.mkv",
            "{video} {audio} -c:v libx265 -x265-params log-level=error -c:a libmp3lame",
            VideoCodec::Hvc1,
            AudioCodec::Mp3,
        ),
    ] {
        let media = probe(&make(name, options));
        assert_eq!((media.container, media.video, media.audio), (Container::Matroska, video, Some(audio)), "{name}");
    }
    let media = probe(&make("ac3.mp4", &format!("{{video}} {{audio}} {H264} -c:a ac3")));
    assert_eq!(media.audio, Some(AudioCodec::Ac3));
}

#[test]
fn inv71_a_truncated_films_duration_is_the_available_part() {
    let source = "-f lavfi -i testsrc2=size=160x120:rate=25:duration=6 {audio}";
    let whole = read(make("whole.mp4", &format!("{source} {H264} -g 25 {AAC} -movflags +faststart"))).unwrap();
    assert_eq!(probe_slice(&whole).unwrap().duration_ms.div_ceil(100), 60);
    assert_cut_lengths("mp4", &whole);
    let webm =
        read(make("whole.webm", &format!("{source} -c:v libvpx -b:v 100k -deadline realtime -c:a libopus"))).unwrap();
    assert_eq!(probe_slice(&webm).unwrap().duration_ms / 100, 60);
    assert_cut_lengths("webm", &webm);
    let fragments = format!("{source} {H264} -g 25 {AAC} -movflags +frag_keyframe+empty_moov+default_base_moof");
    assert_cut_lengths("fragments.mp4", &read(make("fragments.mp4", &fragments)).unwrap());
}

#[test]
fn inv71_silence_at_the_end_of_a_film_is_not_missing() {
    let silent = "{video} -f lavfi -i anullsrc=r=48000:cl=stereo -t 3 -map 0 -map 1";
    for (name, flags) in [("silent.mov", "-movflags +faststart"), ("silent.mkv", "")] {
        let media = probe(&make(name, &format!("{silent} {H264} -c:a pcm_s16le {flags}")));
        assert_eq!((media.audio, media.truncated), (Some(AudioCodec::Pcm), false), "{name}");
    }
}

fn assert_cut_lengths(ending: &str, whole: &[u8]) {
    for percent in [30, 60, 90] {
        let cut = &whole[..whole.len() * percent / 100];
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("cut-{percent}.{ending}"));
        std::fs::write(&path, cut).unwrap();
        let media = probe_slice(cut).unwrap();
        let (ours, there) = (media.duration_ms as f64 / 1000.0, ffprobe::last_frame_ends(&path));
        assert!(media.truncated && (ours - there).abs() <= 0.1, "{percent} % of {ending}: {ours} s of {there} s");
        let with_zeros = [cut, &vec![0; whole.len() - cut.len()]].concat();
        let zeros = probe_slice(&with_zeros).unwrap();
        assert!(zeros.truncated, "{percent} % of {ending}, then zeros");
        assert!(zeros.duration_ms.abs_diff(media.duration_ms) <= 50, "{percent} % of {ending}: {}", zeros.duration_ms);
        let more = zeros.present_bytes.unwrap().abs_diff(cut.len() as u64);
        assert!(more <= 64, "{percent} % of {ending}: {more} bytes");
    }
}

#[test]
fn inv71_a_fragmented_film_shorter_than_announced_is_truncated() {
    let flags = "-movflags +frag_keyframe+empty_moov+default_base_moof";
    let path = make("announced.mp4", &format!("{{video}} {{audio}} -c:v libx264 -c:a aac -g 10 {flags}"));
    let film = read(path).unwrap();
    let at = |name: &[u8; 4]| film.windows(4).position(|bytes| bytes == name).unwrap() - 4;
    let size = |at: usize| u32::from_be_bytes(film[at..at + 4].try_into().unwrap());
    let (moov, mvex) = (at(b"moov"), at(b"mvex"));
    let announcing = |ms: u32| {
        let mehd = [&16_u32.to_be_bytes()[..], b"mehd", &[0; 4], &ms.to_be_bytes()].concat();
        let mut film = film.clone();
        film.splice(mvex + 8..mvex + 8, mehd);
        for grown in [moov, mvex] {
            film[grown..grown + 4].copy_from_slice(&(size(grown) + 16).to_be_bytes());
        }
        probe_slice(&film).unwrap()
    };
    let whole = announcing(0);
    assert!(!whole.truncated);
    assert!(!announcing(whole.duration_ms as u32 + 300).truncated);
    assert!(announcing(whole.duration_ms as u32 + 2000).truncated);
}

#[test]
fn inv71_a_film_missing_indexed_fragments_is_truncated() {
    let flags = "-movflags +dash+global_sidx+frag_keyframe+empty_moov";
    let film = read(make("indexed.mp4", &format!("{{video}} {{audio}} -c:v libx264 -c:a aac -g 10 {flags}"))).unwrap();
    let whole = probe_slice(&film).unwrap();
    assert!(whole.fragmented && !whole.truncated, "{whole:?}");
    let fragments = film.windows(4).enumerate().filter(|(_, bytes)| bytes == b"moof").map(|(at, _)| at - 4);
    let cut = probe_slice(&film[..fragments.collect::<Vec<_>>()[2]]).unwrap();
    assert!(cut.truncated && cut.duration_ms < whole.duration_ms, "{cut:?}");
}
