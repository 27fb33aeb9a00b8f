//! Drive's metadata of a file, compared with the sent file.

use domain::google_drive::API;
use serde::Deserialize;

use super::calls::Calls;
use super::{ALL_DRIVES, Outcome, answer};
use crate::integrations::drive::digest_of_body;
use crate::integrations::http::discard;

/// The requested fields of a [`FileMetadata`].
pub(super) const METADATA_FIELDS: &str = "id,size,sha256Checksum,trashed,explicitlyTrashed";

/// A file's metadata.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct FileMetadata {
    #[serde(default)]
    pub id: String,
    pub size: Option<String>,
    pub sha256_checksum: Option<String>,
    #[serde(default)]
    pub trashed: bool,
    #[serde(default)]
    pub explicitly_trashed: bool,
}

/// Result of comparing a file.
pub(super) enum FileState {
    Complete,
    Changed,
    /// It (`itself`), or a folder above it, is in the bin.
    Trashed {
        itself: bool,
    },
    Missing,
}

impl FileMetadata {
    /// Whether the file is visible and has the sent size and SHA-256.
    pub fn is_whole(&self, size: u64, sha256: &str) -> bool {
        !self.trashed && self.size == Some(size.to_string()) && self.sha256_checksum.as_deref() == Some(sha256)
    }
}

impl Calls<'_> {
    /// Compares a file with the sent one.
    pub async fn compare(&self, id: &str, size: u64, sha256: &str) -> Outcome<FileState> {
        let url = format!("{API}/files/{id}?{ALL_DRIVES}&fields={METADATA_FIELDS}");
        let response = self.send("GET", &url, &[], None).await?;
        if response.status_code() == 404 {
            discard(response).await;
            return Ok(FileState::Missing);
        }
        let mut file: FileMetadata = answer::json(response).await?;
        if file.trashed {
            return Ok(FileState::Trashed { itself: file.explicitly_trashed });
        }
        if file.sha256_checksum.is_none() {
            file.sha256_checksum = self.count(id, size).await?;
        }
        Ok(if file.is_whole(size, sha256) { FileState::Complete } else { FileState::Changed })
    }

    /// Computes the SHA-256 of a file if Drive has not.
    async fn count(&self, id: &str, size: u64) -> Outcome<Option<String>> {
        let response = self.send("GET", &format!("{API}/files/{id}?alt=media&{ALL_DRIVES}"), &[], None).await?;
        if response.status_code() != 200 {
            return Err(answer::fault(response).await);
        }
        digest_of_body(self.until, response.into_parts().1, size).await
    }
}
