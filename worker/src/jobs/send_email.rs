//! `send-email`: sends one mail of the `emails` table.

use domain::email::{EmailStatus, EmailTemplate};
use domain::retry_policy::Outcome;

use crate::app::App;
use crate::email;
use crate::error::Result;
use crate::integrations::mailer::{self, Refusal};
use crate::store::db::Query;
use crate::store::email as store;

/// The links in a mail are made now, so that no secret is ever stored.
pub async fn run(app: &App, email_id: &str) -> Result<Outcome> {
    let Some(mail) = store::get(&app.db, email_id).await? else { return Ok(Outcome::Done) };
    if mail.status == EmailStatus::Sent {
        return Ok(Outcome::Done);
    }
    let Some(message) = email::compose(app, &mail).await? else {
        // A digest of what was removed in its hour is for nobody, too.
        if mail.template.may_be_for_nobody() || mail.template == EmailTemplate::SubmissionDigest {
            store::delete(&app.db, email_id).await?;
            return Ok(Outcome::Done);
        }
        return Ok(Outcome::GiveUp("What this mail is about no longer exists, or its recipient has changed.".into()));
    };
    store::sending(&app.db, email_id).await?;
    match mailer::send(app, &mail.recipient, &message).await {
        Ok(message_id) => {
            store::sent(&app.db, email_id, &message_id, app.now).await?;
            Ok(Outcome::Done)
        }
        // The row stays `sending`, so that the next attempt flags it.
        Err(Refusal::Unknown(reason)) => Ok(Outcome::Retry(reason)),
        Err(Refusal::Permanent(reason)) => Ok(Outcome::GiveUp(reason)),
        Err(Refusal::Passing(reason)) => {
            store::refused(&app.db, email_id, &reason).await?;
            Ok(Outcome::Retry(reason))
        }
    }
}

/// Marks the mail as failed.
pub fn on_failure(job_id: &str, reason: Option<&str>) -> Query {
    store::mark_failed(job_id, reason)
}
