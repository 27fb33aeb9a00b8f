//! The only R2 code. The key layout of the bucket:
//!
//! - `uploads/{upload id}/{offset, 12 digits}`: the pieces of a video on its way in. A piece is written
//!   once and never again; each begins where the one before it ends, so that the keys of an upload always
//!   form one gapless chain, whoever wrote them.
//! - `drive/{client id}/{yyyy-MM}/{file}`: the built-in drive, one folder for each client.
//! - `assets/{client id}/{file}`: logos and QR images.
//! - `setups/{set-up id}/{file}`: logos of buyers that no client was made of yet; for admins only.

mod pieces;
mod reader;

use js_sys::Uint8Array;
use wasm_bindgen::JsCast;
use worker::{Bucket, Conditional, HttpMetadata, ListOptionsBuilder, Object, Range};

use crate::error::{Error, Result};

pub use pieces::{Piece, Pieces};
pub use reader::BodyReader;

/// The bucket.
pub struct Files(Bucket);

fn piece_key(upload_id: &str, offset: u64) -> String {
    format!("uploads/{upload_id}/{offset:012}")
}

impl Files {
    /// Wraps the binding.
    #[must_use]
    pub fn new(bucket: Bucket) -> Self {
        Self(bucket)
    }

    /// Stores the next piece of an upload, unless some writer has stored one at that offset already.
    /// Says whether it was stored. The bytes stay in JavaScript memory.
    ///
    /// # Errors
    /// When R2 fails.
    pub async fn put_piece(&self, upload_id: &str, offset: u64, bytes: Uint8Array) -> Result<bool> {
        let absent = Conditional { etag_does_not_match: Some("*".into()), ..Conditional::default() };
        // `Data` knows streams, texts and wasm bytes only; R2 takes the array as it is.
        let body: web_sys::ReadableStream = bytes.unchecked_into();
        let stored = self.0.put(piece_key(upload_id, offset), body).only_if(absent).execute().await?;
        Ok(stored.is_some())
    }

    /// What is stored of an upload, in order.
    ///
    /// # Errors
    /// When R2 fails.
    pub async fn pieces(&self, upload_id: &str) -> Result<Pieces> {
        let prefix = format!("uploads/{upload_id}/");
        let mut pieces = Vec::new();
        let mut cursor = None;
        loop {
            let page = turn(self.0.list().prefix(&prefix), cursor).execute().await?;
            pieces.extend(page.objects().iter().map(|o| Piece { key: o.key(), size: o.size() }));
            cursor = if page.truncated() { page.cursor() } else { None };
            if cursor.is_none() {
                return Ok(Pieces::new(pieces));
            }
        }
    }

    /// Removes every piece of an upload. Removing twice changes nothing more.
    ///
    /// # Errors
    /// When R2 fails.
    pub async fn delete_pieces(&self, upload_id: &str) -> Result<()> {
        for thousand in self.pieces(upload_id).await?.into_keys().chunks(1000) {
            self.delete(thousand.to_vec()).await?;
        }
        Ok(())
    }

