//! Rejects files that are not videos, whatever their extension (INV10, SUB33).
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]
#![allow(clippy::cast_possible_truncation)]

mod ffmpeg;
mod refusals;

use std::fs::read;

use ffmpeg::make;
use media_wasm::probe::{Container, Probe, RejectReason, Step, VideoCodec, probe_slice};
use refusals::{SEEDS, fixture, refused};

fn boxed(kind: &[u8; 4], body: &[u8]) -> Vec<u8> {
    let size = u32::try_from(body.len() + 8).unwrap();
    [&size.to_be_bytes(), kind.as_slice(), body].concat()
}

/// A ZIP archive of one stored file.
fn zip() -> Vec<u8> {
    let local = [b"PK\x03\x04".as_slice(), &[0; 22], &[1, 0, 0, 0], b"aHELLO"].concat();
    let directory = [b"PK\x01\x02".as_slice(), &[0; 24], &[1, 0], &[0; 16], b"a"].concat();
    let mut end = [b"PK\x05\x06".as_slice(), &[0; 18]].concat();
    (end[8], end[10]) = (1, 1);
    end[12..16].copy_from_slice(&u32::try_from(directory.len()).unwrap().to_le_bytes());
    [local, directory, end].concat()
}

const FTYP: &[u8] = b"\0\0\0\x18ftypisom\0\0\x02\0isommp42";

#[test]
fn sub33_an_empty_file_is_rejected() {
    assert_eq!(refused(b""), RejectReason::Empty);
}

#[test]
fn sub33_text_archives_and_programs_are_rejected() {
    let html = b"<!doctype html><script>alert(1)</script>";
    let svg = b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>";
    let elf = read(std::env::current_exe().unwrap()).unwrap();
    let png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01";
    let pdf = b"%PDF-1.7\n1 0 obj\n<<>>\nendobj\n";
    for file in [html.as_slice(), svg, &zip(), &elf, b"MZ\x90\0\x03\0\0\0", png, pdf, b"a", &[0; 64]] {
        assert_eq!(refused(file), RejectReason::NotVideo);
    }
}

#[test]
fn sub33_an_ftyp_followed_by_junk_is_rejected() {
    assert_eq!(refused(FTYP), RejectReason::Truncated);
    for junk in [b"<html>hello, this is a page</html>".as_slice(), &[0xff; 4096], &[0; 4096]] {
        assert!(probe_slice(&[FTYP, junk].concat()).is_err());
        let media = boxed(b"mdat", junk);
        assert!(probe_slice(&[FTYP, &media].concat()).is_err());
    }
    assert!(probe_slice(&[0x1a, 0x45, 0xdf, 0xa3]).is_err());
}

#[test]
fn sub33_html_before_the_ftyp_is_rejected() {
    let video = fixture("seeds/flat.mp4");
    for kind in [b"free", b"skip", b"uuid", b"wide", b"mdat"] {
        let page = boxed(kind, b"<html><script>alert(1)</script></html>");
        assert_eq!(refused(&[page, video.clone()].concat()), RejectReason::NotVideo);
    }
    // Nor may the size field of the first box spell a tag.
    let mut tag = video.clone();
    tag[..4].copy_from_slice(b"<svg");
    assert_eq!(refused(&tag), RejectReason::NotVideo);
}

#[test]
fn sub33_a_truncated_header_is_rejected() {
    for name in ["seeds/flat.mp4", "seeds/fragmented.mp4", "seeds/flat.webm", "seeds/live.webm"] {
        let video = fixture(name);
        for len in 1..200 {
            assert!(probe_slice(&video[..len]).is_err(), "{name} {len}");
        }
    }
    // This file has its index at the end.
    let video = fixture("seeds/flat.mov");
    assert_eq!(refused(&video[..video.len() - 100]), RejectReason::Truncated);
}

#[test]
fn sub33_trailing_data_is_rejected() {
    let html = b"<html><script>alert(1)</script></html>".to_vec();
    let elf = b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0".to_vec();
    for name in SEEDS {
        // A lenient parser takes the last for a box named `<htm` that extends to the end of the file.
        let lazy = [&[0; 4], html.as_slice()].concat();
        let zeros_and_more = [&[0; 64], html.as_slice()].concat();
        for more in [&html, &elf, &zeros_and_more, &vec![0xff_u8; 32], &lazy] {
            let file = [fixture(name), more.clone()].concat();
            let reason = refused(&file);
            assert!(
                matches!(reason, RejectReason::TrailingData | RejectReason::Malformed | RejectReason::NoDuration),
                "{name}: {reason:?}"
            );
        }
    }
}

