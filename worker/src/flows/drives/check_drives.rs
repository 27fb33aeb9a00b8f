//! Checks daily, and a client's failing drive hourly, whether each drive accepts videos and has space. Notifies the
//! business and the admins before a customer's video fails.

use domain::email::EmailTemplate;
use domain::limits::{DRIVE_CHECKS, DRIVE_CHECKS_MS};
use domain::retention::DAY_MS;

use crate::app::{App, clock};
use crate::error::Result;
use crate::flows::drives::check_platform_drive::{self, DriveHealth};
use crate::flows::drives::{retry_delivery, share_folder};
use crate::flows::platform::queue_email;
use crate::integrations::drive::{Drive, Fault};
use crate::store::clients::mail_recipient;
use crate::store::drives::drive_connection;
use crate::store::drives::drive_connection::check::{self, DriveNotice};
use crate::store::drives::resumed_delivery;
use crate::store::identity::user;
use crate::store::submissions::submission::failed::FailedScope;

/// Counts of one run, for its log line.
#[derive(Default)]
pub struct Counts {
    /// Checked drives.
    pub checked: usize,
    /// Failing drives.
    pub failing: usize,
    /// The platform's folders whose permissions were updated.
    pub shared: usize,
}

/// Checks one batch of drives.
pub async fn run(app: &App) -> Result<Counts> {
    let mut counts = Counts::default();
    let started = clock();
    if let Some(found) = check_platform_drive::run(app).await? {
        counts.checked = counts.checked.saturating_add(1);
        counts.failing = counts.failing.saturating_add(usize::from(found == DriveHealth::Failing));
    }
    counts.shared = share_folder::run(app, None).await?;
    for id in check::due_for_check(&app.db, app.now.saturating_sub(DAY_MS), DRIVE_CHECKS).await? {
        if clock().saturating_sub(started) > DRIVE_CHECKS_MS {
            break;
        }
        // Recorded first: the drive waits a day, or an hour, so that one that crashes the check does not block the others.
        app.db.idempotent_change(check::record_check(&id, app.now)).await?;
        counts.checked = counts.checked.saturating_add(1);
        if !check(app, &id).await? {
            counts.failing = counts.failing.saturating_add(1);
        }
    }
    Ok(counts)
}

/// Checks a drive. Returns whether it accepts videos.
async fn check(app: &App, id: &str) -> Result<bool> {
    let Some(before) = check::notice(&app.db, id).await? else { return Ok(true) };
    let drive = Drive::of_video(app, None, Some(id)).await?;
    match drive.try_upload(app, &before.client_id).await {
        Ok(()) => {
            if before.had_fault(app.now) {
                if before.fault.is_none()
                    && let Some(failed_at) = check::unannounced_recovery(&app.db, id).await?
                {
                    notify(app, &before, EmailTemplate::DriveWorks, failed_at).await?;
                }
                let statements =
                    vec![drive_connection::record_success(id, app.now), resumed_delivery::request(&before.client_id)];
                app.db.transaction(statements).await?;
                retry_delivery::resume_waiting(app, FailedScope::Client(&before.client_id)).await?;
            } else {
                app.db.idempotent_change(drive_connection::record_success(id, app.now)).await?;
            }
            // The platform's space is shared by all clients, so it is reported once.
            if before.is_platform {
                return Ok(true);
            }
            if let Ok(Some(space)) = drive.space(app).await {
                app.db.idempotent_change(check::has_space(id, space, app.now)).await?;
                notify_low_space(app, id).await?;
            }
            Ok(true)
        }
        Err(Fault::Internal(_)) => Ok(true),
        Err(fault) => {
            let is_permanent = matches!(fault, Fault::Permanent(_));
            app.db.idempotent_change(drive_connection::record_fault(id, &fault.into_text(), app.now)).await?;
            notify_fault(app, id, is_permanent).await?;
            Ok(false)
        }
    }
}

/// Mails a drive's fault, once per occurrence. A transient one only after a day.
///
/// # Errors
/// If the database fails.
pub async fn notify_fault(app: &App, id: &str, is_permanent: bool) -> Result<()> {
    let Some(notice) = check::notice(&app.db, id).await? else { return Ok(()) };
    let Some(since) = notice.fault_at else { return Ok(()) };
    if !is_permanent && app.now.saturating_sub(since) < DAY_MS {
        return Ok(());
    }
    if !notice.is_platform || check_platform_drive::is_folder_fault(app, &notice.account).await? {
        notify(app, &notice, EmailTemplate::DriveFailing, since).await?;
    }
    Ok(())
}

/// Mails that a drive is nearly full, once per occurrence.
async fn notify_low_space(app: &App, id: &str) -> Result<()> {
    let Some(notice) = check::notice(&app.db, id).await? else { return Ok(()) };
    match notice.nearly_full_at {
        Some(since) => notify(app, &notice, EmailTemplate::DriveNearlyFull, since).await,
        None => Ok(()),
    }
}

/// Mails each admin, and the business if the drive is its own: it can do nothing about the platform's.
async fn notify(app: &App, notice: &DriveNotice, template: EmailTemplate, since: i64) -> Result<()> {
    let admins = user::admin_emails(&app.db).await?;
    let owners = if notice.is_platform {
        Vec::new()
    } else {
        mail_recipient::addresses(&app.db, &notice.client_id, &notice.email).await?
    };
    let others = admins.iter().filter(|admin| !owners.contains(admin));
    queue_email::to_each(app, template, &format!("{}/{since}", notice.id), owners.iter().chain(others)).await
}
