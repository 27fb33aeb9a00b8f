//! WebDAV: Nextcloud, ownCloud, network storage, Apache, nginx (RFC 4918).
//!
//! A file is written under another name and moved once it is complete, so that nobody sees an incomplete one. If the
//! server does that by itself or cannot move files, the file is written in place. A file counts as delivered when the
//! SHA-256 of its stored bytes equals the upload's: Nextcloud computes it for us, other servers' files are read back.

mod answer;

use data_encoding::BASE64;
use domain::drive::Space;
use domain::webdav;
use wasm_bindgen::JsValue;
use worker::Response;

use answer::{fault, file_in_place, has_other_length, no_folder, unwritable};

use super::deadline::Deadline;
use super::streamed_call::streamed_call;
use super::{
    Fault, Range, ReadResponse, TEST_CHANGED, TEST_SHA_256, TEST_TEXT, Upload, digest_of_body, parse_read, range_header,
};
use crate::error::Result;
use crate::files;
use crate::integrations::drive::{DRIVE_ENDED, drive_unavailable};
use crate::integrations::http::{Answer, Call, discard};

/// Timeout of calls without file contents. The server may be moving a large file.
const CALL_TIMEOUT_MS: i64 = 20_000;
/// Levels of missing folders that are created.
const MAX_LEVELS: usize = 12;

type Outcome<T> = std::result::Result<T, Fault>;

/// A folder with its credential.
pub struct Folder {
    connection_id: String,
    /// Ends in `/`.
    address: String,
    authorization: String,
    /// UTC milliseconds.
    pub(super) connected_at: i64,
}

/// Result of looking at a folder's address.
enum Resource {
    /// The folder, and its space if the server reports it (RFC 4331).
    Folder(Option<Space>),
    /// A file with that name.
    File,
    Missing,
}

/// Calls to a folder with a deadline.
struct Calls<'a> {
    folder: &'a Folder,
    until: Deadline,
}

impl Folder {
    /// An empty `account` makes the secret a token (RFC 6750), otherwise it is a password (RFC 7617).
    #[must_use]
    pub fn new(connection_id: String, address: String, account: &str, secret: &str, connected_at: i64) -> Self {
        let authorization = if account.is_empty() {
            format!("Bearer {secret}")
        } else {
            format!("Basic {}", BASE64.encode(format!("{account}:{secret}").as_bytes()))
        };
        Self { connection_id, address, authorization, connected_at }
    }

    pub(super) fn connection_id(&self) -> &str {
        &self.connection_id
    }

    fn calls(&self, until: Deadline) -> Calls<'_> {
        Calls { folder: self, until }
    }

    pub(super) async fn deliver(&self, upload: &Upload<'_>) -> Outcome<String> {
        self.calls(Deadline::of_delivery()).deliver(upload).await
    }

    pub(super) async fn read(&self, name: &str, range: Option<Range>) -> Result<Option<ReadResponse>> {
        let wanted = range.map(range_header);
        let headers: Vec<(&str, &str)> = wanted.iter().map(|wanted| ("range", wanted.as_str())).collect();
        let file = webdav::below(&self.address, name);
        let unavailable = |fault: Fault| drive_unavailable(fault.into_text());
        let response =
            self.calls(Deadline::of_calls()).call("GET", &file, &headers, None).await.map_err(unavailable)?;
        match response.status_code() {
            200 | 206 => parse_read(response, range).map(Some).map_err(unavailable),
            404 | 410 => {
                discard(response).await;
                Ok(None)
            }
            401 | 403 => {
                discard(response).await;
                Err(DRIVE_ENDED)
            }
            _ => Err(unavailable(fault(&Answer::of(response).await))),
        }
    }

    pub(super) async fn remove(&self, name: &str) -> Result<()> {
        let file = webdav::below(&self.address, name);
        let calls = self.calls(Deadline::of_calls());
        for one in [&file, &part_of(&file)] {
            calls.delete(one).await.map_err(|fault| drive_unavailable(fault.into_text()))?;
        }
        Ok(())
    }

    /// Returns the space (RFC 4331).
    pub(super) async fn space(&self) -> Outcome<Option<Space>> {
        match self.calls(Deadline::of_calls()).query_missing(&self.address).await? {
            Resource::Folder(space) => Ok(space),
            Resource::File | Resource::Missing => Err(no_folder()),
        }
    }

    /// Puts a small file into the folder, creating it if needed, reads it back and deletes it.
    pub(super) async fn try_upload(&self) -> Outcome<()> {
        let name = format!("Sayso test {}.txt", uuid::Uuid::new_v4().simple());
        if self.is_visible_in(self, &name).await? { Ok(()) } else { Err(Fault::Permanent(TEST_CHANGED.into())) }
    }

    /// Whether a small file written here is readable in another folder, which makes both the same.
    pub(super) async fn is_visible_in(&self, other: &Self, name: &str) -> Outcome<bool> {
        let until = Deadline::of_calls();
        let calls = self.calls(until);
        let file = webdav::below(&self.address, name);
        calls.ensure_folder(folder_of(&file)).await?;
        let headers = [("content-type", "text/plain")];
        let put = Answer::of(calls.call("PUT", &file, &headers, Some(&JsValue::from_str(TEST_TEXT))).await?).await;
        if !(200..=299).contains(&put.status) {
            return Err(calls.refusal(folder_of(&file), &put, 0).await);
        }
        let digest = other.calls(until).digest(&webdav::below(&other.address, name), TEST_TEXT.len() as u64).await;
        calls.delete(&file).await?;
        Ok(digest?.as_deref() == Some(TEST_SHA_256))
    }
}

