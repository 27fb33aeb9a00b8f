//! MP4 and MOV: `udta`, `meta`, `uuid`, boxes of camera makers, and tracks of sensor data.

use super::{Findings, Overwrite};
use crate::mp4::{FRAGMENT, MAX_FRAGMENTS_FROM_START, Mp4Box, is_name};
use crate::reader::bytes::{fourcc_at, u16_at, u32_at, u64_at};
use crate::reader::{Outcome, RejectReason, Source};

/// Maximum bytes of a `udta` that may only name a program.
const SMALL: u64 = 1024;
/// Maximum bytes of free space to inspect: programs leave removed data there.
const FREE_MAX: u64 = 256 * 1024;
/// Maximum chunks of a sensor track to overwrite: 5 minutes have at most about one per second.
const MAX_CHUNKS: u64 = 2048;

/// Walks the boxes at the top level. In a fragmented file it reads what the probe has read: the first fragments, and
/// the last ones with everything behind them.
pub(super) async fn examine(source: &mut Source, found: &mut Findings) -> Outcome<()> {
    let mut at = 0;
    let mut fragments = 0;
    while let Some(one) = Mp4Box::at(source, at).await? {
        at = one.end;
        match &one.kind {
            b"moov" => in_movie(source, one, found).await?,
            b"moof" => {
                fragments = u32::saturating_add(fragments, 1);
                if fragments > MAX_FRAGMENTS_FROM_START {
                    return after_last_fragment(source, one.start, found).await;
                }
            }
            _ => at_top(source, one, found).await?,
        }
    }
    Ok(())
}

async fn at_top(source: &mut Source, one: Mp4Box, found: &mut Findings) -> Outcome<()> {
    match &one.kind {
        b"moov" | b"moof" | b"ftyp" | b"styp" | b"mdat" | b"mfra" | b"sidx" | b"ssix" | b"pdin" | b"wide" => Ok(()),
        b"free" | b"skip" => in_free(source, one, found).await,
        _ => {
            if one.end <= source.len() {
                free(one, found);
            }
            Ok(())
        }
    }
}

/// Walks from the last fragment to the end. Only a walk that arrives there counts: media data may contain any bytes.
async fn after_last_fragment(source: &mut Source, floor: u64, found: &mut Findings) -> Outcome<()> {
    let mut searched_from = source.frames_end().await?;
    while let Some(candidates) = source.next_candidates(FRAGMENT, &mut searched_from, floor).await? {
        for candidate in candidates {
            let mut behind = Findings::default();
            if walk_to_end(source, candidate, &mut behind).await.is_ok() {
                found.telling.append(&mut behind.telling);
                return Ok(());
            }
        }
    }
    Ok(())
}

async fn walk_to_end(source: &mut Source, mut at: u64, found: &mut Findings) -> Outcome<()> {
    while let Some(one) = Mp4Box::at(source, at).await? {
        if !is_name(one.kind) {
            return Err(RejectReason::TrailingData);
        }
        at_top(source, one, found).await?;
        at = one.end;
    }
    Ok(())
}

async fn in_movie(source: &mut Source, moov: Mp4Box, found: &mut Findings) -> Outcome<()> {
    moov.load(source).await?;
    let mut at = moov.body;
    while let Some(one) = moov.child(source, at).await? {
        match &one.kind {
            b"mvhd" | b"mvex" | b"iods" | b"pssh" | b"clip" | b"ctab" => {}
            b"trak" => in_track(source, one, found).await?,
            b"free" | b"skip" => in_free(source, one, found).await?,
            b"udta" if names_a_program(source, one).await? => {}
            _ => free(one, found),
        }
        at = one.end;
    }
    Ok(())
}

async fn in_track(source: &mut Source, trak: Mp4Box, found: &mut Findings) -> Outcome<()> {
    let media = trak.find(source, *b"mdia").await?;
    let handler = match media {
        Some(media) => media.find(source, *b"hdlr").await?,
        None => None,
    };
    let kind = match handler {
        Some(handler) => fourcc_at(handler.content(source, 12).await?, 8)?,
        None => *b"    ",
    };
    // Sensor data of the recording: `gpmd`, `mebx`, `camm` and the like. Some cameras write it as subtitles.
    if let (Some(media), b"meta" | b"camm" | b"text" | b"sbtl" | b"subt" | b"subp" | b"clcp") = (media, &kind) {
        let _ = samples_of(source, media, found).await;
        free(trak, found);
        return Ok(());
    }
    let mut at = trak.body;
    while let Some(one) = trak.child(source, at).await? {
        match &one.kind {
            b"tkhd" | b"edts" | b"tref" | b"tapt" | b"clip" | b"matt" | b"load" | b"imap" | b"trgr" | b"senc" => {}
            b"mdia" => in_media(source, one, found).await?,
            b"free" | b"skip" => in_free(source, one, found).await?,
            b"udta" if names_a_program(source, one).await? => {}
            _ => free(one, found),
        }
        at = one.end;
    }
    Ok(())
}

