//! Reads archives with another implementation.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::cast_possible_truncation,
    clippy::indexing_slicing,
    clippy::unwrap_used
)]

use std::fs::File;
use std::io::{Cursor, Read, Seek, SeekFrom, Write};
use std::ops::Range;

use domain::archive::{Entry, Layout, Segment};
use zip::{CompressionMethod, ZipArchive};

/// 22 November 2026, 10:35:42 UTC.
const AT: i64 = 1_795_343_742_000;

fn entry(name: &str, size: u32) -> Entry {
    Entry { name: name.to_owned(), size, modified_at: AT }
}

/// A range of an archive, made segment by segment.
fn part(layout: &Layout, files: &[(&str, &[u8])], range: Range<u64>) -> Vec<u8> {
    let crc32s: Vec<u32> = files.iter().map(|(_, bytes)| crc32fast::hash(bytes)).collect();
    let mut part = Vec::new();
    for (segment, range) in layout.segments_in(range) {
        let bytes = match segment {
            Segment::Header(index) => layout.header(index),
            Segment::Data(index) => files[index].1.to_vec(),
            Segment::Descriptor(index) => layout.descriptor(index, crc32s[index]),
            Segment::Directory => layout.directory(&crc32s),
        };
        part.extend_from_slice(&bytes[range.start as usize..range.end as usize]);
    }
    part
}

/// An archive of some files.
fn archive(files: &[(&str, &[u8])]) -> (Layout, Vec<u8>) {
    let layout = Layout::new(files.iter().map(|(name, bytes)| entry(name, bytes.len() as u32)).collect());
    let whole = part(&layout, files, 0..layout.size());
    assert_eq!(whole.len() as u64, layout.size());
    (layout, whole)
}

const FILES: [(&str, &[u8]); 4] = [
    ("submissions.csv", b"a,b\r\n"),
    ("videos/2026-11-22 Zo\u{eb} O\u{2019}Hara \u{597d}.mp4", &[7; 1000]),
    ("videos/empty.mp4", b""),
    ("videos/last.webm", &[9; 300]),
];

#[test]
fn ret03_other_tools_read_an_archives_names_times_and_bytes() {
    let (_, bytes) = archive(&FILES);
    let mut read = ZipArchive::new(Cursor::new(bytes)).unwrap();
    assert_eq!(read.len(), FILES.len());
    for (index, (name, content)) in FILES.iter().enumerate() {
        let mut file = read.by_index(index).unwrap();
        assert_eq!((file.name(), file.compression()), (*name, CompressionMethod::Stored));
        let time = file.last_modified().unwrap();
        assert_eq!((time.year(), time.month(), time.day()), (2026, 11, 22));
        assert_eq!((time.hour(), time.minute(), time.second()), (10, 35, 42));
        let mut found = Vec::new();
        // The reader verifies the checksum.
        file.read_to_end(&mut found).unwrap();
        assert_eq!(found, *content);
    }
}

#[test]
fn ret03_every_range_of_an_archive_matches_the_full_archive() {
    let (layout, whole) = archive(&FILES);
    let size = layout.size();
    for start in (0..=size).step_by(7) {
        for end in (start..=size).step_by(11).chain([size]) {
            assert_eq!(part(&layout, &FILES, start..end), whole[start as usize..end as usize], "{start}..{end}");
        }
    }
}

#[test]
fn ret03_other_tools_read_an_archive_beyond_4_gib() {
    // A sparse file: of the 6 GiB, only the parts around the entries are written.
    let size = u32::MAX / 2 + 12_345;
    let layout = Layout::new(vec![entry("a.mp4", size), entry("b.mp4", size), entry("c.mp4", size), entry("d.txt", 4)]);
    let crc32s = [1, 2, 3, crc32fast::hash(b"last")];
    let path = std::env::temp_dir().join(format!("sayso-archive-{}.zip", std::process::id()));
    let mut file = File::options().read(true).write(true).create(true).truncate(true).open(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    file.set_len(layout.size()).unwrap();
    let mut at = 0;
    for (segment, range) in layout.segments_in(0..layout.size()) {
        let bytes = match segment {
            Segment::Header(index) => layout.header(index),
            Segment::Data(3) => b"last".to_vec(),
            Segment::Data(_) => Vec::new(),
            Segment::Descriptor(index) => layout.descriptor(index, crc32s[index]),
            Segment::Directory => layout.directory(&crc32s),
        };
        file.seek(SeekFrom::Start(at)).unwrap();
        file.write_all(&bytes).unwrap();
        at += range.end;
    }
    assert_eq!(at, layout.size());
    let mut read = ZipArchive::new(file).unwrap();
    let mut found = String::new();
    read.by_name("d.txt").unwrap().read_to_string(&mut found).unwrap();
    assert_eq!(found, "last");
    let places: Vec<u64> = (0..4).map(|index| read.by_index_raw(index).unwrap().header_start()).collect();
    assert!(places[3] > u64::from(u32::MAX) && places[1] < places[2], "{places:?}");
    assert_eq!(read.by_index_raw(2).unwrap().size(), u64::from(size));
}

#[test]
fn ret03_other_tools_read_an_archive_of_more_than_65534_files() {
    let names: Vec<String> = (0..70_000).map(|n| format!("videos/{n}.mp4")).collect();
    let files: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), b"x".as_slice())).collect();
    let (_, bytes) = archive(&files);
    let read = ZipArchive::new(Cursor::new(bytes)).unwrap();
    assert_eq!(read.len(), 70_000);
}
