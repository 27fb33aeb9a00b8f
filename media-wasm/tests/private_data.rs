//! Finds private metadata of phones and overwrites it in place.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod ffmpeg;
mod mp4_edits;

use std::fs::{read, write};
use std::path::Path;

use ffmpeg::make;
use media_wasm::private_data::find_in_slice;
use media_wasm::probe::probe_slice;
use mp4_edits::{mp4_box, with_box};

const FILM: &str = "{video} {audio} -c:v libx264 -preset ultrafast -pix_fmt yuv420p -c:a aac -b:a 32k";

fn blanked(file: &[u8]) -> Vec<u8> {
    let mut bytes = file.to_vec();
    for change in find_in_slice(file) {
        change.apply(0, &mut bytes);
    }
    bytes
}

fn holds(file: &[u8], text: &[u8]) -> bool {
    file.windows(text.len()).any(|window| window == text)
}

/// Asserts that no secret is left, that nothing moved, and that nothing more is found.
fn assert_blanked(what: &str, file: &[u8], secrets: &[&str]) {
    for secret in secrets {
        assert!(holds(file, secret.as_bytes()), "{what}: {secret} is there");
    }
    let bytes = blanked(file);
    for secret in secrets {
        assert!(!holds(&bytes, secret.as_bytes()), "{what}: {secret} is left");
    }
    assert_eq!(bytes.len(), file.len(), "{what}");
    assert_eq!(probe_slice(&bytes), probe_slice(file), "{what}");
    assert_eq!(find_in_slice(&bytes), [], "{what}: nothing is left to find");
}

/// Generates a separate file for each test.
fn film(name: &str, more: &str) -> Vec<u8> {
    read(make(name, &format!("{FILM} {more}"))).unwrap()
}

#[test]
fn inv71_location_make_and_model_are_blanked_in_mp4_and_mov_wherever_the_index_is() {
    let place = "-metadata location=+48.1374+011.5755/";
    let keys = "-movflags +use_metadata_tags -metadata com.apple.quicktime.make=Apple \
                -metadata com.apple.quicktime.model=iPhone_15 \
                -metadata com.apple.quicktime.location.ISO6709=+48.1374+011.5755+519/";
    for (name, options, secrets) in [
        ("private-xyz.mp4", place, &["loci"][..]),
        ("private-xyz.mov", place, &["+48.1374"][..]),
        ("private-keys.mp4", keys, &["+48.1374", "iPhone_15", "Apple"][..]),
        ("private-keys.mov", keys, &["+48.1374", "iPhone_15", "Apple"][..]),
    ] {
        assert_blanked(name, &film(name, options), secrets);
        let front = format!("front-{name}");
        let both = if options == keys {
            keys.replace("+use", "+faststart+use")
        } else {
            format!("{place} -movflags +faststart")
        };
        assert_blanked(&front, &film(&front, &both), secrets);
    }
}

#[test]
fn inv71_vendor_boxes_are_blanked() {
    let whole = film("private-makers.mp4", "");
    let secret = mp4_box(b"smta", b"GALAXY-S23");
    let in_entry = |track: usize| {
        with_box(&whole, track, &[b"moov", b"trak", b"mdia", b"minf", b"stbl", b"stsd"], &|content| {
            let grown = u32::from_be_bytes(content[8..12].try_into().unwrap()) as usize + secret.len();
            [&content[..8], &u32::try_from(grown).unwrap().to_be_bytes(), &content[12..], &secret].concat()
        })
    };
    let in_movie = |path: &[&[u8; 4]], secret: &[u8]| with_box(&whole, 0, path, &|content| [content, secret].concat());
    for (what, file) in [
        ("in the movie", in_movie(&[b"moov"], &secret)),
        ("in a track", in_movie(&[b"moov", b"trak"], &secret)),
        ("in its media", in_movie(&[b"moov", b"trak", b"mdia"], &secret)),
        ("beside the codec of the picture", in_entry(0)),
        ("beside the codec of the sound", in_entry(1)),
        ("in free space of the movie", in_movie(&[b"moov"], &mp4_box(b"free", b"GALAXY-S23"))),
        ("at the top", [&whole[..], &mp4_box(b"uuid", b"0123456789abcdefGALAXY-S23")].concat()),
        ("in a meta box at the top", [&whole[..], &mp4_box(b"meta", b"0000GALAXY-S23")].concat()),
    ] {
        assert_blanked(what, &file, &["GALAXY-S23"]);
    }
}