async fn in_media(source: &mut Source, mdia: Mp4Box, found: &mut Findings) -> Outcome<()> {
    let mut at = mdia.body;
    while let Some(one) = mdia.child(source, at).await? {
        match &one.kind {
            b"hdlr" => {
                // The name follows the type and three reserved fields.
                let from = one.body.saturating_add(24);
                found.names.push(Overwrite::zeros(from, one.end.saturating_sub(from)));
            }
            b"minf" => in_samples(source, one, found).await?,
            b"mdhd" | b"elng" => {}
            b"free" | b"skip" => in_free(source, one, found).await?,
            _ => free(one, found),
        }
        at = one.end;
    }
    Ok(())
}

/// Cleans the sample entries of a video or audio track.
async fn in_samples(source: &mut Source, minf: Mp4Box, found: &mut Findings) -> Outcome<()> {
    let is_picture = minf.find(source, *b"vmhd").await?.is_some();
    let Some(stbl) = minf.find(source, *b"stbl").await? else { return Ok(()) };
    let Some(stsd) = stbl.find(source, *b"stsd").await? else { return Ok(()) };
    let is_iso = stsd.content(source, 1).await?.first() == Some(&1);
    let mut at = stsd.body.saturating_add(8);
    while let Some(entry) = stsd.child(source, at).await? {
        let header = match u16_at(entry.content(source, 10).await?, 8)? {
            // Header lengths of video (12.1.3) and audio entries (12.2.3); QuickTime extended the latter twice.
            _ if is_picture => 86,
            1 if !is_iso => 52,
            2 if !is_iso => 72,
            _ => 36,
        };
        if is_picture && entry.len() >= 86 {
            // The encoder's name.
            found.names.push(Overwrite::zeros(entry.start.saturating_add(50), 32));
        }
        if let Ok(unknown) = unknown_boxes(source, entry, header).await {
            for one in unknown {
                free(one, found);
            }
        }
        at = entry.end;
    }
    Ok(())
}

/// Returns the boxes of a sample entry that no decoder or player needs. Fails if the entry does not consist of boxes only.
async fn unknown_boxes(source: &mut Source, entry: Mp4Box, header: u64) -> Outcome<Vec<Mp4Box>> {
    let mut unknown = Vec::new();
    let mut at = entry.start.saturating_add(header);
    while let Some(one) = entry.child(source, at).await? {
        if !OF_CODECS.contains(&&one.kind) {
            unknown.push(one);
        }
        at = one.end;
    }
    Ok(unknown)
}

/// Sample entry boxes that describe decoding, display or playback.
const OF_CODECS: [&[u8; 4]; 44] = [
    b"avcC", b"hvcC", b"lhvC", b"vvcC", b"vpcC", b"av1C", b"dvcC", b"dvvC", b"dvwC", b"d263", b"m4ds", b"glbl",
    b"esds", b"btrt", b"pasp", b"clap", b"colr", b"fiel", b"gama", b"mdcv", b"clli", b"SmDm", b"CoLL", b"cclv",
    b"amve", b"st3d", b"sv3d", b"vexu", b"sinf", b"dOps", b"dac3", b"dec3", b"dfLa", b"damr", b"alac", b"pcmC",
    b"wave", b"chan", b"chnl", b"srat", b"SA3D", b"free", b"skip", b"ACLR",
];

/// Replaces a box by free space.
fn free(one: Mp4Box, found: &mut Findings) {
    found.telling.push(Overwrite { offset: one.start.saturating_add(4), head: b"free".to_vec(), zeros: 0 });
    found.telling.push(Overwrite::zeros(one.body, one.len()));
}

/// Clears free space that is not empty.
async fn in_free(source: &mut Source, one: Mp4Box, found: &mut Findings) -> Outcome<()> {
    if one.len() == 0 || one.len() > FREE_MAX || one.end > source.len() {
        return Ok(());
    }
    if one.content(source, FREE_MAX).await?.iter().any(|byte| *byte != 0) {
        found.telling.push(Overwrite::zeros(one.body, one.len()));
    }
    Ok(())
}

