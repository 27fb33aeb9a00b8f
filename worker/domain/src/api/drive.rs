//! Drives that a client's videos are delivered to.

use serde::{Deserialize, Serialize};

use crate::drive::DriveProvider;
use crate::row::flag;

/// `GET /api/client/{client}/drive`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "drive.ts"))]
pub struct ClientDrive {
    /// Current delivery target; `null` if the link is not a drive's.
    pub provider: Option<DriveProvider>,
    /// URL of the folder for people.
    pub link: String,
    /// Whether this deployment has a key to encrypt credentials with.
    pub can_connect: bool,
    /// Whether this deployment is registered with Google, so that a business can connect its own
    /// Google Drive.
    pub can_connect_google: bool,
    /// Account to share a Shared Drive with before an admin connects a folder in it; `null` if
    /// there is none, or for non-admins.
    pub service_account: Option<String>,
    /// Sayso's own Google account, in which an admin can give the client a folder; `null` if none
    /// is connected, or for non-admins.
    pub platform_account: Option<String>,
    /// The current drive first, then earlier ones that hold videos, then ended ones that do.
    pub connections: Vec<DriveConnection>,
    /// Deliveries that failed permanently and wait until the drive works.
    pub parked: u32,
    /// Videos in the client's other drives that can be moved to this one, including moves in progress.
    pub elsewhere: u32,
    /// The most recently requested moves; `null` if there were none.
    pub moves: Option<VideoMoves>,
}

/// Progress of moving delivered videos.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "drive.ts"))]
pub struct VideoMoves {
    /// Waiting or in progress.
    pub waiting: u32,
    /// Moved.
    pub moved: u32,
    /// Failed permanently; still in the old drive.
    pub failed: u32,
    /// Why one of the remaining moves has to be retried or failed.
    pub reason: Option<String>,
}

/// A client's own drive.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "drive.ts"))]
pub struct DriveConnection {
    /// Id of the connection.
    pub id: String,
    /// The provider.
    pub provider: DriveProvider,
    /// URL of the folder for people.
    pub link: String,
    /// The folder, as the provider's API names it.
    pub address: String,
    /// Account name for signing in; empty if a token is enough.
    pub account: String,
    /// Whether it is a folder in Sayso's own account.
    #[serde(deserialize_with = "flag")]
    pub is_platform: bool,
    /// Whether it is the current delivery target.
    #[serde(deserialize_with = "flag")]
    pub chosen: bool,
    /// Whether its credential was deleted or its account is no longer used by Sayso, so that its
    /// files cannot be shown.
    #[serde(deserialize_with = "flag")]
    pub ended: bool,
    /// UTC milliseconds.
    pub connected_at: i64,
    /// When the provider ends the grant, if stated; UTC milliseconds.
    pub expires_at: Option<i64>,
    /// When the last video was delivered; UTC milliseconds.
    pub last_video_at: Option<i64>,
    /// Its fault and the remedy, in words for the caller.
    pub fault: Option<String>,
    /// When the fault began; UTC milliseconds.
    pub fault_at: Option<i64>,
    /// Email address that a folder in Sayso's account is shared with.
    pub shared_with: Option<String>,
    /// Why sharing failed; retried every hour.
    pub share_fault: Option<String>,
    /// Number of videos in it.
    pub videos: u32,
    /// Number of erased videos whose files could not be removed yet.
    pub unerased: u32,
}

/// `PATCH /api/client/{client}/drive`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "drive.ts"))]
pub struct DriveChange {
    /// Whether videos in the client's own drives are kept indefinitely.
    pub keeps_own_drive: bool,
}

/// `POST /api/client/{client}/drive/choice`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "drive.ts"))]
pub struct DriveChoice {
    /// A connection that has not ended; `null` for the built-in folder.
    pub connection: Option<String>,
}

/// `POST /api/client/{client}/drive/webdav`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "drive.ts"))]
pub struct WebDavConnect {
    /// URL of the folder.
    pub address: String,
    /// User name; empty for a token.
    #[serde(default)]
    pub account: String,
    /// Password or token. Never shown again.
    pub secret: String,
}

/// `POST /api/client/{client}/drive/google`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "drive.ts"))]
pub struct GoogleConsent {
    /// URL of Google's consent page, which redirects back.
    pub address: String,
}

/// `POST /api/client/{client}/drive/google/code`: parameters of the redirect from Google's consent page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "drive.ts"))]
pub struct GoogleCode {
    /// Authorization code, valid once, for a few minutes.
    pub code: String,
    /// State of the consent request.
    pub state: String,
}

/// `POST /api/client/{client}/drive/google/folder`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "drive.ts"))]
pub struct GoogleFolder {
    /// Link of a folder in a Shared Drive.
    pub link: String,
}

/// `GET /api/admin/google-drive`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "drive.ts"))]
pub struct PlatformDrive {
    /// Whether this deployment is registered with Google and has a key to encrypt the grant with.
    pub can_connect: bool,
    /// The connected account.
    pub account: Option<PlatformAccount>,
}

/// Sayso's own Google account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "drive.ts"))]
pub struct PlatformAccount {
    /// Its email address.
    pub email: String,
    /// URL of the root folder for people.
    pub link: String,
    /// UTC milliseconds.
    pub connected_at: i64,
    /// When Google ends the grant, if stated; UTC milliseconds.
    pub expires_at: Option<i64>,
    /// Its fault and the remedy.
    pub fault: Option<String>,
    /// When the fault began; UTC milliseconds.
    pub fault_at: Option<i64>,
    /// Used bytes, by any files; `null` if Google does not report it.
    pub space_used: Option<u64>,
    /// Total bytes.
    pub space_limit: Option<u64>,
    /// Number of clients' folders in it.
    pub folders: u32,
}
