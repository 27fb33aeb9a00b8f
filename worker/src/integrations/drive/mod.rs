//! Where videos are delivered. The client's `drive_link` chooses the drive; what was delivered stays reachable in the drive
//! that took it, whatever the link says later.

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
use domain::retry_policy::Outcome;
use worker::{Response, ResponseBody};

use crate::app::App;
use crate::error::{Error, Result};
use crate::files::{ByteSource, digest_of};

pub use delivered_video::DeliveredVideo;
pub use open_drive::platform_account;
pub use webdav::Folder as WebDavFolder;

const TEST_TEXT: &str = "Sayso tried whether videos would arrive here.";
/// Of [`TEST_TEXT`].
const TEST_SHA_256: &str = "704f2841a7df746d648cc633de20cd1962bc3e01fe5a853c1ec87c51cac9da8a";
const TEST_CHANGED: &str = "The test file came back changed: videos cannot be kept in this folder.";

/// A video to deliver.
pub struct Upload<'a> {
    pub client_id: &'a str,
    /// The path below the folder; the same at every attempt.
    pub name: &'a str,
    /// Where its bytes are; not all of them, where an earlier attempt has been at the end.
    pub source: &'a dyn ByteSource,
    /// In bytes.
    pub size: u64,
    pub media_type: &'a str,
}

/// Why a drive did not do what it was asked to. The text is for the client and for admins.
#[derive(Debug)]
pub enum Fault {
    /// It was not the drive: the text is for admins only.
    Internal(String),
    Transient(String),
    /// The drive says when to come again; seconds.
    RetryAfter(String, u32),
    Permanent(String),
}

impl Fault {
    /// The text.
    #[must_use]
    pub fn into_text(self) -> String {
        match self {
            Self::Internal(text) | Self::Transient(text) | Self::RetryAfter(text, _) | Self::Permanent(text) => text,
        }
    }
}

impl From<Fault> for Outcome {
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
        Self::Internal(error.cause().unwrap_or_else(|| error.api_parts().2))
    }
}

/// A run of a file's bytes: offset and length.
pub type Range = (u64, u64);

/// What a drive answers to a read.
pub struct ReadAnswer {
    pub body: ResponseBody,
    /// The range that was asked for; nothing where it is all of the file.
    pub range: Option<Range>,
    /// How many bytes come, where that is known.
    pub length: Option<u64>,
}

/// The providers.
pub enum Drive {
    /// A folder in our own bucket; the default, needs no account.
    BuiltIn,
    /// A folder on a WebDAV server.
    WebDav(webdav::Folder),
    /// A folder in Google Drive.
    Google(google::Folder),
    /// A drive that cannot be signed in to; the connection's id, where there is a connection at all.
    Ended(Option<String>, End),
    /// A link that leads to no drive of ours.
    Unknown,
}

/// Why a drive cannot be signed in to.
#[derive(Clone, Copy)]
pub enum End {
    /// Its connection is there no more, or cannot be opened with the keys of this deployment.
    Connection,
    /// The platform is signed in to another account than the one that the folder is in, or to none.
    Platform,
}

impl End {
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
    /// The provider, as it is stored with each delivery.
    #[must_use]
    pub fn provider(&self) -> Option<DriveProvider> {
        match self {
            Self::BuiltIn => Some(DriveProvider::BuiltIn),
            Self::WebDav(_) => Some(DriveProvider::WebDav),
            Self::Google(_) => Some(DriveProvider::Google),
            Self::Ended(..) | Self::Unknown => None,
        }
    }

    /// The connection, as it is stored with each delivery.
    #[must_use]
    pub fn connection_id(&self) -> Option<&str> {
        match self {
            Self::WebDav(folder) => Some(folder.connection_id()),
            Self::Google(folder) => Some(&folder.connection_id),
            Self::Ended(id, _) => id.as_deref(),
            Self::BuiltIn | Self::Unknown => None,
        }
    }

    /// The connection with the time of its last consent or password: what it is used for may outlast either.
    #[must_use]
    pub fn connection(&self) -> Option<(&str, i64)> {
        match self {
            Self::WebDav(folder) => Some((folder.connection_id(), folder.connected_at)),
            Self::Google(folder) => Some((&folder.connection_id, folder.connected_at)),
            Self::Ended(..) | Self::BuiltIn | Self::Unknown => None,
        }
    }

    /// Delivers a video, unless it is there already, and answers the SHA-256 in hex of what is there then: it is that of
    /// the uploaded bytes.
    pub async fn deliver(&self, app: &App, upload: &Upload<'_>) -> std::result::Result<String, Fault> {
        match self {
            Self::BuiltIn => built_in::deliver(app, upload).await,
            Self::WebDav(folder) => folder.deliver(upload).await,
            Self::Google(folder) => folder.deliver(app, upload).await,
            Self::Ended(_, end) => Err(end.fault()),
            Self::Unknown => Err(Fault::Permanent(UNKNOWN.into())),
        }
    }

