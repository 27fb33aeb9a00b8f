//! The built-in drive: one folder per client in our own bucket.

use super::{Fault, Range, ReadResponse, TEST_TEXT, Upload};
use crate::app::App;
use crate::error::{Error, Result};
use crate::files::digest_of;

/// Key of a file in a client's folder.
fn key(client_id: &str, name: &str) -> String {
    format!("drive/{client_id}/{name}")
}

/// Writes the file unless a copy of the full size exists.
pub(super) async fn deliver(app: &App, upload: &Upload<'_>) -> std::result::Result<String, Fault> {
    let write_fault = |error: Error| match error {
        Error::Internal(cause) => Fault::Transient(format!("Could not write to the folder: {cause}")),
        other => other.into(),
    };
    let key = key(upload.client_id, upload.name);
    if let Some(sha256) = complete_digest(app, &key, upload.size).await.map_err(write_fault)? {
        return Ok(sha256);
    }
    app.files.put_file((upload.source, upload.size), &key, upload.media_type).await.map_err(write_fault)
}

/// Returns the SHA-256 of a complete file from an earlier attempt.
async fn complete_digest(app: &App, key: &str, size: u64) -> Result<Option<String>> {
    if app.files.size(key).await? != Some(size) {
        return Ok(None);
    }
    let object = app.files.get(key, None).await?;
    let body = object.and_then(|object| object.body().map(|body| body.response_body())).transpose()?;
    match body {
        Some(worker::ResponseBody::Stream(stream)) => digest_of(&stream, size).await,
        _ => Ok(None),
    }
}

pub(super) async fn read(app: &App, client_id: &str, name: &str, range: Option<Range>) -> Result<Option<ReadResponse>> {
    let Some(object) = app.files.get(&key(client_id, name), range).await? else { return Ok(None) };
    let length = range.map_or(object.size(), |(_, length)| length);
    let Some(body) = object.body() else { return Ok(None) };
    Ok(Some(ReadResponse { body: body.response_body()?, range, length: Some(length) }))
}

/// Writes a small file to the folder, checks its size and deletes it.
pub(super) async fn try_upload(app: &App, client_id: &str) -> std::result::Result<(), Fault> {
    let key = key(client_id, &format!(".test-{}.txt", uuid::Uuid::new_v4().simple()));
    app.files.put_small(&key, TEST_TEXT.as_bytes().to_vec(), "text/plain").await?;
    let found = app.files.size(&key).await? == Some(TEST_TEXT.len() as u64);
    app.files.delete(vec![key]).await?;
    if found { Ok(()) } else { Err(Fault::Transient("The test file arrived incomplete.".into())) }
}

/// Deletes a file. Succeeds if it does not exist.
pub(super) async fn remove(app: &App, client_id: &str, name: &str) -> Result<()> {
    app.files.delete(vec![key(client_id, name)]).await
}
