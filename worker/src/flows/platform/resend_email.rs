//! Requeues a mail. Its links are regenerated when it is sent.

use domain::audit::AuditAction;

use crate::app::App;
use crate::error::{Error, Result, refusal};
use crate::queue;
use crate::store::identity::session::CurrentSession;
use crate::store::platform::audit::Entry;
use crate::store::platform::email;

/// A mail in flight cannot be resent.
pub const EMAIL_IN_FLIGHT: Error = refusal!(409, "email_in_flight", "This email is on its way.");

/// # Errors
/// [`Error::not_found`]; [`EMAIL_IN_FLIGHT`] if it is waiting or being sent.
pub async fn run(app: &App, by: &CurrentSession, id: &str) -> Result<()> {
    let mail = email::get(&app.db, id).await?.ok_or_else(|| Error::not_found("Mail"))?;
    let job_id = uuid::Uuid::new_v4().to_string();
    let to = ("recipient", None, mail.recipient.as_str());
    let entry = Entry::change(AuditAction::EmailResend, id, mail.template.as_str(), to);
    if !email::resend(&app.db, id, &job_id, entry.query_after_change(by, app.now), app.now).await? {
        return Err(EMAIL_IN_FLIGHT);
    }
    queue::enqueue(app, &job_id).await;
    Ok(())
}
