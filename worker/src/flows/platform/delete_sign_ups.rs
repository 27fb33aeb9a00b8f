//! Deletes sign-ups with all their mails and jobs.

use crate::app::App;
use crate::error::{Error, Result};
use crate::store::identity::session::CurrentSession;
use crate::store::platform::audit::Entry;
use crate::store::platform::{email, sign_up};
use domain::audit::AuditAction;
use domain::email::EmailTemplate;

/// Deletes one at its visitor's request. The audit entry does not identify the visitor.
///
/// # Errors
/// [`Error::not_found`], or if the database fails; then nothing has changed.
pub async fn run(app: &App, by: &CurrentSession, id: &str) -> Result<()> {
    let ids = serde_json::to_string(&[id])?;
    let mut statements = sign_up::delete(&ids, app.now);
    statements.insert(2, Entry::without_fields(AuditAction::SignUpDelete, id, "").query_after_change(by, app.now));
    statements.push(email::delete_bounces_about(EmailTemplate::ConfirmSignUp, &ids));
    statements.extend(email::delete_about(EmailTemplate::ConfirmSignUp, &ids));
    match app.db.transaction(statements).await?.get(1) {
        Some(1) => Ok(()),
        _ => Err(Error::not_found("Sign-up")),
    }
}

/// Deletes expired sign-ups. Returns their number.
pub async fn by_schedule(app: &App, ids: &[String]) -> Result<usize> {
    if ids.is_empty() {
        return Ok(0);
    }
    let ids = serde_json::to_string(ids)?;
    let mut statements = sign_up::delete(&ids, app.now);
    statements.push(email::delete_bounces_about(EmailTemplate::ConfirmSignUp, &ids));
    statements.extend(email::delete_about(EmailTemplate::ConfirmSignUp, &ids));
    Ok(app.db.transaction(statements).await?.get(1).copied().unwrap_or(0))
}
