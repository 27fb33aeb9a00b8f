//! Requeues a mail. Its links are regenerated when it is sent.

use domain::audit::AuditAction;

use crate::app::App;
use crate::error::{Error, Result};
use crate::queue;
use crate::store::identity::session::CurrentSession;
use crate::store::platform::audit::Entry;
use crate::store::platform::email;

/// # Errors
/// [`Error::NotFound`]; [`Error::EmailInFlight`] if it is waiting or being sent.
pub async fn run(app: &App, by: &CurrentSession, id: &str) -> Result<()> {
    let mail = email::get(&app.db, id).await?.ok_or(Error::NotFound("Mail"))?;
    let job_id = uuid::Uuid::new_v4().to_string();
    let to = ("recipient", None, mail.recipient.as_str());
    let entry = Entry::change(AuditAction::EmailResend, id, mail.template.as_str(), to);
    if !email::resend(&app.db, id, &job_id, entry.query_after_change(by, app.now), app.now).await? {
        return Err(Error::EmailInFlight);
    }
    queue::announce(app, &job_id).await;
    Ok(())
}
