//! Connects, tests and disconnects a client's own drive.

use domain::api::drive::WebDavConnect;
use domain::audit::AuditAction;
use domain::drive::{DriveProvider, folder_path};
use domain::limits::{MAX_DRIVE_SECRET_CHARACTERS, MAX_NAME_CHARACTERS};
use domain::{text, webdav};

use crate::app::App;
use crate::auth::guard::ClientUser;
use crate::auth::login_subject;
use crate::error::{Error, Result, invalid};
use crate::flows::drives::save_drive::{self, NO_DRIVE_KEYS, drive_refused};
use crate::flows::drives::{google_consent, retry_delivery};
use crate::integrations::drive::{Drive, WebDavFolder};
use crate::store::drives::drive_connection::{self, Connection, NewConnection};
use crate::store::drives::resumed_delivery;
use crate::store::identity::rate_limit_event;
use crate::store::platform::audit::Entry;
use crate::store::submissions::submission::failed::FailedScope;
use crate::store::submissions::submission::retention;

/// Connects a WebDAV folder after a successful test file, and retries failed deliveries.
///
/// # Errors
/// [`Error::invalid`], [`drive_refused`], [`NO_DRIVE_KEYS`], [`Error::too_many_attempts`].
pub async fn webdav(app: &App, by: &ClientUser, request: &WebDavConnect) -> Result<()> {
    if app.config.drive_keys.is_none() {
        return Err(NO_DRIVE_KEYS);
    }
    let (account, secret) = (request.account.trim(), request.secret.trim());
    let address = check(app, request, account, secret)?;
    let id = uuid::Uuid::new_v4().to_string();
    let drive = Drive::WebDav(WebDavFolder::new(id.clone(), address.clone(), account, secret, app.now));
    // A refusal counts as a failed sign-in, so that nobody can use this to guess passwords of other servers.
    let attempt = uuid::Uuid::new_v4().to_string();
    let subject = login_subject::of_drive(&app.config, &by.client_id, &address, account);
    rate_limit_event::record_sign_in(&app.db, &attempt, &subject, app.now).await?.map_err(Error::too_many_attempts)?;
    drive.check(app, &by.client_id, true).await.map_err(drive_refused)?;
    rate_limit_event::delete(&app.db, &attempt).await?;
    let drive = NewConnection {
        id: &id,
        provider: DriveProvider::WebDav,
        link: &webdav::link(&address),
        address: &address,
        account,
        is_platform: false,
        expires_at: None,
    };
    save_drive::save(app, by, &drive, secret).await
}

fn check(app: &App, request: &WebDavConnect, account: &str, secret: &str) -> Result<String> {
    let address = webdav::folder_address(&request.address, app.config.networks);
    let mut faults = Vec::new();
    if let Err(fault) = address {
        faults.push(("address", fault));
    }
    let is_line = |text: &str| !text.chars().any(char::is_control);
    if account.chars().count() > MAX_NAME_CHARACTERS {
        faults.push(("account", text::TOO_LONG));
    } else if !is_line(account) {
        faults.push(("account", text::NOT_ONE_LINE));
    } else if account.contains(':') {
        faults.push(("account", text::COLON));
    }
    if secret.is_empty() {
        faults.push(("secret", text::DRIVE_SECRET));
    } else if secret.chars().count() > MAX_DRIVE_SECRET_CHARACTERS {
        faults.push(("secret", text::TOO_LONG));
    } else if !is_line(secret) {
        faults.push(("secret", text::NOT_ONE_LINE));
    }
    address.ok().filter(|_| faults.is_empty()).ok_or_else(|| invalid(faults))
}

/// Puts a test file into a connected drive. On success, retries failed deliveries.
///
/// # Errors
/// [`Error::not_found`], [`drive_refused`].
pub async fn test(app: &App, by: &ClientUser, id: &str) -> Result<()> {
    test_drive(app, by, id).await?;
    retry_delivery::resume_waiting(app, FailedScope::Client(&by.client_id)).await
}

/// Selects another of a client's drives, after a successful test file, or the built-in folder. Failed deliveries are retried there.
///
/// # Errors
/// [`Error::not_found`], [`drive_refused`].
pub async fn choose(app: &App, by: &ClientUser, id: Option<&str>) -> Result<()> {
    let (link, mut statements) = match id {
        Some(id) => (test_drive(app, by, id).await?.link, drive_connection::choose(&by.client_id, id, app.now)),
        None => {
            let link = folder_path(&by.client_id);
            let chosen = drive_connection::choose_link(&by.client_id, &link);
            (link, vec![chosen])
        }
    };
    statements.push(resumed_delivery::request(&by.client_id));
    statements.extend(save_drive::audit_entry(app, by, AuditAction::DriveChoose, &link));
    app.db.transaction(statements).await?;
    retry_delivery::resume_waiting(app, FailedScope::Client(&by.client_id)).await
}

/// Puts a test file into a connected drive and records the result.
async fn test_drive(app: &App, by: &ClientUser, id: &str) -> Result<Connection> {
    let found =
        drive_connection::of_client(&app.db, &by.client_id, id).await?.ok_or_else(|| Error::not_found("Drive"))?;
    let drive = Drive::of_video(app, Some(found.provider), Some(&found.id)).await?;
    if let Err(fault) = drive.check(app, &by.client_id, true).await {
        app.db.idempotent_change(drive_connection::record_fault(id, &fault, app.now)).await?;
        return Err(drive_refused(fault));
    }
    app.db
        .transaction(vec![drive_connection::record_success(id, app.now), resumed_delivery::request(&by.client_id)])
        .await?;
    Ok(found)
}

/// Switches whether videos in a client's own drives stay for good or expire like all others.
///
/// # Errors
/// If the database fails.
pub async fn keep_videos(app: &App, by: &ClientUser, keeps: bool) -> Result<()> {
    let mut statements = retention::keep_own_drive(&by.client_id, keeps);
    if let Some(admin) = by.user.admin() {
        let entry = Entry::switch(AuditAction::DriveKeep, &by.client_id, &by.company_name, "keeps_own_drive", keeps);
        statements.insert(1, entry.query_after_change(admin, app.now));
    }
    app.db.transaction(statements).await.map(drop)
}

/// Deletes a drive's credential. If the client had selected it, its videos go to the built-in folder.
///
/// # Errors
/// [`Error::not_found`].
pub async fn end(app: &App, by: &ClientUser, id: &str) -> Result<()> {
    let found =
        drive_connection::of_client(&app.db, &by.client_id, id).await?.ok_or_else(|| Error::not_found("Drive"))?;
    // Opened before the credential is deleted.
    let drive = Drive::of_video(app, Some(found.provider), Some(id)).await?;
    let mut statements = drive_connection::end(&by.client_id, id, &folder_path(&by.client_id));
    statements.push(resumed_delivery::request(&by.client_id));
    statements.extend(save_drive::audit_entry(app, by, AuditAction::DriveDisconnect, &found.link));
    app.db.transaction(statements).await.map(drop)?;
    // Deliveries that waited for this drive go to the built-in folder.
    retry_delivery::resume_waiting(app, FailedScope::Client(&by.client_id)).await?;
    match drive {
        // The platform's grant is not the client's to revoke.
        Drive::Google(folder) if !found.is_platform => {
            google_consent::revoke_unused(app, &folder.account, &found.account, id).await
        }
        _ => Ok(()),
    }
}
