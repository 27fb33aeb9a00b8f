//! Drives that videos are delivered to. The client's `drive_link` selects the drive; a delivered video stays available
//! in its drive, whatever the link says later.

mod built_in;
mod deadline;
mod delivered_video;
pub mod google;
mod open_drive;
mod streamed_call;
mod webdav;

use deadline::Deadline;
use domain::drive::{ACCOUNT_LEFT, CONNECTION_ENDED, DriveProvider, Space};
use domain::number::parse_u64;
use domain::retry_policy::JobOutcome;
use worker::{Response, ResponseBody};

use crate::app::App;
use crate::error::{Error, Result, refusal};
use crate::files::{ByteSource, digest_of};

pub use delivered_video::DeliveredVideo;
pub use open_drive::platform_account;
pub use webdav::Folder as WebDavFolder;

/// The connection to the drive that holds a video has ended.
pub const DRIVE_ENDED: Error =
    refusal!(409, "drive_ended", "This is in a drive whose connection has ended. Connect it again on the Drive page.");

/// A drive does not answer.
pub const DRIVE_UNAVAILABLE: Error =
    refusal!(503, "drive_away", "The drive that holds this is not responding. Please try again later.");

/// [`DRIVE_UNAVAILABLE`], with the reason.
#[must_use]
pub fn drive_unavailable(cause: String) -> Error {
    DRIVE_UNAVAILABLE.with_cause(cause)
}

const TEST_TEXT: &str = "Sayso tried whether videos would arrive here.";
/// SHA-256 of [`TEST_TEXT`].
const TEST_SHA_256: &str = "704f2841a7df746d648cc633de20cd1962bc3e01fe5a853c1ec87c51cac9da8a";
const TEST_CHANGED: &str = "The test file came back changed: videos cannot be kept in this folder.";

/// A video to deliver.
pub struct Upload<'a> {
    pub client_id: &'a str,
    /// Path below the folder; the same in every attempt.
    pub name: &'a str,
    /// Source of its bytes. Incomplete if an earlier attempt has already deleted some.
    pub source: &'a dyn ByteSource,
    /// Size in bytes.
    pub size: u64,
    pub media_type: &'a str,
}

/// Why a drive operation failed. The text is for the client and for admins.
#[derive(Debug)]
pub enum Fault {
    /// Not the drive's fault: the text is for admins only.
    Internal(String),
    Transient(String),
    /// The drive says when to retry; seconds.
    RetryAfter(String, u32),
    Permanent(String),
}

impl Fault {
    #[must_use]
    pub fn into_text(self) -> String {
        match self {
            Self::Internal(text) | Self::Transient(text) | Self::RetryAfter(text, _) | Self::Permanent(text) => text,
        }
    }
}

impl From<Fault> for JobOutcome {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Internal(text) | Fault::Transient(text) => Self::Retry(text),
            Fault::RetryAfter(text, seconds) => Self::RetryAfter(text, seconds),
            Fault::Permanent(text) => Self::GiveUp(text),
        }
    }
}

impl From<Error> for Fault {
    fn from(error: Error) -> Self {
        Self::Internal(error.cause_or_text())
    }
}

/// A byte range: offset and length.
pub type Range = (u64, u64);

/// A drive's answer to a read.
pub struct ReadResponse {
    pub body: ResponseBody,
    /// The requested range. `None` if the body is the whole file.
    pub range: Option<Range>,
    /// Number of bytes, if known.
    pub length: Option<u64>,
}

/// A drive by provider.
pub enum Drive {
    /// A folder in our own bucket; the default, without an account.
    BuiltIn,
    /// A folder on a WebDAV server.
    WebDav(webdav::Folder),
    /// A folder in Google Drive.
    Google(google::Folder),
    /// A drive without a usable credential, and the connection's id, if it exists.
    Ended(Option<String>, GrantEnd),
    /// A link to no known drive.
    Unknown,
}

/// Why no credential is usable.
#[derive(Clone, Copy)]
pub enum GrantEnd {
    /// The connection has ended, or this deployment's keys cannot open it.
    Connection,
    /// The platform's account is disconnected, or another than the folder's.
    Platform,
}

impl GrantEnd {
    fn fault(self) -> Fault {
        let text = match self {
            Self::Connection => CONNECTION_ENDED,
            Self::Platform => ACCOUNT_LEFT,
        };
        Fault::Permanent(text.into())
    }
}

const UNKNOWN: &str = "Sayso cannot deliver to this drive link. Connect the drive, or leave the link empty for the \
    built-in drive.";

impl Drive {
    /// The provider stored with each delivery.
    #[must_use]
    pub fn provider(&self) -> Option<DriveProvider> {
        match self {
            Self::BuiltIn => Some(DriveProvider::BuiltIn),
            Self::WebDav(_) => Some(DriveProvider::WebDav),
            Self::Google(_) => Some(DriveProvider::Google),
            Self::Ended(..) | Self::Unknown => None,
        }
    }

    /// The connection id stored with each delivery.
    #[must_use]
    pub fn connection_id(&self) -> Option<&str> {
        match self {
            Self::WebDav(folder) => Some(folder.connection_id()),
            Self::Google(folder) => Some(&folder.connection_id),
            Self::Ended(id, _) => id.as_deref(),
            Self::BuiltIn | Self::Unknown => None,
        }
    }

    /// The connection and the time of its last consent or password, which change when it is renewed.
    #[must_use]
    pub fn connection(&self) -> Option<(&str, i64)> {
        match self {
            Self::WebDav(folder) => Some((folder.connection_id(), folder.connected_at)),
            Self::Google(folder) => Some((&folder.connection_id, folder.connected_at)),
            Self::Ended(..) | Self::BuiltIn | Self::Unknown => None,
        }
    }

