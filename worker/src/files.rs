//! The only R2 code. The key layout of the bucket:
//!
//! - `uploads/{upload id}/{offset, 12 digits}`: the chunks of a video on its way in. A chunk is written
//!   once; only what tells of the phone is overwritten, as the video is accepted. Each begins where the one before it ends, so that the keys of an upload always
//!   form one gapless chain, whoever wrote them.
//! - `drive/{client id}/{yyyy-MM}/{file}`: the built-in drive, one folder for each client.
//! - `assets/{client id}/{file}`: logos and QR images.
//! - `back-ups/`, `erasures/`: copies of the database, and what was erased since; `domain::back_up` says how they lie.
//! - `health`: written when somebody asks whether the bucket takes what it is given.
//! - `onboarding/{set-up id}/{file}`: logos of buyers that no client was made of yet; for admins only.

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
pub use streaming::{ByteSource, OpenStream, RunningDigest, Taken, digest, digest_of, stream, stream_piece};

const HEALTH_KEY: &str = "health";

/// The bucket. What may be done twice is tried again where it failed in passing.
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

    /// Stores the next chunk of an upload, unless some writer has stored one at that offset already.
    /// Says whether it was stored. The bytes stay in JavaScript memory.
    pub async fn put_chunk(&self, upload_id: &str, offset: u64, bytes: Uint8Array) -> Result<bool> {
        let absent = Conditional { etag_does_not_match: Some("*".into()), ..Conditional::default() };
        // `Data` knows streams, texts and wasm bytes only; R2 takes the array as it is.
        let body: web_sys::ReadableStream = bytes.unchecked_into();
        // Once: a second try would take the chunk of the first for somebody else's. The upload goes on where it stands.
        let put = self.bucket.put(chunk_key(upload_id, offset), body).only_if(absent).execute();
        once(self.timeout, async { Ok(put.await.map_err(fault)?.is_some()) }).await
    }

    /// What is stored of an upload, in order: by the noted sizes of its chunks where they come to its length, otherwise by a
    /// listing.
    pub async fn chunks(&self, upload_id: &str, noted: &[u64], length: u64) -> Result<Chunks> {
        let noted = Chunks::of_sizes(upload_id, noted);
        if noted.total() == length { Ok(noted) } else { self.list_chunks(upload_id).await }
    }

    /// What is stored of an upload, in order, as the bucket lists it.
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

    /// Removes every chunk of an upload. Removing twice changes nothing more.
    pub async fn delete_chunks(&self, upload_id: &str) -> Result<()> {
        self.delete_all(&self.list_chunks(upload_id).await?).await
    }

    async fn delete_all(&self, chunks: &Chunks) -> Result<()> {
        for thousand in chunks.keys().chunks(1000) {
            self.delete(thousand.to_vec()).await?;
        }
        Ok(())
    }

    /// Reads a few bytes of an upload, across chunks where need be.
    pub async fn read(&self, chunks: &Chunks, offset: u64, length: u64) -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        for (key, start, len) in chunks.cut(offset, length) {
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

    /// Overwrites bytes of an upload where they are stored. Idempotent: what was overwritten stays as it is.
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

    /// The SHA-256 of an upload, in hex.
    pub async fn digest_chunks(&self, chunks: Chunks) -> Result<String> {
        digest(&StoredUpload::new(self, chunks)).await
    }

    /// An upload, to be sent elsewhere; its chunks are found as [`Self::chunks`] does.
    pub async fn upload(&self, upload_id: &str, noted: &[u64], length: u64) -> Result<StoredUpload<'_>> {
        Ok(StoredUpload::new(self, self.chunks(upload_id, noted, length).await?))
    }

    /// Stores a file of so many bytes as one object, by streams alone, and answers its SHA-256 in hex.
    pub async fn put_file(&self, (from, size): (&dyn ByteSource, u64), to: &str, media_type: &str) -> Result<String> {
        let (readable, pump) = stream(from, size)?;
        let metadata = HttpMetadata { content_type: Some(media_type.to_owned()), ..HttpMetadata::default() };
        let put = async { self.bucket.put(to, readable).http_metadata(metadata).execute().await.map_err(fault) };
        // The first failure ends both: a put that gave up never reads what the pump would wait to hand over.
        let (sha256, object) = futures_util::future::try_join(pump, put).await?;
        let is_whole = object.is_some_and(|object| object.size() == size);
        if is_whole { Ok(sha256) } else { Err(Error::Internal("the copy is incomplete".to_owned())) }
    }

    /// Whether the bucket answers.
    pub async fn answers(&self) -> Result<()> {
        self.size(HEALTH_KEY).await.map(drop)
    }

    /// Writes a few bytes, as the proof that the bucket takes them.
    pub async fn put_health_mark(&self, now: i64) -> Result<()> {
        self.put_small(HEALTH_KEY, now.to_string().into_bytes(), "text/plain").await
    }

    /// The size of an object, or nothing where there is none.
    pub async fn size(&self, key: &str) -> Result<Option<u64>> {
        let head = retry(self.timeout, async || self.bucket.head(key).await.map_err(fault));
        Ok(head.await?.map(|object| object.size()))
    }

    /// An object, whole or a range `(offset, length)` of it.
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

    /// Removes a logo or QR image.
    pub async fn delete_asset(&self, client_id: &str, file: &str) -> Result<()> {
        self.delete(vec![format!("assets/{client_id}/{file}")]).await
    }

    /// Stores the logo of a set-up.
    pub async fn put_onboarding_logo(
        &self,
        onboarding_id: &str,
        file: &str,
        bytes: Vec<u8>,
        media_type: &str,
    ) -> Result<()> {
        self.put_small(&format!("onboarding/{onboarding_id}/{file}"), bytes, media_type).await
    }

    /// The logo of a set-up, or nothing.
    pub async fn onboarding_logo(&self, onboarding_id: &str, file: &str) -> Result<Option<Object>> {
        self.get(&format!("onboarding/{onboarding_id}/{file}"), None).await
    }

    /// Removes the logo of a set-up.
    pub async fn delete_onboarding_logo(&self, onboarding_id: &str, file: &str) -> Result<()> {
        self.delete(vec![format!("onboarding/{onboarding_id}/{file}")]).await
    }

    /// Removes objects, at most 1,000.
    pub async fn delete(&self, keys: Vec<String>) -> Result<()> {
        if keys.is_empty() {
            return Ok(());
        }
        retry(self.timeout, async || self.bucket.delete_multiple(keys.clone()).await.map_err(fault)).await
    }

    async fn page(&self, prefix: &str, cursor: Option<String>) -> Result<Objects> {
        let list = async || turn(self.bucket.list().prefix(prefix), cursor.clone()).execute().await.map_err(fault);
        retry(self.timeout, list).await
    }

    /// One page of all stored chunks of all uploads.
    pub async fn stored_chunks(&self, cursor: Option<String>) -> Result<StoredPage> {
        self.stored("uploads/", cursor).await
    }

    /// One page of all logos of all set-ups.
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

/// A chunk, or a logo, as the sweeper sees it.
pub struct StoredObject {
    pub key: String,
    /// The upload, or set-up, it belongs to.
    pub owner_id: String,
    /// UTC milliseconds.
    pub stored_at: i64,
}

/// A page of chunks.
pub struct StoredPage {
    /// At most 1,000.
    pub chunks: Vec<StoredObject>,
    /// Where the next page begins, if there is one.
    pub cursor: Option<String>,
}

fn turn(request: ListOptionsBuilder<'_>, cursor: Option<String>) -> ListOptionsBuilder<'_> {
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
    // Never the whole key: it names an upload, which is a secret while it is open.
    let kind = key.split('/').next().unwrap_or_default();
    Error::Internal(format!("an object below {kind}/ has gone"))
}
