//! `send-email`: sends one mail of the `emails` table.

use domain::email::{EmailStatus, EmailTemplate};
use domain::mail_quota::{MailDay, next_days_digest, wait_ms};
use domain::retry_policy::JobOutcome;

use crate::app::App;
use crate::email;
use crate::error::Result;
use crate::flows::platform::queue_email;
use crate::integrations::mailer::{self, MailError};
use crate::store::db::Query;
use crate::store::identity::user;
use crate::store::platform::email::{self as store, Email};
use crate::store::platform::mail_day;
use crate::store::submissions::submission::digest;

const QUOTA_EXHAUSTED: &str = "It is waiting: the mail service’s limit for today is used up, or nearly.";
const BOUNCED: &str = "We send nothing to this address, because earlier emails bounced.";

/// Creates a mail's links now, so that no secret is ever stored.
pub async fn run(app: &App, email_id: &str) -> Result<JobOutcome> {
    let Some(mail) = store::get(&app.db, email_id).await? else { return Ok(JobOutcome::Done) };
    if mail.status == EmailStatus::Sent {
        return Ok(JobOutcome::Done);
    }
    let Some(message) = email::compose(app, &mail).await? else {
        // Nobody needs a digest whose submissions were all removed, or a mail to somebody who has left a client's list.
        if mail.template.hides_recipient()
            || matches!(mail.template, EmailTemplate::SubmissionDigest | EmailTemplate::DailyDigest)
            || mail.template == EmailTemplate::SubmissionReceived && mail.is_to_each()
        {
            store::delete(&app.db, email_id).await?;
            return Ok(JobOutcome::Done);
        }
        return Ok(JobOutcome::GiveUp(
            "The subject of this email no longer exists, or its recipient has changed.".into(),
        ));
    };
    let (day, has_bounced) = mail_day::of_recipient(&app.db, &mail.recipient, app.now).await?;
    if has_bounced {
        // Not a failure that admins have to look at.
        store::mark_not_sent(&app.db, email_id, BOUNCED).await?;
        return Ok(JobOutcome::Done);
    }
    if !day.allows(mail.template) {
        notify_admins(app, day).await?;
        return postponed(app, email_id, &mail, QUOTA_EXHAUSTED).await;
    }
    let text = mail.template.stored_text(&message.text);
    let subject = (!mail.template.names_partner()).then_some(message.subject.as_str());
    store::mark_sending(&app.db, email_id, subject, text.as_deref()).await?;
    match mailer::send(app, &mail.recipient, &message).await {
        Ok(message_id) => {
            store::mark_sent(&app.db, email_id, &message_id, app.now).await?;
            // Otherwise an earlier mail has already notified them.
            if !day.is_nearly_used() {
                notify_admins(app, MailDay { sent: day.sent.saturating_add(1), ..day }).await?;
            }
            Ok(JobOutcome::Done)
        }
        // The row stays `sending`, so that the next attempt flags it.
        Err(MailError::Unknown(reason)) => Ok(JobOutcome::Retry(reason)),
        Err(MailError::Permanent(reason)) => Ok(JobOutcome::GiveUp(reason)),
        Err(MailError::Bounced) => {
            mail_day::record_bounce(&app.db, &mail.recipient, app.now).await?;
            store::mark_not_sent(&app.db, email_id, BOUNCED).await?;
            Ok(JobOutcome::Done)
        }
        Err(MailError::QuotaExhausted(reason)) => {
            store::mark_refused(&app.db, email_id, &reason).await?;
            mail_day::record_quota_reached(&app.db, app.now).await?;
            notify_admins(app, mail_day::today(&app.db, app.now).await?).await?;
            postponed(app, email_id, &mail, &reason).await
        }
        Err(MailError::Transient(reason)) => {
            store::mark_refused(&app.db, email_id, &reason).await?;
            Ok(JobOutcome::Retry(reason))
        }
    }
}

/// Postpones a mail beyond the daily limit. Nothing is dropped: a client's testimonials are collected in one mail.
async fn postponed(app: &App, email_id: &str, mail: &Email, reason: &str) -> Result<JobOutcome> {
    // The client's own mail becomes part of a digest; other recipients' mails wait.
    if mail.template == EmailTemplate::SubmissionReceived && !mail.is_to_each() {
        digest::join(&app.db, email_id, next_days_digest(app.now), app.now).await?;
        return Ok(JobOutcome::Done);
    }
    Ok(JobOutcome::Postponed(reason.into(), wait_ms(mail.template, app.now, js_sys::Math::random())))
}

/// Queues one mail a day to each admin, once few mails are left.
async fn notify_admins(app: &App, day: MailDay) -> Result<()> {
    if !day.is_nearly_used() {
        return Ok(());
    }
    let today = domain::date::date_of(app.now).to_string();
    queue_email::to_each(app, EmailTemplate::MailQuota, &today, &user::admin_emails(&app.db).await?).await
}

pub fn on_failure(job_id: &str, reason: Option<&str>) -> Query {
    store::mark_failed(job_id, reason)
}