impl Calls<'_> {
    async fn deliver(&self, upload: &Upload<'_>) -> Outcome<String> {
        let address = &self.folder.address;
        let file = webdav::below(address, upload.name);
        if let Some(sha256) = self.digest_of_copy(&file, upload.size).await?
            && sha256 == files::digest(upload.source).await?
        {
            return Ok(sha256);
        }
        self.ensure_folder(folder_of(&file)).await?;
        let sha256 = if webdav::is_atomic(address) {
            self.put(upload, &file).await?
        } else {
            let part = part_of(&file);
            let sha256 = self.put(upload, &part).await?;
            if self.try_move(&part, &file).await? {
                sha256
            } else if self.digest_of_copy(&file, upload.size).await?.as_ref() == Some(&sha256) {
                // It was moved and the answer was lost; or it was copied, and the rest can be deleted once the video is erased.
                let _ = self.delete(&part).await;
                return Ok(sha256);
            } else {
                self.delete(&part).await?;
                self.put(upload, &file).await?
            }
        };
        match self.digest_of_copy(&file, upload.size).await? {
            Some(found) if found == sha256 => Ok(sha256),
            _ => Err(Fault::Transient("The copy in the drive is not whole.".into())),
        }
    }

    /// Returns the SHA-256 of a sent file, if it exists with exactly `size` bytes.
    async fn digest_of_copy(&self, file: &str, size: u64) -> Outcome<Option<String>> {
        match self.request_checksum(file).await {
            Some(sha256) => Ok(Some(sha256)),
            None => self.digest(file, size).await,
        }
    }

    /// Returns the SHA-256 that Nextcloud recomputes over the stored file (since version 24). `None` from other servers
    /// or without an answer.
    async fn request_checksum(&self, file: &str) -> Option<String> {
        if !webdav::is_atomic(&self.folder.address) {
            return None;
        }
        let response = self.call("PATCH", file, &[("x-recalculate-hash", "sha256")], None).await.ok()?;
        let checksum = response.headers().get("oc-checksum").ok().flatten();
        let is_counted = response.status_code() == 204;
        discard(response).await;
        checksum.filter(|_| is_counted).and_then(|header| webdav::sha256_in(&header))
    }

    /// Returns the SHA-256 of a file read back, if it exists with exactly `size` bytes.
    async fn digest(&self, file: &str, size: u64) -> Outcome<Option<String>> {
        let response = self.call("GET", file, &[], None).await?;
        match response.status_code() {
            200 if has_other_length(&response, size) => {
                discard(response).await;
                Ok(None)
            }
            200 => digest_of_body(self.until, response.into_parts().1, size).await,
            404 | 409 | 410 => {
                discard(response).await;
                Ok(None)
            }
            _ => Err(fault(&Answer::of(response).await)),
        }
    }

    /// Creates a folder and its missing ancestors.
    async fn ensure_folder(&self, folder: &str) -> Outcome<()> {
        let mut missing = Vec::new();
        let mut here = folder;
        loop {
            let answer = self.make_folder(here).await?;
            match (answer.status, webdav::parent(here)) {
                (200..=299, _) => break,
                (404 | 409, Some(above)) if missing.len() < MAX_LEVELS => {
                    missing.push(here);
                    here = above;
                }
                _ => {
                    self.expect_folder(here, &answer).await?;
                    break;
                }
            }
        }
        for below in missing.into_iter().rev() {
            let answer = self.make_folder(below).await?;
            if !(200..=299).contains(&answer.status) {
                self.expect_folder(below, &answer).await?;
            }
        }
        Ok(())
    }

    async fn make_folder(&self, folder: &str) -> Outcome<Answer> {
        Ok(Answer::of(self.call("MKCOL", folder, &[], None).await?).await)
    }

    /// Checks that a folder exists after it could not be created: 405 says so, other servers answer that it is forbidden or locked.
    async fn expect_folder(&self, folder: &str, refused: &Answer) -> Outcome<()> {
        if refused.status == 405 {
            return Ok(());
        }
        match self.probe(folder).await? {
            Resource::Folder(_) => Ok(()),
            Resource::File | Resource::Missing => Err(self.refusal(folder, refused, 0).await),
        }
    }

    /// Looks at a folder's address. Some servers know a file only without the final `/`.
    async fn probe(&self, folder: &str) -> Outcome<Resource> {
        let found = self.query_missing(folder).await;
        if matches!(found, Ok(Resource::Folder(_))) {
            return found;
        }
        match self.query_missing(folder.trim_end_matches('/')).await {
            Ok(Resource::File) => Ok(Resource::File),
            _ => found,
        }
    }

    async fn query_missing(&self, folder: &str) -> Outcome<Resource> {
        let propfind_body = JsValue::from_str(webdav::FOLDER_QUESTION);
        let headers = [("depth", "0"), ("content-type", "application/xml")];
        let response = self.call("PROPFIND", folder, &headers, Some(&propfind_body)).await?;
        match response.status_code() {
            207 => {
                let (_, text) = Answer::with_text(response).await;
                let text = text.map_err(unavailable)?;
                Ok(if webdav::is_folder(&text) { Resource::Folder(webdav::space(&text)) } else { Resource::File })
            }
            404 | 409 | 410 => {
                discard(response).await;
                Ok(Resource::Missing)
            }
            _ => Err(fault(&Answer::of(response).await)),
        }
    }

    /// Explains why a file of `size` bytes could not be written. Looks at the folders to distinguish a full disk, a read-only
    /// folder, a missing one and a file in its place, because servers answer 404, 405, 409 and 500 for any of them.
    async fn refusal(&self, folder: &str, answer: &Answer, size: u64) -> Fault {
        if !matches!(answer.status, 400 | 404 | 405 | 409 | 410 | 500) {
            return fault(answer);
        }
        let mut here = Some(folder);
        while let Some(folder) = here.filter(|folder| folder.starts_with(&self.folder.address)) {
            match self.probe(folder).await {
                Ok(Resource::Folder(space)) => {
                    return unwritable(answer, space.is_some_and(|space| !space.has_room(size)));
                }
                Ok(Resource::File) => return file_in_place(&webdav::last_part(folder)),
                Ok(Resource::Missing) => here = webdav::parent(folder),
                Err(_) => return fault(answer),
            }
        }
        no_folder()
    }

    /// Writes a file and returns the SHA-256 of the sent bytes.
    async fn put(&self, upload: &Upload<'_>, file: &str) -> Outcome<String> {
        let (readable, pump) = files::stream(upload.source, upload.size)?;
        let headers = [("content-type", upload.media_type)];
        let call = self.call("PUT", file, &headers, Some(&readable));
        let poured = streamed_call(pump, call, |status| (200..=299).contains(&status));
        match self.until.run(poured).await?? {
            (response, Some(sha256)) => {
                discard(response).await;
                Ok(sha256)
            }
            (response, None) => Err(self.refusal(folder_of(file), &Answer::of(response).await, upload.size).await),
        }
    }

    /// Whether the server moved a file. A server that cannot move, or not through its proxy, is no fault.
    async fn try_move(&self, from: &str, to: &str) -> Outcome<bool> {
        let headers = [("destination", to), ("overwrite", "T")];
        let answer = Answer::of(self.call("MOVE", from, &headers, None).await?).await;
        match answer.status {
            200..=299 => Ok(true),
            400 | 403 | 405 | 500 | 501 | 502 => Ok(false),
            // It was already moved and the answer was lost: the next attempt looks first.
            404 | 409 => Err(Fault::Transient("The drive does not have what it was sent.".into())),
            _ => Err(fault(&answer)),
        }
    }

    async fn delete(&self, file: &str) -> Outcome<()> {
        let answer = Answer::of(self.call("DELETE", file, &[], None).await?).await;
        match answer.status {
            200 | 202 | 204 | 404 | 410 => Ok(()),
            _ => Err(fault(&answer)),
        }
    }

    async fn call(&self, method: &str, url: &str, more: &[(&str, &str)], body: Option<&JsValue>) -> Outcome<Response> {
        let headers = [&[("authorization", self.folder.authorization.as_str())], more].concat();
        let limit = if matches!(method, "PUT" | "GET") {
            self.until.remaining()?
        } else {
            self.until.remaining()?.min(CALL_TIMEOUT_MS)
        };
        let call = Call { body, ms: limit, ..Call::new(method, url, &headers) };
        call.send().await.map_err(unavailable)
    }
}

fn unavailable(reason: String) -> Fault {
    Fault::Transient(format!(
        "We cannot reach your drive. Check that it is switched on and that its address is right. ({reason})"
    ))
}

/// The folder of a file; ends in `/`.
fn folder_of(file: &str) -> &str {
    file.rfind('/').and_then(|at| file.get(..=at)).unwrap_or_default()
}

/// Name of an incomplete file.
fn part_of(file: &str) -> String {
    format!("{file}.part")
}
