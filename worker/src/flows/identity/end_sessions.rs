//! Ends all sessions of an account for an admin, for a stolen device or a leaked password.

use domain::api::admin::{EndSessions, EndedSessions};
use domain::audit::AuditAction;
use domain::comparable::email_address;

use crate::app::App;
use crate::error::{Error, Result};
use crate::store::identity::session::{self, CurrentSession};
use crate::store::identity::user;
use crate::store::platform::audit::Entry;

/// Ends every session of the account, except the requesting one if it is the admin's own account. Whoever knows the
/// password can sign in again.
///
/// # Errors
/// [`Error::not_found`].
pub async fn run(app: &App, by: &CurrentSession, whose: &EndSessions) -> Result<EndedSessions> {
    let email = email_address(&whose.email);
    let account = user::by_email(&app.db, &email).await?.ok_or_else(|| Error::not_found("Account"))?;
    let audit_entry = Entry::without_fields(AuditAction::SessionsEnd, &account.id, &account.email);
    let statements = vec![session::end_all_but(&account.id, &by.id), audit_entry.query_if_changed(by, app.now)];
    let ended = app.db.transaction(statements).await?.first().copied().unwrap_or(0);
    Ok(EndedSessions { ended })
}
