//! Notifies clients who have cancelled: at once, before their data is deleted, and once it is.

use domain::email::EmailTemplate;
use domain::plan::DAYS_AFTER_CANCELLATION;
use domain::subscription::reminder;

use crate::app::App;
use crate::error::Result;
use crate::flows::platform::queue_email::{self, EmailRequest};
use crate::store::clients::client::cancellation::{self, Leaver};
use crate::store::clients::{mail_recipient, wall};
use crate::store::db::Query;
use crate::store::drives::drive_connection;

/// Sends all due notices. Returns their number.
///
/// # Errors
/// If the database fails.
pub async fn run(app: &App) -> Result<usize> {
    let mut notified: usize = 0;
    for leaver in cancellation::due_reminders(&app.db, app.now).await? {
        notified = notified.saturating_add(one(app, &leaver).await?.into());
    }
    for leaver in cancellation::fully_erased(&app.db, app.now).await? {
        // Nothing is left in its drives, so their credentials are not needed any more.
        let [ended, deleted] = wall::delete_all(&leaver.id, app.now);
        let statements = vec![
            cancellation::mark_deleted(&leaver, app.now),
            drive_connection::delete_credentials(&leaver.id, None),
            mail_recipient::remove_all(&leaver.id),
            ended,
            deleted,
        ];
        mail(app, &leaver, EmailTemplate::DataDeleted, 0, statements).await?;
        notified = notified.saturating_add(1);
    }
    Ok(notified)
}

/// Sends the notice due before the end of access. Returns whether one was due.
///
/// # Errors
/// If the database fails.
pub async fn one(app: &App, leaver: &Leaver) -> Result<bool> {
    let before = reminder(leaver.cancelled_at, app.now);
    if leaver.reminded_days.is_some_and(|last| before >= last) {
        return Ok(false);
    }
    let template = match before {
        DAYS_AFTER_CANCELLATION => EmailTemplate::PlanCancelled,
        _ => EmailTemplate::DeletionAhead,
    };
    mail(app, leaver, template, before, vec![cancellation::record_reminder(leaver, before, app.now)]).await?;
    Ok(true)
}

/// Queues one mail per cancellation and occasion.
async fn mail(app: &App, leaver: &Leaver, template: EmailTemplate, before: u32, statements: Vec<Query>) -> Result<()> {
    let subject_id = format!("{}/{}/{}/{before}", leaver.id, leaver.cancelled_at, leaver.cancellations);
    let mail = EmailRequest { template, subject_id: Some(&subject_id), recipient: &leaver.email, params: () };
    queue_email::run(app, &mail, statements).await
}
