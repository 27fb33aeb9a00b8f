//! Finds the drive of a client or a video, and opens its credential.

use domain::drive::{DriveProvider, is_folder_link};
use domain::google_drive::Credential;

use super::google::{Account, Folder, SignIn};
use super::{Drive, GrantEnd, webdav};
use crate::app::App;
use crate::error::Result;
use crate::store::drives::drive_connection::{self, Connection};
use crate::store::drives::platform_drive::{self, PlatformDrive};

impl Drive {
    /// Returns the drive that a client's videos are delivered to. No link, or the client's own folder page, means the built-in drive.
    pub async fn selected(app: &App, client_id: &str, link: Option<&str>) -> Result<Self> {
        let Some(link) = link else { return Ok(Self::BuiltIn) };
        if is_folder_link(link, &app.config.public_origin, client_id) {
            return Ok(Self::BuiltIn);
        }
        match drive_connection::by_link(&app.db, client_id, link).await? {
            Some(connection) => Self::connected(app, connection).await,
            None => Ok(Self::Unknown),
        }
    }

    /// Returns the drive that holds a delivered video: its connection's, if it has one.
    pub async fn of_video(app: &App, provider: Option<DriveProvider>, connection_id: Option<&str>) -> Result<Self> {
        match (provider, connection_id) {
            (_, Some(id)) => match drive_connection::by_id(&app.db, id).await? {
                Some(connection) => Self::connected(app, connection).await,
                None => Ok(Self::Ended(None, GrantEnd::Connection)),
            },
            (Some(DriveProvider::BuiltIn), None) => Ok(Self::BuiltIn),
            (_, None) => Ok(Self::Unknown),
        }
    }

    /// Opens a connection's credential.
    async fn connected(app: &App, connection: Connection) -> Result<Self> {
        if connection.provider == DriveProvider::BuiltIn {
            return Ok(Self::BuiltIn);
        }
        let sealed = connection.sealed().zip(app.config.drive_keys.as_ref());
        let Some(secret) = sealed.and_then(|(sealed, keys)| keys.open(&connection.seal_context(), &sealed)) else {
            return Ok(Self::Ended(Some(connection.id), GrantEnd::Connection));
        };
        if connection.provider == DriveProvider::WebDav {
            let Connection { id, address, account, connected_at, .. } = connection;
            return Ok(Self::WebDav(webdav::Folder::new(id, address, &account, &secret, connected_at)));
        }
        let Connection { id, address, account: email, connected_at, expires_at, .. } = connection;
        let own = |sign_in| Account { id: id.clone(), sign_in, since: connected_at };
        let account = match serde_json::from_str(&secret) {
            Ok(Credential::RefreshToken { token }) => own(SignIn::Grant { token, ends_at: expires_at }),
            Ok(Credential::ServiceAccount) => own(SignIn::ServiceAccount),
            Ok(Credential::Platform) => match platform_account(app, Some(&email)).await? {
                Some((_, account)) => account,
                None => return Ok(Self::Ended(Some(id), GrantEnd::Platform)),
            },
            Err(_) => return Ok(Self::Ended(Some(id), GrantEnd::Connection)),
        };
        // The platform's grant may be newer than the connection that uses it.
        let connected_at = connected_at.max(account.since);
        Ok(Self::Google(Folder { connection_id: id, id: address, account, connected_at }))
    }
}

/// Returns the platform's Google account with its opened credential; with `email`, only if it is that account.
///
/// # Errors
/// If the database fails.
pub async fn platform_account(app: &App, email: Option<&str>) -> Result<Option<(PlatformDrive, Account)>> {
    let found = platform_drive::get(&app.db).await?;
    let Some(drive) = found.filter(|drive| email.is_none_or(|email| email == drive.account)) else { return Ok(None) };
    let keys = app.config.drive_keys.as_ref();
    let token = keys.and_then(|keys| keys.open(&PlatformDrive::seal_context(&drive.account), &drive.sealed()));
    Ok(token.map(|token| {
        let account = Account::of_platform(token, drive.expires_at, drive.connected_at);
        (drive, account)
    }))
}