    /// Delivers a video, unless it is already there. Returns the SHA-256 in hex of the copy, which equals the upload's.
    pub async fn deliver(&self, app: &App, upload: &Upload<'_>) -> std::result::Result<String, Fault> {
        match self {
            Self::BuiltIn => built_in::deliver(app, upload).await,
            Self::WebDav(folder) => folder.deliver(upload).await,
            Self::Google(folder) => folder.deliver(app, upload).await,
            Self::Ended(_, end) => Err(end.fault()),
            Self::Unknown => Err(Fault::Permanent(UNKNOWN.into())),
        }
    }

    /// Reads a file of a client's folder, or a range of it. `None` if it does not exist.
    ///
    /// # Errors
    /// [`drive_unavailable`], [`DRIVE_ENDED`].
    pub async fn read(
        &self,
        app: &App,
        client_id: &str,
        name: &str,
        range: Option<Range>,
    ) -> Result<Option<ReadResponse>> {
        match self {
            Self::BuiltIn => built_in::read(app, client_id, name, range).await,
            Self::WebDav(folder) => folder.read(name, range).await,
            Self::Google(folder) => folder.read(app, name, range).await,
            Self::Ended(..) => Err(DRIVE_ENDED),
            Self::Unknown => Ok(None),
        }
    }

    /// Deletes a file from a client's folder. Idempotent.
    ///
    /// # Errors
    /// [`drive_unavailable`], [`DRIVE_ENDED`].
    pub async fn remove(&self, app: &App, client_id: &str, name: &str) -> Result<()> {
        match self {
            Self::BuiltIn => built_in::remove(app, client_id, name).await,
            Self::WebDav(folder) => folder.remove(name).await,
            Self::Google(folder) => folder.remove(app, name).await,
            Self::Ended(..) => Err(DRIVE_ENDED),
            // Nothing is ever delivered there.
            Self::Unknown => Ok(()),
        }
    }

    /// Puts a small file into the folder, reads or compares it, and deletes it.
    pub async fn try_upload(&self, app: &App, client_id: &str) -> std::result::Result<(), Fault> {
        match self {
            Self::BuiltIn => built_in::try_upload(app, client_id).await,
            Self::WebDav(folder) => folder.try_upload().await,
            Self::Google(folder) => folder.try_upload(app).await,
            Self::Ended(_, end) => Err(end.fault()),
            Self::Unknown => Err(Fault::Permanent(UNKNOWN.into())),
        }
    }

    /// Whether deleting a file here deletes it in the other drive too, whatever their names, accounts and addresses. In
    /// Google Drive a file of the same name is a different file. Tests WebDAV with a file beside the named one and with
    /// a similar name, because a server that hides one hides both.
    pub async fn is_same_storage(&self, other: &Self, name: &str) -> std::result::Result<bool, Fault> {
        match (self, other) {
            (Self::BuiltIn, Self::BuiltIn) => Ok(true),
            (Self::WebDav(one), Self::WebDav(two)) => {
                let (path, extension) = name.rsplit_once('.').unwrap_or((name, "txt"));
                one.is_visible_in(two, &format!("{path} test {}.{extension}", uuid::Uuid::new_v4().simple())).await
            }
            // It cannot be tested.
            (Self::Ended(_, end), Self::WebDav(_)) => Err(end.fault()),
            _ => Ok(false),
        }
    }

    /// Returns the space, if the provider reports it.
    pub async fn space(&self, app: &App) -> std::result::Result<Option<Space>, Fault> {
        match self {
            Self::WebDav(folder) => folder.space().await,
            Self::Google(folder) => folder.account.space(app).await,
            Self::BuiltIn | Self::Ended(..) | Self::Unknown => Ok(None),
        }
    }

    /// Checks whether videos could be delivered; with `upload` by a test file. The texts are for the client and for admins.
    pub async fn check(&self, app: &App, client_id: &str, upload: bool) -> std::result::Result<&'static str, String> {
        match self {
            Self::BuiltIn if !upload => Ok("This is the client's own folder of the built-in drive."),
            Self::WebDav(_) | Self::Google(_) if !upload => Ok("This drive is connected."),
            _ => {
                let tried = self.try_upload(app, client_id).await.map_err(Fault::into_text);
                tried.map(|()| "A test file was put into the folder, read back and removed.")
            }
        }
    }
}

/// `Range` header for a byte range.
fn range_header((offset, length): Range) -> String {
    format!("bytes={offset}-{}", offset.saturating_add(length).saturating_sub(1))
}

/// Interprets a 200 or 206 answer to a read: the whole file, or exactly the requested part.
fn parse_read(response: Response, range: Option<Range>) -> std::result::Result<ReadResponse, Fault> {
    let header = |name: &str| response.headers().get(name).ok().flatten();
    let (range, length) = match (response.status_code(), range) {
        (200, _) => (None, header("content-length").and_then(|text| parse_u64(&text))),
        (206, Some((offset, length))) => {
            let last = offset.saturating_add(length).saturating_sub(1);
            let part = format!("bytes {offset}-{last}/");
            if !header("content-range").is_some_and(|value| value.starts_with(&part)) {
                return Err(Fault::Transient("The drive answered another part of the file.".into()));
            }
            (range, Some(length))
        }
        (status, _) => return Err(Fault::Transient(format!("The drive answered {status}."))),
    };
    Ok(ReadResponse { body: response.into_parts().1, range, length })
}

/// Returns the SHA-256 in hex of a body with exactly `size` bytes, if it arrives in time.
async fn digest_of_body(until: Deadline, body: ResponseBody, size: u64) -> std::result::Result<Option<String>, Fault> {
    match body {
        ResponseBody::Stream(stream) => Ok(until.run(digest_of(&stream, size)).await??),
        _ => Ok(None),
    }
}
