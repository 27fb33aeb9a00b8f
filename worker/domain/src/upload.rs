//! A video being received.

use crate::limits::CHUNK_BYTES;
use crate::string_enum::string_enum;

string_enum! {
    /// The status of an upload.
    UploadStatus {
        /// Resumable: waiting for more bytes or for its form.
        Open = "open",
        /// Being received in the body of a request.
        Receiving = "receiving",
        /// Belongs to a submission.
        Accepted = "accepted",
        /// Delivered; its chunks are deleted.
        Cleared = "cleared",
    }
}

/// Returns the size of the next chunk for the remaining bytes: as few chunks as possible, of about
/// equal size, because a short last chunk would make the first ones take longer.
#[must_use]
pub fn chunk_size(left: u64) -> u32 {
    let chunks = left.div_ceil(CHUNK_BYTES.into()).max(1);
    u32::try_from(left.div_ceil(chunks)).unwrap_or(CHUNK_BYTES)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_are_few_and_of_equal_size() {
        let most = u64::from(CHUNK_BYTES);
        for length in [1, 1000, most, most + 1, 2 * most, 2 * most + 1, 8_100_000, 95 * 1024 * 1024] {
            let mut sizes = Vec::new();
            while sizes.iter().sum::<u64>() < length {
                sizes.push(u64::from(chunk_size(length - sizes.iter().sum::<u64>())));
            }
            assert_eq!(sizes.iter().sum::<u64>(), length);
            assert_eq!(sizes.len() as u64, length.div_ceil(most));
            let (Some(largest), Some(smallest)) = (sizes.iter().max(), sizes.iter().min()) else { panic!("{length}") };
            assert!(*largest <= most && largest - smallest <= sizes.len() as u64, "{sizes:?}");
        }
        assert_eq!(chunk_size(0), 0);
        assert_eq!(chunk_size(u64::MAX), CHUNK_BYTES);
    }
}