    /// Reads a file of a client's folder, or a range of it; nothing where it is not there.
    ///
    /// # Errors
    /// [`Error::DriveUnavailable`], [`Error::DriveEnded`].
    pub async fn read(
        &self,
        app: &App,
        client_id: &str,
        name: &str,
        range: Option<Range>,
    ) -> Result<Option<ReadAnswer>> {
        match self {
            Self::BuiltIn => built_in::read(app, client_id, name, range).await,
            Self::WebDav(folder) => folder.read(name, range).await,
            Self::Google(folder) => folder.read(app, name, range).await,
            Self::Ended(..) => Err(Error::DriveEnded),
            Self::Unknown => Ok(None),
        }
    }

    /// Removes a file from a client's folder; removing twice changes nothing more.
    ///
    /// # Errors
    /// [`Error::DriveUnavailable`], [`Error::DriveEnded`].
    pub async fn remove(&self, app: &App, client_id: &str, name: &str) -> Result<()> {
        match self {
            Self::BuiltIn => built_in::remove(app, client_id, name).await,
            Self::WebDav(folder) => folder.remove(name).await,
            Self::Google(folder) => folder.remove(app, name).await,
            Self::Ended(..) => Err(Error::DriveEnded),
            // Nothing is ever delivered there.
            Self::Unknown => Ok(()),
        }
    }

    /// Puts a small file into the folder, reads or compares it, and removes it.
    pub async fn try_upload(&self, app: &App, client_id: &str) -> std::result::Result<(), Fault> {
        match self {
            Self::BuiltIn => built_in::try_upload(app, client_id).await,
            Self::WebDav(folder) => folder.try_upload().await,
            Self::Google(folder) => folder.try_upload(app).await,
            Self::Ended(_, end) => Err(end.fault()),
            Self::Unknown => Err(Fault::Permanent(UNKNOWN.into())),
        }
    }

    /// Whether what is removed there is gone here as well, under whatever names, accounts and addresses they are known. In
    /// Google Drive a file of the same name is another one. A test file shows it, beside the file of this name and named like
    /// it: what a server hides, it hides of both.
    pub async fn is_one_with(&self, other: &Self, name: &str) -> std::result::Result<bool, Fault> {
        match (self, other) {
            (Self::BuiltIn, Self::BuiltIn) => Ok(true),
            (Self::WebDav(one), Self::WebDav(two)) => {
                let (path, extension) = name.rsplit_once('.').unwrap_or((name, "txt"));
                one.shows_in(two, &format!("{path} test {}.{extension}", uuid::Uuid::new_v4().simple())).await
            }
            // Nobody can tell.
            (Self::Ended(_, end), Self::WebDav(_)) => Err(end.fault()),
            _ => Ok(false),
        }
    }

    /// How much room there is, where the provider tells.
    pub async fn space(&self, app: &App) -> std::result::Result<Option<Space>, Fault> {
        match self {
            Self::WebDav(folder) => folder.space().await,
            Self::Google(folder) => folder.account.space(app).await,
            Self::BuiltIn | Self::Ended(..) | Self::Unknown => Ok(None),
        }
    }

    /// Checks whether videos would arrive; with `upload` by trying. The texts are for the client and for admins.
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

/// The `Range` header that asks for a run of bytes.
fn range_header((offset, length): Range) -> String {
    format!("bytes={offset}-{}", offset.saturating_add(length).saturating_sub(1))
}

/// What a 200 or 206 answers to a read: all of the file, or exactly the part that was asked for.
fn read_of(response: Response, range: Option<Range>) -> std::result::Result<ReadAnswer, Fault> {
    let header = |name: &str| response.headers().get(name).ok().flatten();
    let (range, length) = match (response.status_code(), range) {
        (200, _) => (None, header("content-length").and_then(|text| parse_u64(&text))),
        (206, Some((offset, length))) => {
            let last = offset.saturating_add(length).saturating_sub(1);
            let part = format!("bytes {offset}-{last}/");
            if !header("content-range").is_some_and(|said| said.starts_with(&part)) {
                return Err(Fault::Transient("The drive answered another part of the file.".into()));
            }
            (range, Some(length))
        }
        (status, _) => return Err(Fault::Transient(format!("The drive answered {status}."))),
    };
    Ok(ReadAnswer { body: response.into_parts().1, range, length })
}

/// The SHA-256 in hex of a body that has exactly so many bytes, if it comes in time.
async fn digest_of_body(until: Deadline, body: ResponseBody, size: u64) -> std::result::Result<Option<String>, Fault> {
    match body {
        ResponseBody::Stream(stream) => Ok(until.in_time(digest_of(&stream, size)).await??),
        _ => Ok(None),
    }
}
