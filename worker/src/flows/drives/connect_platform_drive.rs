//! Connects, tests and disconnects the platform's own Google Drive.

use domain::api::drive::{GoogleCode, GoogleConsent};
use domain::audit::AuditAction;
use serde_json::Map;

use crate::app::App;
use crate::auth::guard::AdminUser;
use crate::error::{Error, Result, refusal};
use crate::flows::drives::google_consent::{self, ConsentRequest, GrantedConsent, consent_error};
use crate::flows::drives::{check_platform_drive, save_drive};
use crate::integrations::drive::google::{self, Account, Mark};
use crate::integrations::drive::platform_account;
use crate::store::drives::platform_drive::{self, NewPlatformDrive, PlatformDrive};
use crate::store::platform::audit::Entry;

/// Clients' folders use the platform's Google Drive.
fn drive_in_use(folders: u32) -> Error {
    let held =
        if folders == 1 { "1 client has its folder".into() } else { format!("{folders} clients have their folders") };
    refusal!(409, "drive_in_use")
        .with_text(format!("{held} in this Google Drive. Disconnect each on the client’s Drive page first."))
}

/// The platform has no connected Google account.
pub const NO_PLATFORM_DRIVE: Error =
    refusal!(409, "no_platform_drive", "Sayso’s Google Drive is not connected. An admin connects it in the settings.");

/// Name of the folder that contains the clients' folders.
const ROOT_NAME: &str = "Sayso testimonials";

/// Returns the address of Google's consent page.
///
/// # Errors
/// `NO_DRIVE_KEYS`.
pub async fn request_consent(app: &App, AdminUser(by): &AdminUser) -> Result<GoogleConsent> {
    google_consent::request(app, ConsentRequest::Platform(by)).await
}

/// Connects the account that gave its consent, or renews its grant, after a successful test file in its root folder.
/// Then delivers what waited in clients' folders of this account. Those in a previously connected account wait until it
/// is connected again, or the client is connected to this one.
///
/// # Errors
/// `NO_DRIVE_KEYS`, `drive_refused`.
pub async fn connect(app: &App, by: &AdminUser, answered: &GoogleCode) -> Result<()> {
    let GrantedConsent { grant, refresh_token: token, expires_at } =
        google_consent::exchange(app, ConsentRequest::Platform(&by.0), answered).await?;
    let account = Account::of_platform(token.clone(), expires_at, app.now);
    google::cache_token(&account, &grant);
    let email = account.email(app).await.map_err(consent_error)?;
    let root_id = account.find_or_make(app, &Mark::Root, ROOT_NAME, None).await.map_err(consent_error)?;
    let root = account.into_root(root_id);
    root.try_upload(app).await.map_err(consent_error)?;
    let before = platform_account(app, None).await?;
    let sealed = save_drive::seal(app, &PlatformDrive::seal_context(&email), &token)?;
    let new = NewPlatformDrive { account: &email, root_id: &root.id, sealed: &sealed, expires_at };
    let mut statements = platform_drive::connect(&new, app.now);
    let replaced = before.as_ref().map(|(drive, _)| drive.account.as_str());
    statements.push(entry(AuditAction::PlatformDriveConnect, replaced, Some(&email)).query(&by.0, app.now));
    app.db.transaction(statements).await?;
    check_platform_drive::resume(app, &email).await?;
    check_platform_drive::record_space(app, &email, &root.account).await?;
    match before {
        Some((drive, old)) if drive.account != email => {
            google_consent::revoke_unused(app, &old, &drive.account, "").await
        }
        _ => Ok(()),
    }
}

/// Puts a test file into the root folder. On success, delivers what waited.
///
/// # Errors
/// [`NO_PLATFORM_DRIVE`], `drive_refused`.
pub async fn test(app: &App) -> Result<()> {
    let (drive, account) = platform_account(app, None).await?.ok_or(NO_PLATFORM_DRIVE)?;
    let root = account.into_root(drive.root_id);
    if let Err(fault) = root.try_upload(app).await {
        let refusal = consent_error(fault);
        if matches!(refusal, Error::Refusal(..)) {
            app.db.idempotent_change(platform_drive::record_fault(&drive.account, refusal.text(), app.now)).await?;
        }
        return Err(refusal);
    }
    app.db.transaction(platform_drive::record_success(&drive.account, app.now)).await?;
    check_platform_drive::resume(app, &drive.account).await?;
    check_platform_drive::record_space(app, &drive.account, &root.account).await
}

/// Disconnects the account and revokes its grant, unless clients' folders use it.
///
/// # Errors
/// [`NO_PLATFORM_DRIVE`], [`drive_in_use`].
pub async fn end(app: &App, by: &AdminUser) -> Result<()> {
    // Opened before its credential is deleted. A lost key must not prevent the deletion.
    let opened = platform_account(app, None).await?;
    let drive = platform_drive::get(&app.db).await?.ok_or(NO_PLATFORM_DRIVE)?;
    let entry = entry(AuditAction::PlatformDriveDisconnect, Some(&drive.account), None);
    let statements = vec![platform_drive::end(), entry.query_after_change(&by.0, app.now)];
    if app.db.transaction(statements).await?.first() != Some(&1) {
        let now = platform_drive::get(&app.db).await?;
        return Err(now.map_or(NO_PLATFORM_DRIVE, |drive| drive_in_use(drive.folders)));
    }
    match opened {
        Some((_, account)) => google_consent::revoke_unused(app, &account, &drive.account, "").await,
        None => Ok(()),
    }
}

/// The audit entry with the account before and after.
fn entry<'a>(action: AuditAction, before: Option<&str>, after: Option<&str>) -> Entry<'a> {
    let account = |email: Option<&str>| Map::from_iter(email.map(|email| ("account".to_owned(), email.into())));
    Entry {
        before: account(before),
        after: account(after),
        ..Entry::without_fields(action, "platform-drive", "Sayso’s Google Drive")
    }
}
