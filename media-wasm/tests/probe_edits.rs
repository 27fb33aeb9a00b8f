//! Probes edit lists, matrices and apertures.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod ffmpeg;
mod mp4_edits;

use std::fs::read;

use ffmpeg::make;
use media_wasm::finish::{AudioPlan, CodecSupport, FinishPlan, RawReason, Turn, finish_plan, is_finished};
use media_wasm::probe::{Media, RejectReason, Run, Runs, probe_slice};
use mp4_edits::{Edit, edit, mp4_box, with_box, with_edits};

const CAN: CodecSupport = CodecSupport { encodes_h264: true, decodes_video: true, small_memory: false };

/// 12 s of picture and sound, index at the end, a key frame each second; the movie's unit is milliseconds.
fn film() -> Vec<u8> {
    let source = "-f lavfi -i testsrc2=size=160x120:rate=25:duration=12 -f lavfi -i sine=frequency=440:duration=12";
    read(make("edits.mp4", &format!("{source} -c:v libx264 -bf 2 -g 25 -pix_fmt yuv420p -c:a aac -b:a 32k"))).unwrap()
}

fn track_timescale(file: &[u8], track: usize) -> i32 {
    let found = std::cell::Cell::new(0);
    with_box(file, track, &[b"moov", b"trak", b"mdia", b"mdhd"], &|mdhd| {
        found.set(i32::from_be_bytes(mdhd[12..16].try_into().unwrap()));
        mdhd.to_vec()
    });
    found.get()
}

/// The film with these ranges of seconds in both tracks.
fn cut(runs: &[(i32, i32)]) -> Vec<u8> {
    let mut file = film();
    for track in [0, 1] {
        let timescale = track_timescale(&file, track);
        let edits: Vec<Edit> = runs
            .iter()
            .map(|(from, length)| {
                let media_time = if *from < 0 { -1 } else { from * timescale };
                edit(u32::try_from(length * 1000).unwrap(), media_time)
            })
            .collect();
        file = with_edits(&file, track, &edits);
    }
    file
}

fn plan(media: &Media, bytes: usize, watermark: bool) -> FinishPlan {
    finish_plan(media, bytes as u64, watermark, Turn::None, CAN, 0, 0)
}

fn seconds(runs: &Runs) -> Vec<(i64, i64, i64)> {
    let rounded = |us: i64| (us + 500_000).div_euclid(1_000_000);
    runs.as_slice().iter().map(|run: &Run| (rounded(run.at), rounded(run.from), rounded(run.length))).collect()
}

#[test]
fn inv71_a_fully_shown_film_has_no_runs() {
    let media = probe_slice(&film()).unwrap();
    assert!(!media.is_cut() && !media.player_only, "{media:?}");
    assert_eq!(plan(&media, 1000, false), FinishPlan::Keep);
    for name in ["cr_avc1_opus_frag.mp4", "wk_frag.mp4", "finished.mp4"] {
        let fixture = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/fixtures/");
        let media = probe_slice(&read(format!("{fixture}{name}")).unwrap()).unwrap();
        assert!(!media.is_cut() && !media.player_only, "{name}: {media:?}");
    }
}

#[test]
fn inv71_runs_match_a_demuxer_that_honours_only_the_first_edit() {
    for (runs, expected, length_ms) in [
        (&[(0, 3), (8, 3)][..], vec![(0, 0, 3), (3, 8, 3)], 6000),
        (&[(8, 3), (0, 3)][..], vec![(0, 0, 3), (3, -8, 3)], 6000),
        (&[(2, 4)][..], vec![(0, 0, 4)], 4000),
        (&[(0, 7)][..], vec![(0, 0, 7)], 7000),
        (&[(-1, 2), (3, 4)][..], vec![(2, 2, 4)], 6000),
        (&[(0, 3), (-1, 1), (5, 2)][..], vec![(0, 0, 3), (4, 5, 2)], 6000),
        // Adjacent runs count as one.
        (&[(1, 3), (4, 3)][..], vec![(0, 0, 6)], 6000),
    ] {
        let file = cut(runs);
        let media = probe_slice(&file).unwrap();
        assert_eq!(seconds(&media.video_runs), expected, "picture, {runs:?}");
        assert_eq!(seconds(&media.audio_runs), expected, "sound, {runs:?}");
        assert!(media.duration_ms.abs_diff(length_ms) <= 1, "{runs:?}: {} ms", media.duration_ms);
        assert!(!is_finished(&media, file.len() as u64), "{runs:?}: it holds what nobody is to see");
        for watermark in [true, false] {
            let FinishPlan::Transcode { video_runs, audio_runs, audio, .. } = plan(&media, file.len(), watermark)
            else {
                panic!("{runs:?}: {:?}", plan(&media, file.len(), watermark))
            };
            assert_eq!((video_runs, audio_runs), (media.video_runs, media.audio_runs));
            assert!(matches!(audio, AudioPlan::Encode { .. }), "packets of sound are longer than a cut is exact");
        }
    }
}

#[test]
fn inv71_a_film_with_a_delayed_start_is_not_cut() {
    let media = probe_slice(&cut(&[(-1, 2), (0, 12)])).unwrap();
    assert!(!media.is_cut() && !media.player_only, "{media:?}");
    assert_eq!(media.duration_ms, 14_000);
}

