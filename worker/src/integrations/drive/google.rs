//! Google Drive: a business's folder in its own account or in the platform's, or a folder in a Shared Drive that a
//! service account writes to.
//!
//! Every file and folder gets its id before anything is sent, and Drive accepts each id once, so a repeated attempt
//! finds the result of an earlier one. A file is complete when the SHA-256 computed by Drive equals the upload's.

mod account;
mod answer;
mod calls;
mod file_metadata;
mod folders;
mod permissions;
mod sign_in;
mod transfer;

use domain::google_drive::{API, UPLOADS};
use futures_util::future::join;
use serde_json::json;

pub use account::{Account, Mark, SignIn};
pub use sign_in::{Grant, cache_token, consent_address, exchange, revoke};

use calls::Calls;
use file_metadata::{FileMetadata, FileState, METADATA_FIELDS};
use transfer::{ChunkOutcome, Transfer};

use super::deadline::Deadline;
use super::{Fault, Range, ReadResponse, TEST_CHANGED, TEST_SHA_256, TEST_TEXT, Upload, parse_read, range_header};
use crate::app::App;
use crate::error::{Error, Result};
use crate::files;
use crate::integrations::drive::{DRIVE_ENDED, drive_unavailable};
use crate::integrations::http::discard;
use crate::store::drives::google_file::{self, GoogleFile};

/// Lets requests for files work the same if a folder is moved to a Shared Drive.
const ALL_DRIVES: &str = "supportsAllDrives=true";
/// Attempts to resend a video because it, or its folder, was put in the bin.
const MAX_ROUNDS: u32 = 3;
const FOLDER_TRASHED: &str = "The folder in Google Drive is in the bin. Restore it and send a test file from the Drive page, or \
    connect the drive again.";

type Outcome<T> = std::result::Result<T, Fault>;

/// A folder and the account that can access it.
pub struct Folder {
    pub connection_id: String,
    /// Id of the folder.
    pub id: String,
    pub account: Account,
    /// When this connection was last connected; UTC milliseconds.
    pub connected_at: i64,
}

/// Result of sending a video.
enum SendOutcome {
    /// It is complete, with this SHA-256.
    Complete(String),
    /// Somebody put it in the bin.
    Trashed,
    /// The month's folder, by its id, is deleted or in the bin.
    FolderMissing(String),
}

impl Folder {
    /// A folder in the platform's account.
    #[must_use]
    pub fn in_platform(connection_id: String, id: String, account: Account) -> Self {
        Self { connection_id, id, connected_at: account.since, account }
    }

    pub(super) async fn deliver(&self, app: &App, upload: &Upload<'_>) -> Outcome<String> {
        let until = Deadline::of_delivery();
        until.run(self.try_to_deliver(&self.account.calls(app, until), upload)).await?
    }

    async fn try_to_deliver(&self, calls: &Calls<'_>, upload: &Upload<'_>) -> Outcome<String> {
        // An incomplete upload cannot verify a copy.
        if upload.source.size() != upload.size {
            return Err(Fault::Internal("The stored bytes of the upload are not whole.".into()));
        }
        let app = calls.app;
        for _ in 0..MAX_ROUNDS {
            match self.send(calls, upload).await? {
                SendOutcome::Complete(sha256) => return Ok(sha256),
                SendOutcome::Trashed => {}
                SendOutcome::FolderMissing(id) => {
                    self.expect_root(calls).await?;
                    google_file::delete(&app.db, &self.connection_id, folders::month_of(upload.name), &id).await?;
                }
            }
        }
        Err(Fault::Transient("Google Drive keeps throwing the video away.".into()))
    }

    /// Sends the missing bytes and compares the file.
    async fn send(&self, calls: &Calls<'_>, upload: &Upload<'_>) -> Outcome<SendOutcome> {
        let app = calls.app;
        let (folder, file) =
            join(self.month_folder(calls, folders::month_of(upload.name)), self.file(calls, upload.name)).await;
        // The folder's fault is more specific than the file's.
        let (folder, file) = (folder?, file?);
        let transfer =
            Transfer { calls, connection_id: &self.connection_id, upload, file_id: &file.file_id, folder: &folder };
        let (counted, metadata) = match transfer.run(&file).await? {
            ChunkOutcome::Complete { counted, metadata } => (counted, metadata),
            ChunkOutcome::FolderMissing => return Ok(SendOutcome::FolderMissing(folder)),
        };
        let sha256 = match counted {
            Some(sha256) => sha256,
            None => files::digest(upload.source).await?,
        };
        let found = match metadata {
            Some(metadata) if metadata.is_whole(upload.size, &sha256) => FileState::Complete,
            _ => calls.compare(&file.file_id, upload.size, &sha256).await?,
        };
        if let FileState::Complete = found {
            google_file::mark_stored(&app.db, &self.connection_id, upload.name, &file.file_id, app.now).await?;
            return Ok(SendOutcome::Complete(sha256));
        }
        // A missing file may only be invisible, so it is deleted to prevent a duplicate.
        calls.delete(&file.file_id).await?;
        google_file::delete(&app.db, &self.connection_id, upload.name, &file.file_id).await?;
        match found {
            FileState::Trashed { itself: true } => Ok(SendOutcome::Trashed),
            FileState::Trashed { itself: false } => Ok(SendOutcome::FolderMissing(folder)),
            _ => Err(Fault::Transient("The copy in Google Drive is not whole.".into())),
        }
    }

