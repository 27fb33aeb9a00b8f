//! Rewrites presentation metadata of an MP4: edit lists, matrices, boxes of sample entries.
#![allow(dead_code, reason = "each test rewrites something else")]

/// An entry of an edit list: duration in movie units, start in track units, and the rate.
pub struct Edit {
    pub duration: u32,
    pub media_time: i32,
    pub rate: u32,
}

/// An entry at normal speed.
pub const fn edit(duration: u32, media_time: i32) -> Edit {
    Edit { duration, media_time, rate: 0x1_0000 }
}

/// Builds a box.
pub fn mp4_box(kind: &[u8; 4], content: &[u8]) -> Vec<u8> {
    let size = u32::try_from(content.len() + 8).unwrap();
    [&size.to_be_bytes()[..], kind, content].concat()
}

/// Returns the children of a box, each with its header.
fn children(content: &[u8]) -> Vec<(&[u8], &[u8])> {
    let mut found = Vec::new();
    let mut at = 0;
    while at + 8 <= content.len() {
        let size = u32::from_be_bytes(content[at..at + 4].try_into().unwrap()) as usize;
        found.push((&content[at + 4..at + 8], &content[at..at + size]));
        at += size;
    }
    found
}

/// Changes the first box at this path, in the `track`th track if the path leads into one. The index
/// must be at the end of the file, so that no offsets change.
pub fn with_box(file: &[u8], track: usize, path: &[&[u8; 4]], change: &dyn Fn(&[u8]) -> Vec<u8>) -> Vec<u8> {
    let Some((first, rest)) = path.split_first() else { return change(file) };
    let mut seen = 0;
    let parts = children(file).into_iter().map(|(kind, whole)| {
        let wanted = if *first == b"trak" { track } else { 0 };
        let is_it = kind == *first && seen == wanted;
        seen += usize::from(kind == *first);
        if !is_it {
            return whole.to_vec();
        }
        let content = with_box(&whole[8..], track, rest, change);
        if content.is_empty() { Vec::new() } else { mp4_box(first, &content) }
    });
    parts.collect::<Vec<_>>().concat()
}

/// Returns the file with another edit list in its `track`th track; requires times in movie units.
pub fn with_edits(file: &[u8], track: usize, edits: &[Edit]) -> Vec<u8> {
    let mut elst = [&0_u32.to_be_bytes()[..], &u32::try_from(edits.len()).unwrap().to_be_bytes()].concat();
    for edit in edits {
        elst.extend(edit.duration.to_be_bytes());
        elst.extend(edit.media_time.to_be_bytes());
        elst.extend(edit.rate.to_be_bytes());
    }
    let duration: u32 = edits.iter().map(|edit| edit.duration).sum();
    let edited = with_box(file, track, &[b"moov", b"trak", b"edts"], &|_| mp4_box(b"elst", &elst));
    with_box(&edited, track, &[b"moov", b"trak", b"tkhd"], &|tkhd| {
        let mut tkhd = tkhd.to_vec();
        tkhd[20..24].copy_from_slice(&duration.to_be_bytes());
        tkhd
    })
}