#[test]
fn sub33_trailing_zeros_and_less_than_a_box_are_ignored() {
    for name in ["seeds/flat.mp4", "seeds/flat.mov", "seeds/fragmented.mp4", "seeds/flat.webm", "seeds/live.webm"] {
        let film = fixture(name);
        let whole = probe_slice(&film).unwrap();
        for zeros in [8, 32, 4096, 100_000] {
            assert_eq!(probe_slice(&[film.clone(), vec![0; zeros]].concat()), Ok(whole), "{name} and {zeros}");
        }
    }
    for name in ["seeds/flat.mp4", "seeds/flat.mov", "seeds/fragmented.mp4"] {
        let film = fixture(name);
        let whole = probe_slice(&film).unwrap();
        let to_the_end = [film.as_slice(), &[0; 4], b"free", &[0; 100]].concat();
        assert_eq!(probe_slice(&to_the_end), Ok(whole), "{name}");
        let two_more = probe_slice(&[film, vec![1, 2]].concat()).unwrap();
        assert_eq!(two_more.truncated, whole.fragmented, "{name}");
    }
}

#[test]
fn inv10_an_archive_after_or_inside_the_video_is_rejected() {
    for name in SEEDS {
        let file = [fixture(name), zip()].concat();
        assert_eq!(refused(&file), RejectReason::Polyglot, "{name}");
    }
    for kind in [b"free", b"skip", b"uuid", b"mdat"] {
        let file = [fixture("seeds/flat.mp4"), boxed(kind, &zip())].concat();
        assert_eq!(refused(&file), RejectReason::Polyglot);
    }
    let commented = [&zip()[..zip().len() - 2], &[5, 0], b"hello"].concat();
    assert_eq!(refused(&[fixture("cr_avc1_opus_frag.mp4"), commented].concat()), RejectReason::Polyglot);
}

#[test]
fn inv10_a_document_in_the_first_box_is_rejected() {
    let video = fixture("seeds/fragmented.mp4");
    let ftyp = usize::from(video[3]);
    let page = boxed(b"free", b"%PDF-1.7\n");
    let file = [&video[..ftyp], &page, &video[ftyp..]].concat();
    assert_eq!(refused(&file), RejectReason::Polyglot);
}

#[test]
fn sub33_inv56_a_file_without_video_is_rejected() {
    for (name, codec) in [("a.m4a", "-c:a aac -f mp4"), ("a.mov", "-c:a aac"), ("a.webm", "-c:a libopus")] {
        let path = make(name, &format!("{{audio}} {codec}"));
        assert_eq!(refused(&read(path).unwrap()), RejectReason::NoVideoTrack, "{name}");
    }
    let frag = make("a-frag.mp4", "{audio} -c:a aac -movflags +frag_keyframe+empty_moov");
    assert_eq!(refused(&read(frag).unwrap()), RejectReason::NoVideoTrack);
}

#[test]
fn sub33_inv56_non_webm_matroska_is_detected() {
    let path = make("a.mkv", "{video} {audio} -c:v libvpx -b:v 100k -deadline realtime");
    let media = probe_slice(&read(path).unwrap()).unwrap();
    assert_eq!((media.container, media.video), (Container::Matroska, VideoCodec::Vp8));
}

#[test]
fn sub33_other_containers_and_images_are_rejected() {
    for (name, args) in [
        ("a.avi", "{video} -c:v mpeg4"),
        ("a.mpg", "{video} -c:v mpeg1video -r 25"),
        ("a.flv", "{video} -c:v flv"),
        ("a.ts", "{video} -c:v libx264 -preset ultrafast"),
        ("a.gif", "{video} -frames:v 3"),
        ("a.mp3", "{audio} -c:a libmp3lame"),
    ] {
        assert_eq!(refused(&read(make(name, args)).unwrap()), RejectReason::NotVideo, "{name}");
    }
}

#[test]
fn sub33_headers_without_media_are_rejected() {
    let video = fixture("seeds/fragmented.mp4");
    let first = video.windows(4).position(|four| four == b"moof").unwrap() - 4;
    assert_eq!(refused(&video[..first]), RejectReason::NoMedia);

    let live = fixture("seeds/live.webm");
    let first = live.windows(4).position(|four| four == [0x1f, 0x43, 0xb6, 0x75]).unwrap();
    assert!(probe_slice(&live[..first]).is_err());
    assert!(probe_slice(&live[..first + 20]).is_err());
}

#[test]
fn sub33_a_driver_supplying_the_wrong_bytes_gets_an_error() {
    let video = fixture("seeds/flat.mp4");
    let begin = || {
        let mut probe = Probe::new(video.len() as u64);
        let Step::Need { offset, len } = probe.step(None) else { panic!("it wants nothing") };
        (probe, offset, len as usize)
    };
    for (shift, missing) in [(1, 0), (0, 1)] {
        let (mut probe, offset, len) = begin();
        let step = probe.step(Some((offset + shift, &video[..len - missing])));
        assert!(matches!(step, Step::Rejected { reason: RejectReason::ReadFailed, .. }));
        assert_eq!(probe.step(Some((offset, &video))), step);
    }
    let (mut probe, offset, _) = begin();
    let more = [video.as_slice(), b"more"].concat();
    assert!(matches!(probe.step(Some((offset, &more))), Step::Done { .. }));
}

#[test]
fn sub33_every_refusal_has_a_sentence() {
    let step = Probe::new(0).step(None);
    let json = serde_json::to_value(step).unwrap();
    assert_eq!(json["kind"], "rejected");
    assert_eq!(json["reason"], "empty");
    assert_eq!(json["message"], "This file is empty. Please choose another video.");
}
