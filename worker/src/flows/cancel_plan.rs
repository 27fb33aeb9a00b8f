//! Cancels a client's plan, and takes it up again.

use domain::api::billing::Cancellation;
use domain::audit::AuditAction;
use domain::subscription::access_end;

use crate::app::App;
use crate::auth::guard::ClientUser;
use crate::error::{Error, Result};
use crate::flows::tell_leavers;
use crate::store::audit::Entry;
use crate::store::client::cancellation;
use crate::store::db::Query;

/// Cancels, and confirms it by a mail. Doing it twice changes nothing more.
///
/// # Errors
/// [`Error::NoPlan`].
pub async fn run(app: &App, by: &ClientUser) -> Result<Cancellation> {
    let mut statements = vec![cancellation::cancel(&by.client_id, app.now)];
    statements.extend(note(app, by, AuditAction::PlanCancel));
    app.db.transaction(statements).await?;
    let leaver = cancellation::leaver(&app.db, &by.client_id).await?.ok_or(Error::NoPlan)?;
    // Should this fail, the schedule does it.
    tell_leavers::one(app, &leaver).await?;
    Ok(Cancellation { cancelled_at: leaver.cancelled_at, access_ends_at: access_end(leaver.cancelled_at) })
}

/// Takes the plan up again, as long as access lasts. Where it was not cancelled nothing changes.
///
/// # Errors
/// [`Error::PlanEnded`].
pub async fn withdraw(app: &App, by: &ClientUser) -> Result<()> {
    let Some(leaver) = cancellation::leaver(&app.db, &by.client_id).await? else { return Ok(()) };
    let mut statements = vec![cancellation::withdraw(&leaver.id, leaver.cancelled_at, app.now)];
    statements.extend(note(app, by, AuditAction::PlanResume));
    app.db.transaction(statements).await?;
    // Somebody else may have done it.
    match cancellation::leaver(&app.db, &by.client_id).await? {
        Some(_) => Err(Error::PlanEnded),
        None => Ok(()),
    }
}

/// The line of the audit log, where it is an admin who does it.
fn note(app: &App, by: &ClientUser, action: AuditAction) -> Option<Query> {
    let entry = Entry::without_fields(action, &by.client_id, &by.company_name);
    by.user.admin().map(|admin| entry.query_after_change(admin, app.now))
}
