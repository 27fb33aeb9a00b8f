//! MP4 and MOV: `udta`, `meta`, `uuid`, boxes of camera makers, names, and every track but picture and sound.

use super::program_name::names_a_program;
use super::{Findings, Overwrite};
use crate::mp4::{FRAGMENT, MAX_FRAGMENTS_FROM_START, Mp4Box, is_name};
use crate::reader::bytes::{fourcc_at, u16_at, u32_at, u64_at};
use crate::reader::{Outcome, RejectReason, Source};

/// Maximum bytes of a name, and of a `udta` that may only name a program.
const SMALL: u64 = 1024;
/// Maximum bytes of free space to inspect: programs leave removed data there. Larger space is cleared unseen.
const FREE_MAX: u64 = 1024 * 1024;
/// Maximum bytes of a table of a track that is removed: 5 minutes with 800 samples a second.
const TABLE_MAX: u64 = 1024 * 1024;
/// Maximum bytes of a run in a fragment.
const RUN_MAX: u64 = 64 * 1024;

/// A track that is removed, whose samples in fragments are removed too.
struct Removed {
    id: u32,
    /// Default size of its samples in fragments.
    sample_size: u32,
}

/// Walks the boxes at the top level. In a fragmented file it reads what the probe has read: the first fragments, and
/// the last ones with everything behind them. If the first ones have private data, it reads every fragment.
pub(super) async fn examine(source: &mut Source, found: &mut Findings) -> Outcome<()> {
    let mut at = 0;
    let mut fragments = 0;
    let mut removed = Vec::new();
    let mut reads_all = false;
    while let Some(one) = Mp4Box::at(source, at).await? {
        at = one.end;
        match &one.kind {
            b"moov" => {
                in_movie(source, one, &mut removed, found).await?;
                reads_all |= !removed.is_empty();
            }
            b"moof" if one.end <= source.len() => {
                fragments = u32::saturating_add(fragments, 1);
                if fragments > MAX_FRAGMENTS_FROM_START && !reads_all {
                    return after_last_fragment(source, one.start, found).await;
                }
                let before = found.private.len();
                let outcome = in_fragment(source, one, &removed, found).await;
                reads_all |= found.private.len() > before;
                if outcome.is_err() && reads_all {
                    found.is_incomplete = true;
                }
                outcome?;
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
            // The last one may be cut off.
            free(Mp4Box { end: one.end.min(source.len()), ..one }, found);
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
                found.private.append(&mut behind.private);
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

async fn in_movie(source: &mut Source, moov: Mp4Box, removed: &mut Vec<Removed>, found: &mut Findings) -> Outcome<()> {
    moov.load(source).await?;
    let mut fragments = None;
    let mut at = moov.body;
    while let Some(one) = moov.child(source, at).await? {
        match &one.kind {
            b"mvex" => {
                keep_only(source, one, &[b"mehd", b"trex", b"leva", b"trep"], found).await?;
                fragments = Some(one);
            }
            b"trak" => in_track(source, one, removed, found).await?,
            b"udta" if is_of_a_program(source, one).await? => {}
            _ => keep_if_known(source, one, &[b"mvhd", b"pssh"], found).await?,
        }
        at = one.end;
    }
    match fragments {
        Some(mvex) if !removed.is_empty() => read_sample_sizes(source, mvex, removed).await,
        Some(_) => Ok(()),
        // Without fragments nothing of them is elsewhere.
        None => {
            removed.clear();
            Ok(())
        }
    }
}

/// Reads the default sample sizes of removed tracks from `trex` (8.8.3).
async fn read_sample_sizes(source: &mut Source, mvex: Mp4Box, removed: &mut [Removed]) -> Outcome<()> {
    let mut at = mvex.body;
    while let Some(one) = mvex.child(source, at).await? {
        if one.kind == *b"trex" {
            let trex = one.content(source, 24).await?;
            let (id, size) = (u32_at(trex, 4)?, u32_at(trex, 16)?);
            for track in removed.iter_mut().filter(|track| track.id == id) {
                track.sample_size = size;
            }
        }
        at = one.end;
    }
    Ok(())
}

async fn in_track(source: &mut Source, trak: Mp4Box, removed: &mut Vec<Removed>, found: &mut Findings) -> Outcome<()> {
    let media = trak.find(source, *b"mdia").await?;
    let handler = match media {
        Some(media) => media.find(source, *b"hdlr").await?,
        None => None,
    };
    let kind = match handler {
        Some(handler) => fourcc_at(handler.content(source, 12).await?, 8)?,
        None => *b"    ",
    };
    // Sensor data of the recording, subtitles, in which drones write positions, timecodes with the name of a reel.
    if !matches!(&kind, b"vide" | b"soun") {
        if let Some(media) = media
            && samples_of(source, media, found).await.is_err()
        {
            found.is_incomplete = true;
        }
        if let Some(header) = trak.find(source, *b"tkhd").await? {
            let tkhd = header.content(source, 24).await?;
            let id = u32_at(tkhd, if tkhd.first() == Some(&1) { 20 } else { 12 })?;
            removed.push(Removed { id, sample_size: 0 });
        }
        free(trak, found);
        return Ok(());
    }
    let mut at = trak.body;
    while let Some(one) = trak.child(source, at).await? {
        match &one.kind {
            b"edts" => keep_only(source, one, &[b"elst"], found).await?,
            b"tapt" => keep_only(source, one, &[b"clef", b"prof", b"enof"], found).await?,
            b"mdia" => in_media(source, one, found).await?,
            b"udta" if is_of_a_program(source, one).await? => {}
            _ => keep_if_known(source, one, &[b"tkhd", b"trgr", b"senc"], found).await?,
        }
        at = one.end;
    }
    Ok(())
}

async fn in_media(source: &mut Source, mdia: Mp4Box, found: &mut Findings) -> Outcome<()> {
    let mut at = mdia.body;
    while let Some(one) = mdia.child(source, at).await? {
        match &one.kind {
            b"hdlr" => in_handler(source, one, found).await?,
            b"minf" => in_information(source, one, found).await?,
            _ => keep_if_known(source, one, &[b"mdhd", b"elng"], found).await?,
        }
        at = one.end;
    }
    Ok(())
}

/// Clears the name of a handler, which follows its type and three reserved fields.
async fn in_handler(source: &mut Source, hdlr: Mp4Box, found: &mut Findings) -> Outcome<()> {
    let from = hdlr.body.saturating_add(24);
    in_name(source, from, hdlr.end.saturating_sub(from), found).await
}

/// Clears a name, unless it only names a program.
async fn in_name(source: &mut Source, from: u64, len: u64, found: &mut Findings) -> Outcome<()> {
    if len > 0 && (len > SMALL || !names_a_program(source.read(from, len).await?)) {
        found.zero(from, len);
    }
    Ok(())
}

async fn in_information(source: &mut Source, minf: Mp4Box, found: &mut Findings) -> Outcome<()> {
    let is_picture = minf.find(source, *b"vmhd").await?.is_some();
    let mut at = minf.body;
    while let Some(one) = minf.child(source, at).await? {
        match &one.kind {
            // QuickTime names the program that reads the data.
            b"hdlr" => in_handler(source, one, found).await?,
            b"dinf" => in_references(source, one, found).await?,
            b"stbl" => in_tables(source, one, is_picture, found).await?,
            _ => keep_if_known(source, one, &[b"vmhd", b"smhd"], found).await?,
        }
        at = one.end;
    }
    Ok(())
}

/// Makes each data reference one to the file itself, without a path or the name of a disk.
async fn in_references(source: &mut Source, dinf: Mp4Box, found: &mut Findings) -> Outcome<()> {
    keep_only(source, dinf, &[b"dref"], found).await?;
    let Some(dref) = dinf.find(source, *b"dref").await? else { return Ok(()) };
    let mut at = dref.body.saturating_add(8);
    while let Some(one) = dref.child(source, at).await? {
        let says_more = one.len() > SMALL || one.content(source, SMALL).await?.iter().skip(4).any(|byte| *byte != 0);
        if one.len() > 4 && says_more {
            let zeros = one.len().saturating_sub(4);
            found.private.push(Overwrite { offset: one.body, head: vec![0, 0, 0, 1], zeros });
        }
        at = one.end;
    }
    Ok(())
}

async fn in_tables(source: &mut Source, stbl: Mp4Box, is_picture: bool, found: &mut Findings) -> Outcome<()> {
    let mut at = stbl.body;
    while let Some(one) = stbl.child(source, at).await? {
        match &one.kind {
            b"stsd" => in_sample_entries(source, one, is_picture, found).await?,
            _ => keep_if_known(source, one, &TABLES, found).await?,
        }
        at = one.end;
    }
    Ok(())
}

/// Boxes of `stbl` that describe samples.
const TABLES: [&[u8; 4]; 18] = [
    b"stts", b"ctts", b"cslg", b"stsc", b"stsz", b"stz2", b"stco", b"co64", b"stss", b"stps", b"stsh", b"padb",
    b"stdp", b"sdtp", b"sbgp", b"sgpd", b"saiz", b"saio",
];

async fn in_fragment(source: &mut Source, moof: Mp4Box, removed: &[Removed], found: &mut Findings) -> Outcome<()> {
    let mut is_first = true;
    let mut at = moof.body;
    while let Some(one) = moof.child(source, at).await? {
        match &one.kind {
            b"traf" => {
                in_track_fragment(source, one, is_first.then_some(moof.start), moof.start, removed, found).await?;
                is_first = false;
            }
            _ => keep_if_known(source, one, &[b"mfhd", b"pssh"], found).await?,
        }
        at = one.end;
    }
    Ok(())
}

/// `base`: what offsets are relative to if the track does not say.
async fn in_track_fragment(
    source: &mut Source,
    traf: Mp4Box,
    base: Option<u64>,
    moof: u64,
    removed: &[Removed],
    found: &mut Findings,
) -> Outcome<()> {
    let mut samples = None;
    let mut at = traf.body;
    while let Some(one) = traf.child(source, at).await? {
        match &one.kind {
            b"tfhd" => samples = FragmentSamples::read(one.content(source, 32).await?, base, moof, removed)?,
            b"trun" => {
                if let Some(samples) = &mut samples {
                    samples.clear(source, one, found).await?;
                }
            }
            _ => keep_if_known(source, one, &OF_FRAGMENTS, found).await?,
        }
        at = one.end;
    }
    Ok(())
}

/// Boxes of `traf` that describe samples, besides its header and runs.
const OF_FRAGMENTS: [&[u8; 4]; 8] = [b"tfdt", b"sdtp", b"sbgp", b"sgpd", b"subs", b"saiz", b"saio", b"senc"];

/// The samples of a removed track in a fragment.
struct FragmentSamples {
    base: Option<u64>,
    /// End of the preceding run.
    next: Option<u64>,
    sample_size: u32,
}

impl FragmentSamples {
    /// Reads `tfhd` (8.8.7). `None` if the track is kept.
    fn read(tfhd: &[u8], base: Option<u64>, moof: u64, removed: &[Removed]) -> Outcome<Option<Self>> {
        let (flags, id) = (u32_at(tfhd, 0)?, u32_at(tfhd, 4)?);
        let Some(track) = removed.iter().find(|track| track.id == id) else { return Ok(None) };
        let has_base = flags & 0x1 != 0;
        let base = if has_base {
            Some(u64_at(tfhd, 8)?)
        } else if flags & 0x2_0000 != 0 {
            Some(moof)
        } else {
            base
        };
        let optional = usize::from(has_base)
            .saturating_mul(8)
            .saturating_add(usize::from(flags & 0x2 != 0).saturating_mul(4))
            .saturating_add(usize::from(flags & 0x8 != 0).saturating_mul(4));
        let sample_size = if flags & 0x10 != 0 { u32_at(tfhd, optional.saturating_add(8))? } else { track.sample_size };
        Ok(Some(Self { base, next: base, sample_size }))
    }

    /// Clears a run, `trun` (8.8.8).
    async fn clear(&mut self, source: &mut Source, trun: Mp4Box, found: &mut Findings) -> Outcome<()> {
        if trun.len() > RUN_MAX {
            return Err(RejectReason::TooComplex);
        }
        let run = trun.content(source, RUN_MAX).await?;
        let (flags, samples) = (u32_at(run, 0)?, u32_at(run, 4)?);
        let start = if flags & 0x1 != 0 {
            let from_base = u32_at(run, 8)?.cast_signed();
            self.base.map(|base| base.saturating_add_signed(from_base.into()))
        } else {
            self.next
        };
        // An offset relative to data that is not known.
        let start = start.ok_or(RejectReason::TooComplex)?;
        let first = usize::try_from((flags & 0x5).count_ones()).unwrap_or_default().saturating_mul(4).saturating_add(8);
        let stride = usize::try_from((flags & 0xf00).count_ones()).unwrap_or_default().saturating_mul(4);
        let size_at = if flags & 0x100 != 0 { 4 } else { 0 };
        let mut len = 0_u64;
        if flags & 0x200 == 0 {
            len = u64::from(samples).saturating_mul(self.sample_size.into());
        } else {
            for entry in run.get(first..).unwrap_or_default().chunks_exact(stride.max(4)) {
                len = len.saturating_add(u32_at(entry, size_at)?.into());
            }
        }
        self.next = Some(start.saturating_add(len));
        found.zero(start, len.min(source.len().saturating_sub(start)));
        Ok(())
    }
}

/// Cleans the sample entries of a video or audio track.
async fn in_sample_entries(source: &mut Source, stsd: Mp4Box, is_picture: bool, found: &mut Findings) -> Outcome<()> {
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
            in_name(source, entry.start.saturating_add(50), 32, found).await?;
        }
        let boxes = Mp4Box { body: entry.start.saturating_add(header), ..entry };
        let mut unknown = Findings::default();
        // Unless it does not consist of boxes only.
        if keep_only(source, boxes, &OF_CODECS, &mut unknown).await.is_ok() {
            found.private.append(&mut unknown.private);
        }
        at = entry.end;
    }
    Ok(())
}

/// Sample entry boxes that describe decoding, display or playback.
const OF_CODECS: [&[u8; 4]; 42] = [
    b"avcC", b"hvcC", b"lhvC", b"vvcC", b"vpcC", b"av1C", b"dvcC", b"dvvC", b"dvwC", b"d263", b"m4ds", b"glbl",
    b"esds", b"btrt", b"pasp", b"clap", b"colr", b"fiel", b"gama", b"mdcv", b"clli", b"SmDm", b"CoLL", b"cclv",
    b"amve", b"st3d", b"sv3d", b"vexu", b"sinf", b"dOps", b"dac3", b"dec3", b"dfLa", b"damr", b"alac", b"pcmC",
    b"wave", b"chan", b"chnl", b"srat", b"SA3D", b"ACLR",
];

/// Clears all boxes within another but those of known types.
async fn keep_only(source: &mut Source, parent: Mp4Box, known: &[&[u8; 4]], found: &mut Findings) -> Outcome<()> {
    let mut at = parent.body;
    while let Some(one) = parent.child(source, at).await? {
        keep_if_known(source, one, known, found).await?;
        at = one.end;
    }
    Ok(())
}

/// Clears a box, unless its type is known or it is empty free space.
async fn keep_if_known(source: &mut Source, one: Mp4Box, known: &[&[u8; 4]], found: &mut Findings) -> Outcome<()> {
    match &one.kind {
        b"free" | b"skip" => in_free(source, one, found).await?,
        kind if known.contains(&kind) => {}
        _ => free(one, found),
    }
    Ok(())
}

/// Replaces a box by free space.
fn free(one: Mp4Box, found: &mut Findings) {
    found.private.push(Overwrite { offset: one.start.saturating_add(4), head: b"free".to_vec(), zeros: 0 });
    found.zero(one.body, one.len());
}

/// Clears free space that is not empty.
async fn in_free(source: &mut Source, one: Mp4Box, found: &mut Findings) -> Outcome<()> {
    if one.len() == 0 || one.end > source.len() {
        return Ok(());
    }
    if one.len() > FREE_MAX || one.content(source, FREE_MAX).await?.iter().any(|byte| *byte != 0) {
        found.zero(one.body, one.len());
    }
    Ok(())
}

/// Whether `udta` only names the program that wrote the file, as that of ffmpeg and mediabunny does.
async fn is_of_a_program(source: &mut Source, udta: Mp4Box) -> Outcome<bool> {
    if udta.len() > SMALL {
        return Ok(false);
    }
    let content = udta.content(source, SMALL).await?;
    let all =
        |boxes: &[u8], fits: &dyn Fn([u8; 4], &[u8]) -> bool| children(boxes).all(|(kind, body)| fits(kind, body));
    // A length and a language precede QuickTime's text, a type and a locale that of a `data` box.
    let text = |body: &[u8]| body.get(if body.get(4..8) == Some(b"data") { 16 } else { 4 }..).map(<[u8]>::to_vec);
    let is_tool = |kind: [u8; 4], body: &[u8]| {
        matches!(&kind, b"\xa9too" | b"\xa9swr" | b"\xa9enc") && text(body).is_some_and(|text| names_a_program(&text))
    };
    let in_list = |kind: [u8; 4], body: &[u8]| match &kind {
        b"hdlr" => body.get(24..).is_some_and(names_a_program),
        b"free" => body.iter().all(|byte| *byte == 0),
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

/// Clears the samples of a track, whose bytes are interleaved with picture and sound.
async fn samples_of(source: &mut Source, mdia: Mp4Box, found: &mut Findings) -> Outcome<()> {
    let Some(minf) = mdia.find(source, *b"minf").await? else { return Ok(()) };
    let Some(stbl) = minf.find(source, *b"stbl").await? else { return Ok(()) };
    let offsets = match stbl.find(source, *b"stco").await? {
        Some(stco) => Some(stco),
        None => stbl.find(source, *b"co64").await?,
    };
    let Some(offsets) = offsets.filter(|offsets| offsets.len() > 8) else { return Ok(()) };
    let wide = offsets.kind == *b"co64";
    let places = table(source, offsets).await?;
    let chunks = usize::try_from(u32_at(&places, 4)?).unwrap_or(usize::MAX);
    if chunks == 0 {
        return Ok(());
    }
    let lengths = stbl.find(source, *b"stsz").await?.ok_or(RejectReason::TooComplex)?;
    let layout = stbl.find(source, *b"stsc").await?.ok_or(RejectReason::TooComplex)?;
    let (sizes, runs) = (table(source, lengths).await?, table(source, layout).await?);
    let all = u64::from(u32_at(&sizes, 4)?);
    let (mut run, mut sample) = (0_usize, 0_usize);
    for chunk in 0..chunks {
        let place = if wide {
            u64_at(&places, chunk.saturating_mul(8).saturating_add(8))?
        } else {
            u32_at(&places, chunk.saturating_mul(4).saturating_add(8))?.into()
        };
        // The next run of chunks starts with this chunk, counted from 1 (8.7.4).
        let next = run.saturating_add(1).saturating_mul(12).saturating_add(8);
        if u32_at(&runs, next).is_ok_and(|first| usize::try_from(first) == Ok(chunk.saturating_add(1))) {
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
        found.zero(place, len.min(source.len().saturating_sub(place)));
    }
    Ok(())
}

/// Reads a table of a track.
async fn table(source: &mut Source, one: Mp4Box) -> Outcome<Vec<u8>> {
    if one.len() > TABLE_MAX {
        return Err(RejectReason::TooComplex);
    }
    Ok(one.content(source, TABLE_MAX).await?.to_vec())
}