#[test]
fn inv71_boxes_around_fragments_are_blanked() {
    let options = "-g 2 -movflags +frag_keyframe+empty_moov+default_base_moof";
    let fragments = |file: &[u8]| file.windows(4).filter(|name| name == b"moof").count();
    for (name, more, many) in [("private-few.mp4", "-t 0.2", false), ("private-many.mp4", "", true)] {
        let file = film(name, &format!("{options} {more}"));
        assert_eq!(fragments(&file) > 6, many, "{name} has {} fragments", fragments(&file));
        let first = file.windows(4).position(|name| name == b"moof").unwrap() - 4;
        for secret in [mp4_box(b"uuid", b"0123456789abcdefGALAXY-S23"), mp4_box(b"meta", b"0000GALAXY-S23")] {
            assert_blanked(name, &[&file[..], &secret].concat(), &["GALAXY-S23"]);
            assert_blanked(name, &[&file[..first], &secret, &file[first..]].concat(), &["GALAXY-S23"]);
        }
    }
}

#[test]
fn inv71_drone_location_subtitles_are_blanked() {
    let subtitles = std::env::temp_dir().join(format!("sayso-{}.srt", std::process::id()));
    write(&subtitles, "1\n00:00:00,000 --> 00:00:01,000\nGPS (118.3456, 35.2345, 15)\n").unwrap();
    let inputs = FILM.replacen("{audio}", &format!("{{audio}} -i {}", subtitles.display()), 1);
    let made = make("private-subtitles.mp4", &format!("{inputs} -map 0:v -map 1:a -map 2:s -c:s mov_text"));
    assert_blanked("subtitles", &read(made).unwrap(), &["118.3456"]);
    std::fs::remove_file(subtitles).unwrap();
}

#[test]
fn inv71_the_camera_name_written_by_webkit_is_blanked() {
    let recorded = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/fixtures/wk_frag.mp4");
    assert_blanked("WebKit", &read(recorded).unwrap(), &["Mock video device 1"]);
}

#[test]
fn inv71_tags_and_attachments_are_blanked_in_webm_and_matroska() {
    let chapters = Path::new(env!("CARGO_TARGET_TMPDIR")).join("chapters.txt");
    write(&chapters, ";FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=500\ntitle=Kitchen_of_Ann\n").unwrap();
    for name in ["private.webm", "private.mkv"] {
        let inputs = format!("{{video}} {{audio}} -f ffmetadata -i {} -map_chapters 2", chapters.display());
        let options = "-c:v libvpx -deadline realtime -b:v 100k -c:a libopus \
                       -metadata LOCATION=+48.1374+011.5755/ -metadata MAKE=samsung -metadata title=At_home -metadata:s:v title=Phone_of_Ann";
        let file = read(make(name, &format!("{inputs} {options}"))).unwrap();
        assert_blanked(name, &file, &["+48.1374", "samsung", "At_home", "Phone_of_Ann", "Kitchen_of_Ann"]);
    }
}

#[test]
fn inv71_a_programs_name_alone_is_not_private() {
    let fixture = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/fixtures/");
    for name in ["finished.mp4", "cr_avc1_opus_frag.mp4", "ff_firefox.webm"] {
        assert_eq!(find_in_slice(&read(format!("{fixture}{name}")).unwrap()), [], "{name}");
    }
    for name in ["plain.mp4", "plain.mov"] {
        assert_eq!(find_in_slice(&film(name, "")), [], "{name}");
    }
    let webm = "{video} {audio} -c:v libvpx -deadline realtime -b:v 100k -c:a libopus";
    assert_eq!(find_in_slice(&read(make("plain.webm", webm)).unwrap()), []);
}

#[test]
fn inv71_an_overwrite_is_applied_to_the_chunks_it_overlaps() {
    let file = film("private-chunks.mp4", "-metadata location=+48.1374+011.5755/");
    let whole = blanked(&file);
    let changes = find_in_slice(&file);
    for size in [7, 1000, 4096] {
        let mut bytes = file.clone();
        for (index, chunk) in bytes.chunks_mut(size).enumerate() {
            for change in &changes {
                change.apply((index * size) as u64, chunk);
            }
        }
        assert!(bytes == whole, "chunks of {size}");
    }
}

#[test]
fn inv57_damaged_files_cause_no_panic_and_no_overwrite_outside_the_file() {
    let file = film("private-damaged.mov", "-metadata location=+48.1374+011.5755/");
    let start = file.windows(4).position(|four| four == b"moov").unwrap() - 4;
    for at in start..file.len() {
        for value in [0, 1, 0x7f, 0xff] {
            let mut damaged = file.clone();
            damaged[at] = value;
            for change in find_in_slice(&damaged) {
                assert!(change.end() <= file.len() as u64, "byte {at} = {value}: {change:?}");
            }
        }
    }
}
