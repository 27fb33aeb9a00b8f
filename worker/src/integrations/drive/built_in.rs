//! The built-in drive: a folder in our own bucket for each client.

use super::{Fault, Upload};
use crate::app::App;
use crate::error::{Error, Result};

/// The key of a file in a client's folder.
#[must_use]
pub fn key(client_id: &str, name: &str) -> String {
    format!("drive/{client_id}/{name}")
}

pub(super) async fn deliver(app: &App, upload: &Upload<'_>) -> std::result::Result<(), Fault> {
    let key = key(upload.client_id, upload.name);
    match copy(app, &key, upload).await {
        Ok(true) => Ok(()),
        Ok(false) => Err(Fault::Passing("The copy in the folder is incomplete.".into())),
        Err(Error::Internal(cause)) => Err(Fault::Passing(format!("The folder could not be written: {cause}"))),
        Err(other) => Err(Fault::Passing(other.api_parts().2)),
    }
}

/// Puts a small file into the folder, reads it back and removes it.
pub(super) async fn try_upload(app: &App, client_id: &str) -> Result<bool> {
    let key = key(client_id, &format!(".test-{}.txt", uuid::Uuid::new_v4().simple()));
    let text = b"Sayso tried whether videos would arrive here.";
    app.files.put_small(&key, text.to_vec(), "text/plain").await?;
    let found = app.files.size(&key).await? == Some(text.len() as u64);
    app.files.delete(vec![key]).await?;
    Ok(found)
}

/// Removes a file. One that is not there is as good as removed.
pub(super) async fn remove(app: &App, client_id: &str, name: &str) -> Result<()> {
    app.files.delete(vec![key(client_id, name)]).await
}

/// Looks first, joins the chunks if need be, and looks again: only a copy of the full size counts.
async fn copy(app: &App, key: &str, upload: &Upload<'_>) -> Result<bool> {
    if app.files.size(key).await? == Some(upload.size) {
        return Ok(true);
    }
    let chunks = app.files.chunks(upload.upload_id).await?;
    app.files.join(&chunks, key, upload.size, upload.media_type).await?;
    Ok(app.files.size(key).await? == Some(upload.size))
}
