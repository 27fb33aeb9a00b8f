//! The only R2 code. The bucket's key layout:
//!
//! - `uploads/{upload id}/{offset, 12 digits}`: the chunks of an upload. A chunk is written once; only private data
//!   about the phone is overwritten when the video is accepted. Each chunk begins where the previous one ends, so an
//!   upload's keys always form a gapless chain, whoever wrote them.
//! - `drive/{client id}/{yyyy-MM}/{file}`: the built-in drive, one folder per client.
//! - `assets/{client id}/{file}`: logos and QR images.
//! - `back-ups/`, `erasures/`: copies of the database, and the erasures since; `domain::back_up` defines their keys.
//! - `public/{copy}`: the copies of public testimonials.
//! - `clips/{film}`: the films of clips.
//! - `posters/{poster}/still.jpg` and `card.jpg`: the posters of submissions.
//! - `health`: written by the health check of the bucket.
//! - `onboarding/{set-up id}/{file}`: logos of buyers without a client; for admins only.

mod back_ups;
mod chunks;
mod outlet;
mod streaming;

use domain::transient_fault::{Timeout, is_transient_in_storage};
use js_sys::Uint8Array;
use media_wasm::private_data::Overwrite;
use wasm_bindgen::JsCast;
use worker::{Bucket, Conditional, HttpMetadata, ListOptionsBuilder, Object, Objects, Range};

use crate::error::{Error, Result};
use crate::retry::{once, retry};

pub use chunks::{Chunk, Chunks, StoredUpload};
pub use outlet::{Outlet, crc32};
pub use streaming::{ByteSource, OpenStream, ReadFuture, RunningDigest, digest, digest_of, stream, stream_part};

const HEALTH_KEY: &str = "health";
/// Prefix of the copies of public testimonials.
pub const PUBLIC: &str = "public/";
/// Prefix of the films of clips.
pub const CLIPS: &str = "clips/";
/// Prefix of posters.
pub const POSTERS: &str = "posters/";

/// The bucket. Idempotent calls retry transient errors.
pub struct Files {
    bucket: Bucket,
    timeout: Timeout,
}

fn chunk_key(upload_id: &str, offset: u64) -> String {
    format!("uploads/{upload_id}/{offset:012}")
}

impl Files {
    /// Wraps the binding.
    #[must_use]
    pub fn new(bucket: Bucket, timeout: Timeout) -> Self {
        Self { bucket, timeout }
    }

    /// Stores the next chunk of an upload, unless a writer has already stored one at that offset. Returns whether it
    /// was stored. The bytes stay in JavaScript memory.
    pub async fn put_chunk(&self, upload_id: &str, offset: u64, bytes: Uint8Array) -> Result<bool> {
        let absent = Conditional { etag_does_not_match: Some("*".into()), ..Conditional::default() };
        // `Data` supports only streams, texts and wasm bytes; R2 accepts the array as it is.
        let body: web_sys::ReadableStream = bytes.unchecked_into();
        // Never retried: a retry would take the first attempt's chunk for another writer's. The client resumes the upload instead.
        let put = self.bucket.put(chunk_key(upload_id, offset), body).only_if(absent).execute();
        once(self.timeout, async { Ok(put.await.map_err(fault)?.is_some()) }).await
    }

    /// Returns an upload's stored chunks in order: from their recorded sizes if these add up to its length, otherwise from a listing.
    pub async fn chunks(&self, upload_id: &str, recorded: &[u64], length: u64) -> Result<Chunks> {
        let recorded = Chunks::of_sizes(upload_id, recorded);
        if recorded.total() == length { Ok(recorded) } else { self.list_chunks(upload_id).await }
    }

    /// Lists an upload's stored chunks in order.
    pub async fn list_chunks(&self, upload_id: &str) -> Result<Chunks> {
        let prefix = format!("uploads/{upload_id}/");
        let mut chunks = Vec::new();
        let mut cursor = None;
        loop {
            let page = self.page(&prefix, cursor).await?;
            chunks.extend(page.objects().iter().map(|o| Chunk { key: o.key(), size: o.size() }));
            cursor = if page.truncated() { page.cursor() } else { None };
            if cursor.is_none() {
                return Ok(Chunks::new(chunks));
            }
        }
    }

    /// Deletes every chunk of an upload. Idempotent.
    pub async fn delete_chunks(&self, upload_id: &str) -> Result<()> {
        self.delete_all(&self.list_chunks(upload_id).await?).await
    }

    async fn delete_all(&self, chunks: &Chunks) -> Result<()> {
        for thousand in chunks.keys().chunks(1000) {
            self.delete(thousand.to_vec()).await?;
        }
        Ok(())
    }

