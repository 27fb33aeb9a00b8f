//! WebM and Matroska: tags, attachments, chapters and track names.

use super::{Findings, Overwrite};
use crate::reader::bytes::find;
use crate::reader::{Outcome, Source};
use crate::webm::{Element, ids, vint};

/// Bytes of the tail to search: programs that learn tags late write them at the end.
const TAIL: u64 = 64 * 1024;
/// Maximum bytes of tags to read, more than harmless tags need.
const TAGS_MAX: u64 = 64 * 1024;
/// Prefixes of tag names that only describe how the file was made.
const HARMLESS: [&[u8]; 10] = [
    b"ENCODER",
    b"DURATION",
    b"BPS",
    b"NUMBER_OF_",
    b"_STATISTICS_",
    b"HANDLER_NAME",
    b"VENDOR_ID",
    b"MAJOR_BRAND",
    b"MINOR_VERSION",
    b"COMPATIBLE_BRANDS",
];

/// Walks the elements before the first cluster, then searches the tail.
pub(super) async fn examine(source: &mut Source, found: &mut Findings) -> Outcome<()> {
    let Some(ebml) = Element::at(source, 0, source.len()).await? else { return Ok(()) };
    let Some(segment) = Element::at(source, ebml.next(), source.len()).await? else { return Ok(()) };
    let mut at = segment.body;
    while let Some(one) = Element::at(source, at, source.len()).await? {
        if one.id == ids::CLUSTER {
            break;
        }
        examine_element(source, at, one, found).await?;
        at = one.next();
    }
    let clusters = at;
    let tail = source.read_tail(TAIL).await?.to_vec();
    let start = source.tail_start();
    for name in [ids::TAGS, ids::ATTACHMENTS, ids::CHAPTERS] {
        for place in find(&tail, name.to_be_bytes()) {
            let at = start.saturating_add(u64::try_from(place).unwrap_or_default());
            let Some(one) = Element::at(source, at, source.len()).await? else { continue };
            // The four bytes may occur by chance; then no element of the same level follows.
            if at >= clusters && is_followed(source, one).await? {
                examine_element(source, at, one, found).await?;
            }
        }
    }
    Ok(())
}

async fn is_followed(source: &mut Source, one: Element) -> Outcome<bool> {
    if one.next() == source.len() {
        return Ok(true);
    }
    let next = Element::at(source, one.next(), source.len()).await.ok().flatten();
    let known = [ids::TAGS, ids::ATTACHMENTS, ids::CUES, ids::CHAPTERS, ids::VOID, ids::SEEK_HEAD, ids::CLUSTER];
    Ok(next.is_some_and(|next| known.contains(&next.id)))
}

async fn examine_element(source: &mut Source, at: u64, one: Element, found: &mut Findings) -> Outcome<()> {
    if one.next() > source.len() {
        return Ok(());
    }
    let len = one.next().saturating_sub(one.body);
    match one.id {
        ids::ATTACHMENTS | ids::CHAPTERS => void(at, one, found),
        ids::TAGS if len > TAGS_MAX || !is_harmless(one.content(source, TAGS_MAX).await?) => void(at, one, found),
        ids::INFO => blank_names(source, one, found).await?,
        ids::TRACKS => {
            let mut at = one.body;
            while let Some(track) = one.child(source, at).await? {
                if track.id == ids::TRACK_ENTRY {
                    blank_names(source, track, found).await?;
                }
                at = track.next();
            }
        }
        _ => {}
    }
    Ok(())
}

/// Blanks the titles and names of the video, its file and its tracks.
async fn blank_names(source: &mut Source, of: Element, found: &mut Findings) -> Outcome<()> {
    let mut at = of.body;
    while let Some(child) = of.child(source, at).await? {
        let names = matches!(child.id, ids::TITLE | ids::SEGMENT_FILENAME | ids::NAME);
        if names && child.content(source, TAGS_MAX).await?.iter().any(|byte| *byte != 0) {
            found.telling.push(Overwrite::zeros(child.body, child.next().saturating_sub(child.body)));
        }
        at = child.next();
    }
    Ok(())
}

/// Whether every tag name is one that programs write.
fn is_harmless(tags: &[u8]) -> bool {
    const TAG_NAME: [u8; 2] = [0x45, 0xa3];
    tags.windows(2).enumerate().filter(|(_, two)| *two == TAG_NAME).all(|(at, _)| {
        let rest = tags.get(at.saturating_add(2)..).unwrap_or_default();
        match vint(rest, 8, false) {
            Ok(Some((_, len))) => {
                let name = rest.get(len..).unwrap_or_default();
                HARMLESS.iter().any(|harmless| name.starts_with(harmless))
            }
            _ => false,
        }
    })
}

/// Replaces an element by a `Void` of the same length.
fn void(at: u64, one: Element, found: &mut Findings) {
    let all = one.next().saturating_sub(at);
    // The size field fills the rest of the old header, at most eight bytes.
    let width = one.body.saturating_sub(at).saturating_sub(1).clamp(1, 8);
    let zeros = all.saturating_sub(1).saturating_sub(width);
    let marked = zeros | 1_u64.checked_shl(u32::try_from(width).unwrap_or(8).saturating_mul(7)).unwrap_or_default();
    let size = marked.to_be_bytes();
    let mut head = vec![u8::try_from(ids::VOID).unwrap_or_default()];
    head.extend(size.iter().skip(size.len().saturating_sub(usize::try_from(width).unwrap_or(8))));
    found.telling.push(Overwrite { offset: at, head, zeros });
}