#[test]
fn inv71_a_film_only_players_can_render_is_sent_unchanged() {
    let whole = film();
    let timescale = track_timescale(&whole, 0);
    let faster = Edit { duration: 6000, media_time: 0, rate: 0x2_0000 };
    let frozen = Edit { duration: 3000, media_time: timescale, rate: 0 };
    let many: Vec<Edit> = (0..9).map(|at| edit(500, at * timescale)).collect();
    let matrix = |rows: [i32; 4]| {
        with_box(&whole, 0, &[b"moov", b"trak", b"tkhd"], &|tkhd| {
            let mut tkhd = tkhd.to_vec();
            for (at, number) in [40, 44, 52, 56].into_iter().zip(rows) {
                tkhd[at..at + 4].copy_from_slice(&number.to_be_bytes());
            }
            tkhd
        })
    };
    let clap = |width: u32| {
        with_box(&whole, 0, &[b"moov", b"trak", b"mdia", b"minf", b"stbl", b"stsd"], &|stsd| {
            let entry = &stsd[16..];
            let numbers = [width, 1, 120, 1, 0, 1, 0, 1].map(u32::to_be_bytes).concat();
            [&stsd[..8], &mp4_box(b"avc1", &[entry, &mp4_box(b"clap", &numbers)].concat())].concat()
        })
    };
    for (what, file, is_for_players) in [
        ("twice as fast", with_edits(&whole, 0, &[faster]), true),
        ("a frame that stands", with_edits(&whole, 0, &[frozen]), true),
        ("nine runs", with_edits(&whole, 0, &many), true),
        ("cropped", clap(120), true),
        ("cropped to all of it", clap(160), false),
        ("skewed", matrix([0x1_0000, 0x8000, 0, 0x1_0000]), true),
        ("half as large", matrix([0x8000, 0, 0, 0x8000]), true),
        ("mirrored", matrix([-0x1_0000, 0, 0, 0x1_0000]), false),
        ("mirrored and turned", matrix([0, 0x1_0000, 0x1_0000, 0]), false),
        ("a matrix that was not filled in", matrix([0; 4]), false),
    ] {
        let media = probe_slice(&file).unwrap();
        assert_eq!(media.player_only, is_for_players, "{what}");
        let expected = FinishPlan::Raw { reason: RawReason::Undecodable };
        assert_eq!(plan(&media, file.len(), true) == expected, is_for_players, "{what}");
        assert_eq!(is_finished(&media, file.len() as u64), !is_for_players, "{what}");
    }
}

#[test]
fn inv71_the_movie_matrix_also_rotates_the_track() {
    let whole = film();
    let turned = with_box(&whole, 0, &[b"moov", b"mvhd"], &|mvhd| {
        let mut mvhd = mvhd.to_vec();
        for (at, number) in [36, 40, 48, 52].into_iter().zip([0, 0x1_0000, -0x1_0000, 0]) {
            mvhd[at..at + 4].copy_from_slice(&i32::to_be_bytes(number));
        }
        mvhd
    });
    let media = probe_slice(&turned).unwrap();
    assert_eq!((media.rotation, media.width, media.height), (90, 120, 160));
}

#[test]
fn inv71_a_film_of_which_a_player_shows_nothing_is_rejected() {
    assert_eq!(probe_slice(&cut(&[(-1, 6)])).err(), Some(RejectReason::NoFrame));
}

#[test]
fn sub12_a_length_that_no_header_states_is_that_of_the_samples() {
    let mut file = film();
    let known = probe_slice(&file).unwrap().duration_ms;
    for (track, name, at) in [(0, b"mdhd", 16), (1, b"mdhd", 16), (0, b"tkhd", 20), (1, b"tkhd", 20)] {
        let path: &[&[u8; 4]] =
            if name == b"mdhd" { &[b"moov", b"trak", b"mdia", b"mdhd"] } else { &[b"moov", b"trak", b"tkhd"] };
        file = with_box(&file, track, path, &|header| {
            let mut header = header.to_vec();
            header[at..at + 4].fill(0);
            header
        });
        file = with_box(&file, track, &[b"moov", b"trak", b"edts"], &|_| Vec::new());
    }
    let measured = probe_slice(&file).unwrap().duration_ms;
    assert!(measured.abs_diff(known) < 200, "{measured} of {known}");
}

#[test]
fn inv71_a_film_that_extends_to_the_end_of_a_cut_file_is_as_long_as_what_is_there() {
    let source = "-f lavfi -i testsrc2=size=160x120:rate=25:duration=12";
    let options = "-c:v libx264 -bf 0 -g 25 -pix_fmt yuv420p -movflags +faststart";
    let file = read(make("open-ended.mp4", &format!("{source} {options}"))).unwrap();
    let mdat = file.windows(4).position(|name| name == b"mdat").unwrap() - 4;
    let mut open_ended = file.clone();
    open_ended[mdat..mdat + 4].fill(0);
    assert_eq!(probe_slice(&open_ended).map(|media| (media.duration_ms, media.truncated)), Ok((12_000, false)));
    let end = mdat + (file.len() - mdat) * 2 / 5;
    let cut = |file: &[u8]| probe_slice(&file[..end]).map(|media| (media.duration_ms, media.truncated)).unwrap();
    assert_eq!(cut(&open_ended), cut(&file));
    assert!(cut(&open_ended).1);
}

#[test]
fn sub33_a_quicktime_film_without_brands_is_accepted() {
    let made =
        read(make("no-brands.mov", "{video} {audio} -c:v libx264 -pix_fmt yuv420p -c:a aac -movflags +faststart"))
            .unwrap();
    let brands = u32::from_be_bytes(made[..4].try_into().unwrap()) as usize;
    // Offsets count from the start of the file, so its place is filled.
    let file = [&mp4_box(b"wide", &vec![0; brands - 8]), &made[brands..]].concat();
    let media = probe_slice(&file).unwrap();
    assert_eq!(
        (media.container, media.duration_ms),
        (media_wasm::probe::Container::Mov, probe_slice(&made).unwrap().duration_ms)
    );
}