    /// Reads a few bytes of an upload, across chunks if needed.
    pub async fn read(&self, chunks: &Chunks, offset: u64, length: u64) -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        for (key, start, len) in chunks.parts_of_range(offset, length) {
            let range = Range::OffsetWithLength { offset: start, length: len };
            let part = retry(self.timeout, async || {
                let object = self.bucket.get(key).range(range.clone()).execute().await.map_err(fault)?;
                let body = object.as_ref().and_then(Object::body).ok_or_else(|| missing(key))?;
                body.bytes().await.map_err(fault)
            });
            bytes.extend(part.await?);
        }
        Ok(bytes)
    }

    /// Overwrites bytes of a stored upload. Idempotent.
    pub async fn overwrite(&self, chunks: &Chunks, changes: &[Overwrite]) -> Result<()> {
        for (begins, Chunk { key, size }) in chunks.with_offsets() {
            let end = begins.saturating_add(*size);
            let here: Vec<_> = changes.iter().filter(|change| change.offset < end && change.end() > begins).collect();
            if here.is_empty() {
                continue;
            }
            retry(self.timeout, async || {
                let object = self.bucket.get(key).execute().await.map_err(fault)?;
                let body = object.as_ref().and_then(Object::body).ok_or_else(|| missing(key))?;
                let mut bytes = body.bytes().await.map_err(fault)?;
                for change in &here {
                    change.apply(begins, &mut bytes);
                }
                self.bucket.put(key, bytes).execute().await.map(drop).map_err(fault)
            })
            .await?;
        }
        Ok(())
    }

    /// Returns the SHA-256 of an upload, in hex.
    pub async fn digest_chunks(&self, chunks: Chunks) -> Result<String> {
        digest(&StoredUpload::new(self, chunks)).await
    }

    /// Returns an upload as a source, with its chunks as from [`Self::chunks`].
    pub async fn upload(&self, upload_id: &str, recorded: &[u64], length: u64) -> Result<StoredUpload<'_>> {
        Ok(StoredUpload::new(self, self.chunks(upload_id, recorded, length).await?))
    }

    /// Returns an object as a source.
    #[must_use]
    pub fn object(&self, key: String, size: u64) -> StoredUpload<'_> {
        StoredUpload::new(self, Chunks::new(vec![Chunk { key, size }]))
    }

    /// Streams a file of `size` bytes into one object and returns its SHA-256 in hex.
    pub async fn put_file(&self, (from, size): (&dyn ByteSource, u64), to: &str, media_type: &str) -> Result<String> {
        let (readable, pump) = stream(from, size)?;
        let metadata = HttpMetadata { content_type: Some(media_type.to_owned()), ..HttpMetadata::default() };
        let put = async { self.bucket.put(to, readable).http_metadata(metadata).execute().await.map_err(fault) };
        // The first failure ends both: a put that has given up never reads what the pump waits to write.
        let (sha256, object) = futures_util::future::try_join(pump, put).await?;
        let is_whole = object.is_some_and(|object| object.size() == size);
        if is_whole { Ok(sha256) } else { Err(Error::Internal("the copy is incomplete".to_owned())) }
    }

    /// Checks that the bucket answers.
    pub async fn check(&self) -> Result<()> {
        self.size(HEALTH_KEY).await.map(drop)
    }

    /// Writes a few bytes, to check that the bucket accepts them.
    pub async fn write_health_probe(&self, now: i64) -> Result<()> {
        self.put_small(HEALTH_KEY, now.to_string().into_bytes(), "text/plain").await
    }

    /// Returns the size of an object.
    pub async fn size(&self, key: &str) -> Result<Option<u64>> {
        let head = retry(self.timeout, async || self.bucket.head(key).await.map_err(fault));
        Ok(head.await?.map(|object| object.size()))
    }

    /// Returns an object, whole or a range `(offset, length)` of it.
    pub async fn get(&self, key: &str, range: Option<(u64, u64)>) -> Result<Option<Object>> {
        let get = async || {
            let request = self.bucket.get(key);
            let request = match range {
                Some((offset, length)) => request.range(Range::OffsetWithLength { offset, length }),
                None => request,
            };
            request.execute().await.map_err(fault)
        };
        retry(self.timeout, get).await
    }

    /// Stores a few bytes under a key.
    pub async fn put_small(&self, key: &str, bytes: Vec<u8>, media_type: &str) -> Result<()> {
        let put = async || {
            let metadata = HttpMetadata { content_type: Some(media_type.to_owned()), ..HttpMetadata::default() };
            self.bucket.put(key, bytes.clone()).http_metadata(metadata).execute().await.map(drop).map_err(fault)
        };
        retry(self.timeout, put).await
    }

    /// Stores a logo or QR image.
    pub async fn put_asset(&self, client_id: &str, file: &str, bytes: Vec<u8>, media_type: &str) -> Result<()> {
        self.put_small(&format!("assets/{client_id}/{file}"), bytes, media_type).await
    }

    /// Deletes a logo or QR image.
    pub async fn delete_asset(&self, client_id: &str, file: &str) -> Result<()> {
        self.delete(vec![format!("assets/{client_id}/{file}")]).await
    }

    /// Stores the logo of a set-up request.
    pub async fn put_onboarding_logo(
        &self,
        onboarding_id: &str,
        file: &str,
        bytes: Vec<u8>,
        media_type: &str,
    ) -> Result<()> {
        self.put_small(&format!("onboarding/{onboarding_id}/{file}"), bytes, media_type).await
    }

    /// Returns the logo of a set-up request.
    pub async fn onboarding_logo(&self, onboarding_id: &str, file: &str) -> Result<Option<Object>> {
        self.get(&format!("onboarding/{onboarding_id}/{file}"), None).await
    }

    /// Deletes the logo of a set-up request.
    pub async fn delete_onboarding_logo(&self, onboarding_id: &str, file: &str) -> Result<()> {
        self.delete(vec![format!("onboarding/{onboarding_id}/{file}")]).await
    }

    /// Deletes at most 1,000 objects.
    pub async fn delete(&self, keys: Vec<String>) -> Result<()> {
        if keys.is_empty() {
            return Ok(());
        }
        retry(self.timeout, async || self.bucket.delete_multiple(keys.clone()).await.map_err(fault)).await
    }

    /// Deletes an object, or every object below a prefix that ends with a slash. Idempotent.
    pub async fn remove(&self, key: &str) -> Result<()> {
        if !key.ends_with('/') {
            return self.delete(vec![key.to_owned()]).await;
        }
        loop {
            let page = self.page(key, None).await?;
            self.delete(page.objects().iter().map(Object::key).collect()).await?;
            if !page.truncated() {
                return Ok(());
            }
        }
    }

    async fn page(&self, prefix: &str, cursor: Option<String>) -> Result<Objects> {
        let list =
            async || with_cursor(self.bucket.list().prefix(prefix), cursor.clone()).execute().await.map_err(fault);
        retry(self.timeout, list).await
    }

    /// Returns a page of all uploads' stored chunks.
    pub async fn stored_chunks(&self, cursor: Option<String>) -> Result<StoredPage> {
        self.stored("uploads/", cursor).await
    }

    /// Returns a page of all set-up requests' logos.
    pub async fn stored_onboarding_logos(&self, cursor: Option<String>) -> Result<StoredPage> {
        self.stored("onboarding/", cursor).await
    }

    #[allow(clippy::cast_possible_wrap)] // milliseconds since 1970 fit an i64 for ages
    async fn stored(&self, prefix: &str, cursor: Option<String>) -> Result<StoredPage> {
        let page = self.page(prefix, cursor).await?;
        let stored = |object: &Object| {
            let key = object.key();
            let owner_id = key.split('/').nth(1)?.to_owned();
            Some(StoredObject { owner_id, stored_at: object.uploaded().as_millis() as i64, key })
        };
        let chunks = page.objects().iter().filter_map(stored).collect();
        Ok(StoredPage { chunks, cursor: if page.truncated() { page.cursor() } else { None } })
    }
}

/// A chunk or a logo, for the sweeper.
pub struct StoredObject {
    pub key: String,
    /// Its upload or set-up request.
    pub owner_id: String,
    /// UTC milliseconds.
    pub stored_at: i64,
}

/// A page of stored objects.
pub struct StoredPage {
    /// At most 1,000.
    pub chunks: Vec<StoredObject>,
    /// Cursor of the next page.
    pub cursor: Option<String>,
}

fn with_cursor(request: ListOptionsBuilder<'_>, cursor: Option<String>) -> ListOptionsBuilder<'_> {
    match cursor {
        Some(cursor) => request.cursor(cursor),
        None => request,
    }
}

#[allow(clippy::needless_pass_by_value)] // as `map_err` hands it over
fn fault(error: worker::Error) -> Error {
    let cause = error.to_string();
    if is_transient_in_storage(&cause) { Error::Unavailable(cause) } else { Error::Internal(cause) }
}

fn missing(key: &str) -> Error {
    // Leaves the whole key out: it contains the upload's id, which is a secret while the upload is open.
    let kind = key.split('/').next().unwrap_or_default();
    Error::Internal(format!("an object below {kind}/ has gone"))
}
