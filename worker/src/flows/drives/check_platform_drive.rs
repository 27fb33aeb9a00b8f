//! Checks daily, hourly while it fails, whether the platform's Google Drive accepts videos and has space. Notifies the
//! admins once for all clients' folders.

use domain::email::EmailTemplate;
use domain::email::PlatformDriveTrouble::{self, Failing, NearlyFull};
use domain::retention::{DAY_MS, HOUR_MS};

use crate::app::App;
use crate::error::Result;
use crate::flows::drives::{retry_delivery, share_folder};
use crate::flows::platform::queue_email;
use crate::integrations::drive::google::Account;
use crate::integrations::drive::{Fault, platform_account};
use crate::store::drives::platform_drive::{self, PlatformDrive};
use crate::store::identity::user;
use crate::store::submissions::submission::failed::FailedScope;

/// Result of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DriveHealth {
    Healthy,
    Failing,
    /// The fault is the deployment's own and unrelated to the drive.
    Unknown,
}

/// Runs the next check, if it is due.
///
/// # Errors
/// If the database fails.
pub async fn run(app: &App) -> Result<Option<DriveHealth>> {
    let Some((drive, account)) = platform_account(app, None).await? else { return Ok(None) };
    let pause = if drive.fault.is_some() { HOUR_MS } else { DAY_MS };
    if app.now.saturating_sub(drive.checked_at) < pause {
        return Ok(None);
    }
    // Recorded first, so that a crash of the check does not repeat it in every run.
    app.db.idempotent_change(platform_drive::record_check(app.now)).await?;
    test(app, drive, account).await.map(Some)
}

/// Whether a fault of a client's folder in this account concerns that folder only. If the account itself fails, that is
/// recorded and mailed instead.
///
/// # Errors
/// If the database fails.
pub async fn is_folder_fault(app: &App, email: &str) -> Result<bool> {
    match platform_account(app, Some(email)).await? {
        Some((drive, account)) if drive.fault.is_none() => {
            let works = test(app, drive, account).await? == DriveHealth::Healthy;
            // A file of a few bytes fits where a video does not.
            let is_full = platform_drive::get(&app.db).await?.is_some_and(|drive| drive.nearly_full_at.is_some());
            Ok(works && !is_full)
        }
        // The account is known to fail, or admins have replaced it and were told the consequences.
        _ => Ok(false),
    }
}

/// Tests the account with a file in its root folder.
async fn test(app: &App, before: PlatformDrive, account: Account) -> Result<DriveHealth> {
    let email = before.account;
    let root = account.into_root(before.root_id);
    match root.try_upload(app).await {
        Ok(()) => {
            if before.fault.is_some() {
                app.db.transaction(platform_drive::record_success(&email, app.now)).await?;
                resume(app, &email).await?;
            }
            record_space(app, &email, &root.account).await?;
            Ok(DriveHealth::Healthy)
        }
        Err(Fault::Internal(_)) => Ok(DriveHealth::Unknown),
        Err(fault) => {
            let is_permanent = matches!(fault, Fault::Permanent(_));
            app.db.idempotent_change(platform_drive::record_fault(&email, &fault.into_text(), app.now)).await?;
            let since = platform_drive::get(&app.db).await?.and_then(|drive| drive.fault_at);
            if let Some(since) = since.filter(|since| is_permanent || app.now.saturating_sub(*since) >= DAY_MS) {
                notify(app, Failing, since).await?;
            }
            Ok(DriveHealth::Failing)
        }
    }
}

/// Delivers the submissions that waited for a recovered account, and retries failed permissions.
///
/// # Errors
/// If the database fails.
pub async fn resume(app: &App, email: &str) -> Result<()> {
    retry_delivery::resume_waiting(app, FailedScope::Platform(email)).await?;
    share_folder::run(app, None).await.map(drop)
}

/// Records the space, and mails if it is low. No-op if Google does not report it.
///
/// # Errors
/// If the database fails.
pub async fn record_space(app: &App, email: &str, account: &Account) -> Result<()> {
    let Ok(Some(space)) = account.space(app).await else { return Ok(()) };
    app.db.idempotent_change(platform_drive::has_space(email, space, app.now)).await?;
    match platform_drive::get(&app.db).await?.and_then(|drive| drive.nearly_full_at) {
        Some(since) => notify(app, NearlyFull, since).await,
        None => Ok(()),
    }
}

/// Mails each admin, once per occurrence.
async fn notify(app: &App, trouble: PlatformDriveTrouble, since: i64) -> Result<()> {
    let subject = format!("{}/{since}", trouble.as_str());
    queue_email::to_each(app, EmailTemplate::PlatformDrive, &subject, &user::admin_emails(&app.db).await?).await
}
