//! Back-ups and erasure lists; `domain::back_up` defines their keys.

use data_encoding::HEXLOWER;
use domain::back_up::{BackUpObject, INDEX_KEY, IndexEntry};
use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};

use super::Files;
use crate::error::Result;

const JSON: &str = "application/json";
/// Maximum keys that R2 deletes in one call.
const DELETE_BATCH: usize = 1000;

impl Files {
    /// Stores an object of a back-up.
    pub async fn put_back_up_object(&self, key: String, body: String) -> Result<BackUpObject> {
        let sha256 = HEXLOWER.encode(&Sha256::digest(body.as_bytes()));
        let bytes = body.len() as u64;
        self.put_small(&key, body.into_bytes(), "application/x-ndjson").await?;
        Ok(BackUpObject { key, bytes, sha256 })
    }

    /// Stores a value as JSON; returns the SHA-256 of its bytes in hex.
    pub async fn put_json(&self, key: &str, value: &impl Serialize) -> Result<String> {
        let body = serde_json::to_vec(value)?;
        let sha256 = HEXLOWER.encode(&Sha256::digest(&body));
        self.put_small(key, body, JSON).await?;
        Ok(sha256)
    }

    /// Reads a value stored as JSON; `None` if the object does not exist.
    pub async fn get_json<T: DeserializeOwned>(&self, key: &str) -> Result<Option<T>> {
        let Some(object) = self.get(key, None).await? else { return Ok(None) };
        let Some(body) = object.body() else { return Ok(None) };
        Ok(Some(serde_json::from_slice(&body.bytes().await?)?))
    }

    /// Reads an object's text; `None` if the object does not exist.
    pub async fn get_text(&self, key: &str) -> Result<Option<String>> {
        let Some(object) = self.get(key, None).await? else { return Ok(None) };
        let Some(body) = object.body() else { return Ok(None) };
        Ok(Some(body.text().await?))
    }

    /// Returns the index of all back-ups.
    pub async fn back_up_index(&self) -> Result<Vec<IndexEntry>> {
        Ok(self.get_json(INDEX_KEY).await?.unwrap_or_default())
    }

    /// Deletes a back-up, its manifest first: without a manifest the rest does not count as a back-up.
    pub async fn delete_back_up(&self, back_up: &IndexEntry) -> Result<()> {
        // An interrupted run may have begun the next revision.
        self.delete_revisions(back_up, back_up.revision.saturating_add(2)).await
    }

    /// Deletes a back-up's revisions before `before`, their manifests first.
    pub async fn delete_revisions(&self, back_up: &IndexEntry, before: u32) -> Result<()> {
        for keys in back_up.keys_before(before).chunks(DELETE_BATCH) {
            self.delete(keys.to_vec()).await?;
        }
        Ok(())
    }
}
