//! WebM and Matroska: tags, attachments, chapters and track names.

use super::program_name::names_a_program;
use super::{Findings, Overwrite};
use crate::reader::bytes::find;
use crate::reader::{Marker, Outcome, RejectReason, Source};
use crate::webm::{Element, ids, vint};

/// Maximum bytes of tags to read, more than harmless tags need.
const TAGS_MAX: u64 = 64 * 1024;
/// Maximum bytes of a `Void` to inspect: programs leave removed data there. A larger one is cleared unseen.
const VOID_MAX: u64 = 1024 * 1024;
/// A cluster. The search for the last one begins at the end.
const CLUSTER: Marker = Marker { name: ids::CLUSTER.to_be_bytes(), at: 0, then: &[] };

/// Walks the elements before the first cluster, and those behind the last one.
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
    // The same reads as the probe's, so that they need not be made twice.
    source.read_tail(crate::probe::TAIL).await?;
    let mut searched_from = source.len();
    while let Some(candidates) = source.next_candidates(CLUSTER, &mut searched_from, clusters).await? {
        for candidate in candidates.into_iter().rev() {
            if let Ok(behind) = elements_behind(source, candidate).await {
                for (at, one) in behind {
                    examine_element(source, at, one, found).await?;
                }
                return Ok(());
            }
        }
    }
    in_tail(source, clusters, found).await
}

/// Walks from a cluster to the end, and returns the elements beside clusters. Only a walk that arrives there counts:
/// the four bytes of a name may occur by chance.
async fn elements_behind(source: &mut Source, cluster: u64) -> Outcome<Vec<(u64, Element)>> {
    let mut behind = Vec::new();
    let mut at = cluster;
    while !source.is_padding(at).await? {
        let Some(one) = Element::at(source, at, source.len()).await? else { break };
        match one.id {
            // Its blocks follow, of which a live recording does not say how many.
            ids::CLUSTER => {
                at = one.body;
                continue;
            }
            ids::TIMESTAMP | ids::SIMPLE_BLOCK | ids::BLOCK_GROUP | ids::CRC | ids::POSITION | ids::PREVIOUS_SIZE => {}
            id if BESIDE_CLUSTERS.contains(&id) => behind.push((at, one)),
            _ => return Err(RejectReason::TrailingData),
        }
        at = one.end.ok_or(RejectReason::Malformed)?;
    }
    Ok(behind)
}

/// Elements of a segment beside its clusters.
const BESIDE_CLUSTERS: [u32; 8] =
    [ids::TAGS, ids::ATTACHMENTS, ids::CUES, ids::CHAPTERS, ids::VOID, ids::SEEK_HEAD, ids::INFO, ids::TRACKS];

/// Searches the end of a file whose last cluster is larger than the tail.
async fn in_tail(source: &mut Source, clusters: u64, found: &mut Findings) -> Outcome<()> {
    let start = source.tail_start();
    let tail = source.read_up_to(start, source.len().saturating_sub(start)).await?.to_vec();
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
    Ok(next.is_some_and(|next| next.id == ids::CLUSTER || BESIDE_CLUSTERS.contains(&next.id)))
}

async fn examine_element(source: &mut Source, at: u64, one: Element, found: &mut Findings) -> Outcome<()> {
    if one.next() > source.len() {
        return Ok(());
    }
    let len = one.next().saturating_sub(one.body);
    match one.id {
        ids::ATTACHMENTS | ids::CHAPTERS => void(at, one, found),
        ids::TAGS if len > TAGS_MAX || !is_harmless(one.content(source, TAGS_MAX).await?) => void(at, one, found),
        ids::VOID if len > VOID_MAX || one.content(source, VOID_MAX).await?.iter().any(|byte| *byte != 0) => {
            found.zero(one.body, len);
        }
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

/// Blanks the titles and names of the video, its file, its tracks and the programs that wrote it.
async fn blank_names(source: &mut Source, of: Element, found: &mut Findings) -> Outcome<()> {
    let mut at = of.body;
    while let Some(child) = of.child(source, at).await? {
        let names =
            matches!(child.id, ids::TITLE | ids::SEGMENT_FILENAME | ids::NAME | ids::MUXING_APP | ids::WRITING_APP);
        let len = child.next().saturating_sub(child.body);
        if names && (len > TAGS_MAX || !names_a_program(child.content(source, TAGS_MAX).await?)) {
            found.zero(child.body, len);
        }
        at = child.next();
    }
    Ok(())
}

/// Whether every tag is one that programs write, with a value that only names a program or a number.
fn is_harmless(tags: &[u8]) -> bool {
    const TAG_NAME: [u8; 2] = [0x45, 0xa3];
    const TAG_TEXT: [u8; 2] = [0x44, 0x87];
    let texts = |id: [u8; 2]| {
        tags.windows(2).enumerate().filter(move |(_, two)| *two == id).filter_map(move |(at, _)| {
            let rest = tags.get(at.saturating_add(2)..)?;
            let (len, head) = vint(rest, 8, false).ok()??;
            rest.get(head..)?.get(..usize::try_from(len).ok()?)
        })
    };
    let is_known = |name: &[u8]| HARMLESS.iter().any(|harmless| name.starts_with(harmless));
    texts(TAG_NAME).all(is_known) && texts(TAG_TEXT).all(names_a_program)
}

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
    found.private.push(Overwrite { offset: at, head, zeros });
}
