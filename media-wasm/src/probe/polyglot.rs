//! Polyglots: files that one program opens as a video and another as an archive or a document.

use crate::reader::bytes::{find, u16_at, u32_at};
use crate::reader::{Outcome, Source};

/// Bytes of the first read: the index of a finished video of 40 seconds fits.
pub(crate) const HEAD: u64 = 24 * 1024;
/// Maximum bytes of a ZIP archive's end: a record of 22 bytes and a comment of up to 65,535 (APPNOTE 4.3.16).
pub(crate) const ZIP_TAIL: u64 = 22 + 65_535;
/// Bytes in which PDF viewers search for the signature.
const PDF_HEAD: u64 = 1024;

/// Whether an unzip program would find an archive here. It searches from the end, so any video may contain one, even
/// inside a well-formed box.
pub(super) async fn ends_as_zip(source: &mut Source) -> Outcome<bool> {
    let start = source.len().saturating_sub(ZIP_TAIL);
    let tail = source.read_tail(ZIP_TAIL).await?;
    Ok(find(tail, *b"PK\x05\x06").any(|at| is_zip_end(start, tail, at).unwrap_or(false)))
}

/// Checks an end record: its four signature bytes may occur by chance in a video; a matching directory and comment length do not.
fn is_zip_end(start: u64, tail: &[u8], at: usize) -> Outcome<bool> {
    let record = tail.get(at..).unwrap_or_default();
    let reversed = |at: usize| u32_at(record, at).map(u32::swap_bytes);
    let directory = u64::from(reversed(12)?);
    let before = start.saturating_add(u64::try_from(at).unwrap_or_default());
    let comment = usize::from(u16_at(record, 20)?.swap_bytes());
    Ok((1..=before).contains(&directory) && record.len() >= comment.saturating_add(22))
}

/// Whether a PDF viewer would open this file.
pub(super) async fn begins_as_pdf(source: &mut Source) -> Outcome<bool> {
    let head = source.read_head(HEAD).await?;
    let head = head.get(..usize::try_from(PDF_HEAD).unwrap_or_default()).unwrap_or(head);
    Ok(find(head, *b"%PDF").next().is_some())
}