    /// Reads a few bytes of an upload, across pieces where need be.
    ///
    /// # Errors
    /// When R2 fails or a piece has gone.
    pub async fn read(&self, pieces: &Pieces, offset: u64, length: u64) -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        for (key, start, len) in pieces.cut(offset, length) {
            let range = Range::OffsetWithLength { offset: start, length: len };
            let object = self.0.get(key).range(range).execute().await?.ok_or_else(|| missing(key))?;
            let body = object.body().ok_or_else(|| missing(key))?;
            bytes.extend(body.bytes().await?);
        }
        Ok(bytes)
    }

    /// Joins the pieces of an upload into one object, by streams alone.
    ///
    /// # Errors
    /// When R2 fails, or the pieces do not add up to `length`.
    pub async fn join(&self, pieces: &Pieces, to: &str, length: u64, media_type: &str) -> Result<()> {
        let (readable, pump) = pieces::join(self, pieces.clone(), length)?;
        let metadata = HttpMetadata { content_type: Some(media_type.to_owned()), ..HttpMetadata::default() };
        let put = async { Ok(self.0.put(to, readable).http_metadata(metadata).execute().await?) };
        // The first failure ends both: a put that gave up never reads what the pump would wait to hand over.
        futures_util::future::try_join(pump, put).await.map(drop)
    }

    /// The size of an object, or nothing where there is none.
    ///
    /// # Errors
    /// When R2 fails.
    pub async fn size(&self, key: &str) -> Result<Option<u64>> {
        Ok(self.0.head(key).await?.map(|object| object.size()))
    }

    /// An object, whole or a range `(offset, length)` of it.
    ///
    /// # Errors
    /// When R2 fails.
    pub async fn get(&self, key: &str, range: Option<(u64, u64)>) -> Result<Option<Object>> {
        let request = self.0.get(key);
        let request = match range {
            Some((offset, length)) => request.range(Range::OffsetWithLength { offset, length }),
            None => request,
        };
        Ok(request.execute().await?)
    }

    /// Stores a few bytes under a key.
    ///
    /// # Errors
    /// When R2 fails.
    pub async fn put_small(&self, key: &str, bytes: Vec<u8>, media_type: &str) -> Result<()> {
        let metadata = HttpMetadata { content_type: Some(media_type.to_owned()), ..HttpMetadata::default() };
        self.0.put(key, bytes).http_metadata(metadata).execute().await.map(drop)?;
        Ok(())
    }

    /// Stores a logo or QR image.
    ///
    /// # Errors
    /// When R2 fails.
    pub async fn put_asset(&self, client_id: &str, file: &str, bytes: Vec<u8>, media_type: &str) -> Result<()> {
        self.put_small(&format!("assets/{client_id}/{file}"), bytes, media_type).await
    }

    /// Removes a logo or QR image.
    ///
    /// # Errors
    /// When R2 fails.
    pub async fn delete_asset(&self, client_id: &str, file: &str) -> Result<()> {
        self.delete(vec![format!("assets/{client_id}/{file}")]).await
    }

    /// Stores the logo of a set-up.
    ///
    /// # Errors
    /// When R2 fails.
    pub async fn put_setup_logo(&self, setup_id: &str, file: &str, bytes: Vec<u8>, media_type: &str) -> Result<()> {
        self.put_small(&format!("setups/{setup_id}/{file}"), bytes, media_type).await
    }

    /// The logo of a set-up, or nothing.
    ///
    /// # Errors
    /// When R2 fails.
    pub async fn setup_logo(&self, setup_id: &str, file: &str) -> Result<Option<Object>> {
        self.get(&format!("setups/{setup_id}/{file}"), None).await
    }

    /// Removes the logo of a set-up.
    ///
    /// # Errors
    /// When R2 fails.
    pub async fn delete_setup_logo(&self, setup_id: &str, file: &str) -> Result<()> {
        self.delete(vec![format!("setups/{setup_id}/{file}")]).await
    }

    /// Removes objects, at most 1,000.
    ///
    /// # Errors
    /// When R2 fails.
    pub async fn delete(&self, keys: Vec<String>) -> Result<()> {
        if keys.is_empty() { Ok(()) } else { Ok(self.0.delete_multiple(keys).await?) }
    }

    /// One page of all stored pieces of all uploads.
    ///
    /// # Errors
    /// When R2 fails.
    pub async fn stored_pieces(&self, cursor: Option<String>) -> Result<StoredPage> {
        self.stored("uploads/", cursor).await
    }

    /// One page of all logos of all set-ups.
    ///
    /// # Errors
    /// When R2 fails.
    pub async fn stored_setup_logos(&self, cursor: Option<String>) -> Result<StoredPage> {
        self.stored("setups/", cursor).await
    }

    #[allow(clippy::cast_possible_wrap)] // milliseconds since 1970 fit an i64 for ages
    async fn stored(&self, prefix: &str, cursor: Option<String>) -> Result<StoredPage> {
        let page = turn(self.0.list().prefix(prefix), cursor).execute().await?;
        let stored = |object: &Object| {
            let key = object.key();
            let owner_id = key.split('/').nth(1)?.to_owned();
            Some(StoredPiece { owner_id, stored_at: object.uploaded().as_millis() as i64, key })
        };
        let pieces = page.objects().iter().filter_map(stored).collect();
        Ok(StoredPage { pieces, cursor: if page.truncated() { page.cursor() } else { None } })
    }
}

/// A piece, or a logo, as the sweeper sees it.
pub struct StoredPiece {
    /// Its key.
    pub key: String,
    /// The upload, or set-up, it belongs to.
    pub owner_id: String,
    /// UTC milliseconds.
    pub stored_at: i64,
}

/// A page of pieces.
pub struct StoredPage {
    /// At most 1,000.
    pub pieces: Vec<StoredPiece>,
    /// Where the next page begins, if there is one.
    pub cursor: Option<String>,
}

fn turn(request: ListOptionsBuilder<'_>, cursor: Option<String>) -> ListOptionsBuilder<'_> {
    match cursor {
        Some(cursor) => request.cursor(cursor),
        None => request,
    }
}

fn missing(key: &str) -> Error {
    // Never the whole key: it names an upload, which is a secret while it is open.
    let kind = key.split('/').next().unwrap_or_default();
    Error::Internal(format!("an object below {kind}/ has gone"))
}
