//! Finds private metadata of phones and overwrites it in place.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod ffmpeg;
mod mp4_edits;

use std::fs::{read, write};
use std::path::Path;

use ffmpeg::make;
use media_wasm::private_data::find_in_slice;
use media_wasm::probe::{RejectReason, probe_slice};
use mp4_edits::{mp4_box, with_box};

const FILM: &str = "{video} {audio} -c:v libx264 -preset ultrafast -pix_fmt yuv420p -c:a aac -b:a 32k";

fn blanked(file: &[u8]) -> Vec<u8> {
    let mut bytes = file.to_vec();
    for change in find_in_slice(file).unwrap() {
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
    assert_eq!(find_in_slice(&bytes), Ok(vec![]), "{what}: nothing is left to find");
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
    let in_entry = |track: usize, secret: &[u8]| {
        with_box(&whole, track, &[b"moov", b"trak", b"mdia", b"minf", b"stbl", b"stsd"], &|content| {
            let grown = u32::from_be_bytes(content[8..12].try_into().unwrap()) as usize + secret.len();
            [&content[..8], &u32::try_from(grown).unwrap().to_be_bytes(), &content[12..], secret].concat()
        })
    };
    let in_movie = |path: &[&[u8; 4]], secret: &[u8]| with_box(&whole, 0, path, &|content| [content, secret].concat());
    for (what, file) in [
        ("in the movie", in_movie(&[b"moov"], &secret)),
        ("in a track", in_movie(&[b"moov", b"trak"], &secret)),
        ("in its media", in_movie(&[b"moov", b"trak", b"mdia"], &secret)),
        ("in a reference to another track", in_movie(&[b"moov", b"trak"], &mp4_box(b"tref", &secret))),
        ("in its edits", in_movie(&[b"moov", b"trak", b"edts"], &secret)),
        ("beside its references", in_movie(&[b"moov", b"trak", b"mdia", b"minf", b"dinf"], &secret)),
        ("beside the codec of the picture", in_entry(0, &secret)),
        ("beside the codec of the sound", in_entry(1, &secret)),
        ("in free space beside the codec", in_entry(0, &mp4_box(b"free", b"GALAXY-S23"))),
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

/// The film with other content in a box of its picture's track.
fn with_media(path: &[&[u8; 4]], change: &dyn Fn(&[u8]) -> Vec<u8>) -> Vec<u8> {
    let whole = film("private-media.mov", "");
    with_box(&whole, 0, &[&[b"moov", b"trak", b"mdia"], path].concat(), change)
}

#[test]
fn inv71_names_and_paths_are_blanked_though_nothing_else_tells() {
    let renamed = |content: &[u8]| [&content[..24], b"Annas Pixel 8\0"].concat();
    let own_name = with_media(&[b"hdlr"], &renamed);
    assert_blanked("a handler's name", &own_name, &["Annas Pixel 8"]);
    assert_blanked("the name of the data's handler", &with_media(&[b"minf", b"hdlr"], &renamed), &["Annas Pixel 8"]);
    let compressor = with_media(&[b"minf", b"stbl", b"stsd"], &|content| {
        let mut named = content.to_vec();
        named[58..90].copy_from_slice(b"\x09GoPro AVC\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0");
        named
    });
    assert_blanked("an encoder's name", &compressor, &["GoPro"]);
    let path = with_media(&[b"minf", b"dinf", b"dref"], &|_| {
        [&[0, 0, 0, 0, 0, 0, 0, 1][..], &mp4_box(b"url ", b"\0\0\0\0file:///Users/anna/home.mov\0")].concat()
    });
    assert_blanked("a path", &path, &["anna"]);
    let secret = mp4_box(b"udta", b"\0\0\0\x12\xa9xyzGALAXY-S23");
    for place in [&[b"minf"][..], &[b"minf", b"stbl"]] {
        let file = with_media(place, &|content| [content, &secret].concat());
        assert_blanked("in the media's information", &file, &["GALAXY-S23"]);
    }
}

#[test]
fn inv71_what_hides_behind_a_programs_name_is_blanked() {
    let tool =
        |more: &[u8]| mp4_box(b"\xa9too", &[&mp4_box(b"data", b"\0\0\0\x01\0\0\0\0Lavf60.3.100"), more].concat());
    let handler = |name: &[u8]| mp4_box(b"hdlr", &[b"\0\0\0\0\0\0\0\0mdirappl\0\0\0\0\0\0\0\0", name].concat());
    let whole = film("private-program.mp4", "");
    let with_meta = |boxes: &[Vec<u8>]| {
        let meta = mp4_box(b"meta", &[&[0; 4][..], &boxes.concat()].concat());
        with_box(&whole, 0, &[b"moov", b"udta"], &|_| meta.clone())
    };
    assert_eq!(find_in_slice(&with_meta(&[handler(b"\0"), mp4_box(b"ilst", &tool(b""))])), Ok(vec![]));
    for (what, boxes) in [
        ("free space", vec![mp4_box(b"ilst", &tool(b"")), mp4_box(b"free", b"+48.1374 Anna")]),
        ("the handler", vec![handler(b"Anna's iPhone\0"), mp4_box(b"ilst", &tool(b""))]),
        ("a second text", vec![mp4_box(b"ilst", &tool(&mp4_box(b"name", b"Anna")))]),
    ] {
        assert_blanked(what, &with_meta(&boxes), &["Anna"]);
    }
}

/// A film with a track of subtitles, a millisecond each.
fn subtitled(name: &str, lines: usize, options: &str) -> Vec<u8> {
    let path = std::env::temp_dir().join(format!("sayso-{}-{name}.srt", std::process::id()));
    let line = |at: usize| {
        format!(
            "{}\n00:00:0{},{:03} --> 00:00:0{},{:03}\nGPS {at}\n\n",
            at + 1,
            at / 1000,
            at % 1000,
            (at + 1) / 1000,
            (at + 1) % 1000
        )
    };
    write(&path, (0..lines).map(line).collect::<String>()).unwrap();
    let inputs = FILM.replacen("{audio}", &format!("{{audio}} -i {}", path.display()), 1);
    let made = make(name, &format!("{inputs} -map 0:v -map 1:a -map 2:s -c:s mov_text {options}"));
    std::fs::remove_file(path).unwrap();
    read(made).unwrap()
}

#[test]
fn inv71_every_sample_of_a_sensor_track_is_blanked_however_many_there_are() {
    let file = subtitled("private-samples.mp4", 3000, "");
    assert_blanked("3,000 samples", &file, &["GPS"]);
    // Makers invent types of tracks.
    for kind in [b"fdsc", b"data", b"camm", b"abcd"] {
        let mut other = file.clone();
        let at = other.windows(8).position(|name| name == b"\0\0\0\0sbtl" || name == b"\0\0\0\0text").unwrap() + 4;
        other[at..at + 4].copy_from_slice(kind);
        assert_blanked("another type of track", &other, &["GPS"]);
    }
}

#[test]
fn inv71_the_samples_of_a_sensor_track_in_fragments_are_blanked() {
    for flags in ["+frag_keyframe+empty_moov+default_base_moof", "+frag_keyframe+empty_moov"] {
        let file = subtitled("private-fragments.mp4", 1500, &format!("-g 10 -movflags {flags}"));
        assert_blanked(flags, &file, &["GPS"]);
    }
    // More fragments than a probe may read: then not all could be found.
    let many = subtitled("private-many-fragments.mp4", 1500, "-g 1 -movflags +frag_every_frame+empty_moov");
    assert_eq!(find_in_slice(&many), Err(RejectReason::PrivateData));
}

/// The file with a box at the end of its first fragment, or of the first track's part of that.
fn with_box_in_fragment(file: &[u8], secret: &[u8], in_track: bool) -> Vec<u8> {
    let number = |at: usize| u32::from_be_bytes(file[at..at + 4].try_into().unwrap()) as usize;
    let moof = file.windows(4).position(|name| name == b"moof").unwrap() - 4;
    let traf = moof + file[moof..].windows(4).position(|name| name == b"traf").unwrap() - 4;
    let (grown, end) =
        if in_track { (vec![moof, traf], traf + number(traf)) } else { (vec![moof], moof + number(moof)) };
    let mut bytes = [&file[..end], secret, &file[end..]].concat();
    let mut add = |at: usize| {
        let sum = u32::try_from(number(at) + secret.len()).unwrap();
        let at = if at < end { at } else { at + secret.len() };
        bytes[at..at + 4].copy_from_slice(&sum.to_be_bytes());
    };
    grown.into_iter().for_each(&mut add);
    // The samples move with the fragment's end.
    for at in moof..moof + number(moof) {
        if &file[at..at + 4] == b"trun" {
            add(at + 12);
        }
    }
    bytes
}

#[test]
fn inv71_boxes_in_fragments_are_blanked() {
    let options = "-g 10 -movflags +frag_keyframe+empty_moov+default_base_moof";
    let whole = film("private-in-fragment.mp4", options);
    for secret in [mp4_box(b"uuid", b"0123456789abcdefGALAXY-S23"), mp4_box(b"udta", b"GALAXY-S23")] {
        for in_track in [false, true] {
            let file = with_box_in_fragment(&whole, &secret, in_track);
            assert_blanked("in a fragment", &file, &["GALAXY-S23"]);
        }
        let file = with_box(&whole, 0, &[b"moov", b"mvex"], &|content| [content, &secret].concat());
        assert_blanked("in what fragments share", &file, &["GALAXY-S23"]);
    }
}

#[test]
fn inv71_large_free_space_and_a_box_cut_off_at_the_end_are_blanked() {
    let whole = film("private-free.mp4", "");
    let large = mp4_box(b"free", &b"GALAXY-S23 ".repeat(30_000));
    assert_blanked("free space", &[&whole[..], &large].concat(), &["GALAXY-S23"]);
    let cut = [&whole[..], &mp4_box(b"uuid", &b"0123456789abcdefGALAXY-S23 ".repeat(9))[..60]].concat();
    assert_blanked("cut off", &cut, &["GALAXY-S23"]);
}

/// An element of Matroska with a size of eight bytes.
fn element(id: &[u8], content: &[u8]) -> Vec<u8> {
    let size = content.len() as u64 | 1 << 56;
    [id, &size.to_be_bytes(), content].concat()
}

#[test]
fn inv71_live_webm_is_blanked_behind_its_clusters_and_in_values_of_tags() {
    // As browsers record: without sizes.
    let webm = "{video} {audio} -c:v libvpx -deadline realtime -b:v 100k -c:a libopus -live 1";
    let live = read(make("private-live.webm", webm)).unwrap();
    let tag = |name: &str, value: &str| {
        let simple = [element(&[0x45, 0xa3], name.as_bytes()), element(&[0x44, 0x87], value.as_bytes())].concat();
        element(&[0x12, 0x54, 0xc3, 0x67], &element(&[0x73, 0x73], &element(&[0x67, 0xc8], &simple)))
    };
    let attachment = element(&[0x19, 0x41, 0xa4, 0x69], &b"Anna ".repeat(30_000));
    for (what, more) in [
        ("a large attachment", attachment.clone()),
        ("tags before it", [tag("ARTIST", "Anna"), attachment].concat()),
        ("what was removed", element(&[0xec], b"Anna")),
        ("a handler's name", tag("HANDLER_NAME", "Anna's phone")),
        ("a program's name", tag("ENCODER", "Anna's phone")),
    ] {
        assert_blanked(what, &[&live[..], &more].concat(), &["Anna"]);
    }
    let mut app = live;
    let at = app.windows(4).position(|name| name == b"Lavf").unwrap();
    app[at..at + 4].copy_from_slice(b"Anna");
    assert_blanked("the program that wrote it", &app, &["Anna"]);
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
        assert_eq!(find_in_slice(&read(format!("{fixture}{name}")).unwrap()), Ok(vec![]), "{name}");
    }
    for name in ["plain.mp4", "plain.mov"] {
        assert_eq!(find_in_slice(&film(name, "")), Ok(vec![]), "{name}");
    }
    let webm = "{video} {audio} -c:v libvpx -deadline realtime -b:v 100k -c:a libopus";
    assert_eq!(find_in_slice(&read(make("plain.webm", webm)).unwrap()), Ok(vec![]));
}

#[test]
fn inv71_an_overwrite_is_applied_to_the_chunks_it_overlaps() {
    let file = film("private-chunks.mp4", "-metadata location=+48.1374+011.5755/");
    let whole = blanked(&file);
    let changes = find_in_slice(&file).unwrap();
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
            for change in find_in_slice(&damaged).unwrap_or_default() {
                assert!(change.end() <= file.len() as u64, "byte {at} = {value}: {change:?}");
            }
        }
    }
}
