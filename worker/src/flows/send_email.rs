//! Sends one mail of the `emails` table.

use domain::upload_job::Outcome;

use crate::app::App;
use crate::email;
use crate::error::Result;
use crate::integrations::mailer::{self, Refusal};
use crate::store::email as store;

/// One attempt. The links in a mail are made now, so that no secret is ever stored.
///
/// # Errors
/// When the database fails; the job's attempt then counts as a passing fault.
pub async fn run(app: &App, email_id: &str) -> Result<Outcome> {
    let Some(mail) = store::get(&app.db, email_id).await? else { return Ok(Outcome::Done) };
    if mail.state == "sent" {
        return Ok(Outcome::Done);
    }
    let Some(message) = email::compose(app, &mail).await? else {
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
