//! Finds private metadata that a phone writes beside picture and sound: location, make and model, owner (INV71).
//!
//! The data is overwritten in place, so that no offset changes: an MP4 box becomes `free` (ISO 14496-12, 8.1.2), a
//! Matroska element `Void` (RFC 8794, 11.3.2). Boxes are kept by an allowlist of those that playback needs, because
//! makers invent new ones. Metadata that only names the program that wrote the file stays.

mod matroska;
mod mp4;
mod program_name;

use std::task::{Context, Poll, Waker};

use crate::reader::{Outcome, RejectReason, Source, run_with};
use crate::webm::SIGNATURE;

/// A range of a file to overwrite in place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overwrite {
    /// Offset from the start of the file.
    pub offset: u64,
    /// Bytes written at the offset, before the zeros.
    pub head: Vec<u8>,
    /// Number of zeros that follow.
    pub zeros: u64,
}

impl Overwrite {
    fn zeros(offset: u64, zeros: u64) -> Self {
        Self { offset, head: Vec::new(), zeros }
    }

    /// The offset after the last overwritten byte.
    #[must_use]
    pub fn end(&self) -> u64 {
        self.offset.saturating_add(u64::try_from(self.head.len()).unwrap_or_default()).saturating_add(self.zeros)
    }

    /// Applies the part that overlaps `bytes`, whose first byte is at `start` in the file.
    pub fn apply(&self, start: u64, bytes: &mut [u8]) {
        let index = |at: u64| usize::try_from(at.saturating_sub(start)).unwrap_or(usize::MAX).min(bytes.len());
        let (from, to) = (index(self.offset), index(self.end()));
        let skipped = usize::try_from(start.saturating_sub(self.offset)).unwrap_or(usize::MAX);
        let head = self.head.iter().copied().chain(std::iter::repeat(0)).skip(skipped);
        for (byte, value) in bytes.get_mut(from..to).unwrap_or_default().iter_mut().zip(head) {
            *byte = value;
        }
    }
}

#[derive(Default)]
struct Findings {
    private: Vec<Overwrite>,
    /// There is more that could not be read.
    is_incomplete: bool,
}

impl Findings {
    /// Adds zeros, joined with the last overwrite if they follow it.
    fn zero(&mut self, offset: u64, zeros: u64) {
        match self.private.last_mut() {
            _ if zeros == 0 => {}
            Some(last) if last.head.is_empty() && last.end() == offset => last.zeros = last.zeros.saturating_add(zeros),
            _ => self.private.push(Overwrite::zeros(offset, zeros)),
        }
    }
}

/// Searches a probed file for private data through `read`, which returns the bytes at `(offset, len)`. Unreadable
/// structures end the search; the findings up to there are returned.
///
/// # Errors
/// The outer result is the first error of `read`. The inner one is [`RejectReason::PrivateData`] if not all private data
/// can be found.
pub async fn find_with<E>(
    file_len: u64,
    read: impl AsyncFn(u64, u32) -> Result<Vec<u8>, E>,
) -> Result<Result<Vec<Overwrite>, RejectReason>, E> {
    let search = async |mut source: Source| {
        let mut found = Findings::default();
        // A parse error does not invalidate earlier findings.
        let _ = examine(&mut source, &mut found).await;
        found
    };
    let found = run_with(file_len, search, read).await?.unwrap_or_default();
    Ok(if found.is_incomplete { Err(RejectReason::PrivateData) } else { Ok(found.private) })
}

/// Searches a file that is in memory.
///
/// # Errors
/// As [`find_with`].
pub fn find_in_slice(file: &[u8]) -> Result<Vec<Overwrite>, RejectReason> {
    let read = async |offset: u64, len: u32| -> Result<Vec<u8>, RejectReason> {
        let from = usize::try_from(offset).ok();
        let bytes = from.and_then(|from| file.get(from..)?.get(..usize::try_from(len).ok()?));
        bytes.map(<[u8]>::to_vec).ok_or(RejectReason::ReadFailed)
    };
    let mut search = Box::pin(find_with(u64::try_from(file.len()).unwrap_or_default(), read));
    match search.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(Ok(found)) => found,
        _ => Err(RejectReason::ReadFailed),
    }
}

async fn examine(source: &mut Source, found: &mut Findings) -> Outcome<()> {
    // Reads the same head as the probe, so that it need not be read twice.
    let head = source.read_head(crate::probe::HEAD).await?;
    if crate::mp4::is_signature(head) {
        mp4::examine(source, found).await
    } else if head.starts_with(&SIGNATURE) {
        matroska::examine(source, found).await
    } else {
        Ok(())
    }
}