    pub(super) async fn read(&self, app: &App, name: &str, range: Option<Range>) -> Result<Option<ReadResponse>> {
        let Some(file) = google_file::get(&app.db, &self.connection_id, name).await? else { return Ok(None) };
        let wanted = range.map(range_header);
        let headers: Vec<(&str, &str)> = wanted.iter().map(|wanted| ("range", wanted.as_str())).collect();
        let calls = self.account.calls(app, Deadline::of_calls());
        let url = format!("{API}/files/{}?alt=media&{ALL_DRIVES}", file.file_id);
        let response = calls.send("GET", &url, &headers, None).await.map_err(unavailable)?;
        match response.status_code() {
            200 | 206 => parse_read(response, range).map(Some).map_err(unavailable),
            404 => {
                discard(response).await;
                Ok(None)
            }
            _ => Err(drive_unavailable(answer::fault(response).await.into_text())),
        }
    }

    pub(super) async fn remove(&self, app: &App, name: &str) -> Result<()> {
        let Some(file) = google_file::get(&app.db, &self.connection_id, name).await? else { return Ok(()) };
        let calls = self.account.calls(app, Deadline::of_calls());
        if calls.delete(&file.file_id).await.map_err(unavailable)? {
            google_file::delete(&app.db, &self.connection_id, name, &file.file_id).await
        } else {
            google_file::delete_ended(&app.db, &self.connection_id, name, app.now).await
        }
    }

    /// Puts a small file into the folder, compares it and deletes it.
    pub async fn try_upload(&self, app: &App) -> Outcome<()> {
        let calls = self.account.calls(app, Deadline::of_calls());
        let id = calls.new_id().await?;
        let tried = self.put_test(&calls, &id).await;
        calls.delete(&id).await?;
        let file = tried?;
        if file.trashed {
            return Err(Fault::Permanent(FOLDER_TRASHED.into()));
        }
        if file.sha256_checksum.as_deref() == Some(TEST_SHA_256) {
            Ok(())
        } else {
            Err(Fault::Permanent(TEST_CHANGED.into()))
        }
    }

    /// Returns the record of a video's file, with an id from now on.
    async fn file(&self, calls: &Calls<'_>, name: &str) -> Outcome<GoogleFile> {
        let (db, connection_id) = (&calls.app.db, &self.connection_id);
        let file_id = match google_file::get(db, connection_id, name).await? {
            Some(file) => file.file_id,
            None => calls.new_id().await?,
        };
        google_file::start(db, connection_id, name, &file_id, calls.app.now).await?;
        let file = google_file::get(db, connection_id, name).await?;
        file.ok_or_else(|| Fault::Transient("The video was deleted in the meantime.".into()))
    }

    /// Puts a small file into the folder.
    async fn put_test(&self, calls: &Calls<'_>, id: &str) -> Outcome<FileMetadata> {
        let about = json!({ "id": id, "name": "Sayso test.txt", "mimeType": "text/plain", "parents": [self.id] });
        let boundary = uuid::Uuid::new_v4().simple().to_string();
        let body = format!(
            "--{boundary}\r\ncontent-type: application/json; charset=utf-8\r\n\r\n{about}\r\n\
             --{boundary}\r\ncontent-type: text/plain\r\n\r\n{TEST_TEXT}\r\n--{boundary}--"
        );
        let media_type = format!("multipart/related; boundary={boundary}");
        let url = format!("{UPLOADS}?uploadType=multipart&{ALL_DRIVES}&fields=id,sha256Checksum,trashed");
        answer::json(calls.send("POST", &url, &[("content-type", &media_type)], Some(&body)).await?).await
    }

    /// Checks that the folder itself exists and is not in the bin.
    async fn expect_root(&self, calls: &Calls<'_>) -> Outcome<()> {
        let url = format!("{API}/files/{}?{ALL_DRIVES}&fields=trashed", self.id);
        let found: FileMetadata = answer::json(calls.send("GET", &url, &[], None).await?).await?;
        if found.trashed { Err(Fault::Permanent(FOLDER_TRASHED.into())) } else { Ok(()) }
    }
}

impl Calls<'_> {
    /// Deletes a file. Returns whether it existed.
    async fn delete(&self, id: &str) -> Outcome<bool> {
        let response = self.send("DELETE", &format!("{API}/files/{id}?{ALL_DRIVES}"), &[], None).await?;
        match response.status_code() {
            404 => {
                discard(response).await;
                Ok(false)
            }
            _ => answer::outcome(response).await.map(|()| true),
        }
    }
}

/// Converts a fault for the reader of a file.
fn unavailable(fault: Fault) -> Error {
    match fault {
        Fault::Permanent(_) => DRIVE_ENDED,
        other => drive_unavailable(other.into_text()),
    }
}