/// Whether `udta` only names the program that wrote the file, as that of ffmpeg and mediabunny does.
async fn names_a_program(source: &mut Source, udta: Mp4Box) -> Outcome<bool> {
    if udta.len() > SMALL {
        return Ok(false);
    }
    let content = udta.content(source, SMALL).await?;
    let is_program = |text: &[u8]| [&b"Lav"[..], b"mediabunny", b"Mediabunny"].iter().any(|name| find(text, name));
    let all =
        |boxes: &[u8], fits: &dyn Fn([u8; 4], &[u8]) -> bool| children(boxes).all(|(kind, body)| fits(kind, body));
    let is_tool =
        |kind: [u8; 4], body: &[u8]| matches!(&kind, b"\xa9too" | b"\xa9swr" | b"\xa9enc") && is_program(body);
    let in_list = |kind: [u8; 4], body: &[u8]| match &kind {
        b"hdlr" | b"free" => true,
        b"ilst" => all(body, &is_tool),
        _ => false,
    };
    Ok(all(content, &|kind, body| match &kind {
        b"meta" => body.get(4..).is_some_and(|body| all(body, &in_list)),
        _ => is_tool(kind, body),
    }))
}

/// Iterates over the boxes in a byte slice; unreadable bytes are returned as one box with a blank name.
fn children(bytes: &[u8]) -> impl Iterator<Item = ([u8; 4], &[u8])> {
    let mut rest = bytes;
    std::iter::from_fn(move || {
        // QuickTime ends some lists with four zero bytes.
        if rest.iter().all(|byte| *byte == 0) {
            return None;
        }
        let read = || {
            let size = usize::try_from(u32_at(rest, 0).ok()?).ok()?;
            let (whole, after) = rest.split_at_checked(size)?;
            Some((fourcc_at(whole, 4).ok()?, whole.get(8..)?, after))
        };
        let (kind, body, after) = read().unwrap_or((*b"    ", rest, &[]));
        rest = after;
        Some((kind, body))
    })
}

fn find(text: &[u8], name: &[u8]) -> bool {
    text.windows(name.len()).any(|window| window == name)
}

/// Clears the samples of a track, whose bytes are interleaved with picture and sound.
async fn samples_of(source: &mut Source, mdia: Mp4Box, found: &mut Findings) -> Outcome<()> {
    let Some(minf) = mdia.find(source, *b"minf").await? else { return Ok(()) };
    let Some(stbl) = minf.find(source, *b"stbl").await? else { return Ok(()) };
    let (Some(lengths), Some(layout)) = (stbl.find(source, *b"stsz").await?, stbl.find(source, *b"stsc").await?) else {
        return Ok(());
    };
    let (offsets, wide) = match stbl.find(source, *b"stco").await? {
        Some(stco) => (stco, false),
        None => match stbl.find(source, *b"co64").await? {
            Some(co64) => (co64, true),
            None => return Ok(()),
        },
    };
    let table = |one: Mp4Box, head: u64| one.len().min(head.saturating_add(MAX_CHUNKS.saturating_mul(12)));
    let sizes = source.read(lengths.body, table(lengths, 12)).await?.to_vec();
    let runs = source.read(layout.body, table(layout, 8)).await?.to_vec();
    let places = source.read(offsets.body, table(offsets, 8)).await?.to_vec();
    let all = u64::from(u32_at(&sizes, 4)?);
    let chunks = u64::from(u32_at(&places, 4)?).min(MAX_CHUNKS);
    let (mut run, mut sample) = (0_usize, 0_usize);
    for chunk in 0..chunks {
        let index = usize::try_from(chunk).unwrap_or(usize::MAX);
        let place = if wide {
            u64_at(&places, index.saturating_mul(8).saturating_add(8))?
        } else {
            u32_at(&places, index.saturating_mul(4).saturating_add(8))?.into()
        };
        // The next run of chunks starts with this chunk, counted from 1 (8.7.4).
        let next = run.saturating_add(1).saturating_mul(12).saturating_add(8);
        if u32_at(&runs, next).is_ok_and(|first| u64::from(first) == chunk.saturating_add(1)) {
            run = run.saturating_add(1);
        }
        let in_chunk = u32_at(&runs, run.saturating_mul(12).saturating_add(12))?;
        let mut len = u64::from(in_chunk).saturating_mul(all);
        if all == 0 {
            for _ in 0..in_chunk {
                len = len.saturating_add(u32_at(&sizes, sample.saturating_mul(4).saturating_add(12))?.into());
                sample = sample.saturating_add(1);
            }
        }
        if place.saturating_add(len) <= source.len() {
            found.telling.push(Overwrite::zeros(place, len));
        }
    }
    Ok(())
}
