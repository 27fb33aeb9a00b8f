//! The drive that a client's videos are delivered to.

use serde::{Deserialize, Serialize};

use crate::drive::DriveProvider;
use crate::row::flag;

/// `GET /api/client/{client}/drive`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "drive.ts"))]
pub struct ClientDrive {
    /// Current delivery target; `null` for a link that leads to no drive.
    pub provider: Option<DriveProvider>,
    /// Opens the folder for people.
    pub link: String,
    /// Whether this deployment has a key to keep credentials with.
    pub can_connect: bool,
    /// Whether Google knows this deployment, so that a business can connect its own Google Drive.
    pub can_connect_google: bool,
    /// Whom a Shared Drive has to be shared with, for an admin to connect a folder in it; `null` where there is no such
    /// account, and for anybody else.
    pub service_account: Option<String>,
    /// The product's own Google account, for an admin to give the client a folder in it; `null` where none is connected, and
    /// for anybody else.
    pub platform_account: Option<String>,
    /// The one that is delivered to first; those before it, which hold videos; and ended ones that do.
    pub connections: Vec<DriveConnection>,
    /// Deliveries that failed for good and wait until the drive works.
    pub parked: u32,
    /// Videos in other drives of the client's that can be moved to this one; those on their way included.
    pub elsewhere: u32,
    /// The moves that were asked for last; `null` where none ever were.
    pub moves: Option<VideoMoves>,
}

/// How far moves of delivered videos are.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "drive.ts"))]
pub struct VideoMoves {
    /// Not there yet.
    pub waiting: u32,
    /// Arrived.
    pub moved: u32,
    /// Still where they were: their moves failed for good.
    pub failed: u32,
    /// Why one of those that have not arrived has to be tried again, or failed.
    pub reason: Option<String>,
}

/// A drive of the client's own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "drive.ts"))]
pub struct DriveConnection {
    /// Its id.
    pub id: String,
    /// The provider.
    pub provider: DriveProvider,
    /// Opens the folder for people.
    pub link: String,
    /// The folder, as the provider's API names it.
    pub address: String,
    /// The name that signs in; empty where a token alone does.
    pub account: String,
    /// Whether it is a folder in the product's own account.
    #[serde(deserialize_with = "flag")]
    pub is_platform: bool,
    /// Whether videos are delivered here now.
    #[serde(deserialize_with = "flag")]
    pub chosen: bool,
    /// Its credential has been forgotten, or the product has left its account: what it holds cannot be shown here.
    #[serde(deserialize_with = "flag")]
    pub ended: bool,
    /// UTC milliseconds.
    pub connected_at: i64,
    /// When the provider ends the permission by itself, where it has said so; UTC milliseconds.
    pub expires_at: Option<i64>,
    /// When the last video arrived; UTC milliseconds.
    pub last_video_at: Option<i64>,
    /// The trouble with it and the way out, in words for the caller.
    pub fault: Option<String>,
    /// Since when; UTC milliseconds.
    pub fault_at: Option<i64>,
    /// Whom a folder of the product's is shared with.
    pub shared_with: Option<String>,
    /// Why it is not shared as it should be; that is tried again each hour.
    pub share_fault: Option<String>,
    /// How many videos it holds.
    pub videos: u32,
    /// How many erased videos could not be removed from it yet.
    pub unerased: u32,
}

/// `PATCH /api/client/{client}/drive`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "drive.ts"))]
pub struct DriveChange {
    /// Whether videos in drives of the client's own stay there for good.
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
    /// The folder's address.
    pub address: String,
    /// The user name; empty for a token.
    #[serde(default)]
    pub account: String,
    /// The password, or a token. It is never shown again.
    pub secret: String,
}

/// `POST /api/client/{client}/drive/google`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "drive.ts"))]
pub struct GoogleConsent {
    /// Google's page, which asks for the consent and leads back.
    pub address: String,
}

/// `POST /api/client/{client}/drive/google/code`: what Google's page led back with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "drive.ts"))]
pub struct GoogleCode {
    /// Good once, for a few minutes.
    pub code: String,
    /// The question that was answered.
    pub state: String,
}

/// `POST /api/client/{client}/drive/google/folder`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "drive.ts"))]
pub struct GoogleFolder {
    /// Of a folder in a Shared Drive.
    pub link: String,
}

/// `GET /api/admin/google-drive`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "drive.ts"))]
pub struct PlatformDrive {
    /// Whether Google knows this deployment, and it has a key to keep the permission with.
    pub can_connect: bool,
    /// The account that is connected.
    pub account: Option<PlatformAccount>,
}

/// The product's own Google account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "drive.ts"))]
pub struct PlatformAccount {
    /// Its email address.
    pub email: String,
    /// Opens the root folder for people.
    pub link: String,
    /// UTC milliseconds.
    pub connected_at: i64,
    /// When Google ends the permission by itself, where it has said so; UTC milliseconds.
    pub expires_at: Option<i64>,
    /// The problem and how to fix it.
    pub fault: Option<String>,
    /// Since when; UTC milliseconds.
    pub fault_at: Option<i64>,
    /// Bytes that are taken, by whatever; `null` where Google does not tell.
    pub space_used: Option<u64>,
    /// Bytes that there are in all.
    pub space_limit: Option<u64>,
    /// How many folders of clients go by it.
    pub folders: u32,
}
