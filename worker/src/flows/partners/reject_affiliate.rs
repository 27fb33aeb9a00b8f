//! Rejects an application. The same address may apply again, and the audit log stores the rejection.

use domain::audit::AuditAction;
use domain::email::EmailTemplate;

use crate::app::App;
use crate::error::{Error, Result};
use crate::flows::partners::configure_affiliate::APPLICATION_DECIDED;
use crate::store::identity::session::CurrentSession;
use crate::store::partners::affiliate;
use crate::store::platform::audit::Entry;
use crate::store::platform::email;

/// # Errors
/// [`Error::not_found`], [`APPLICATION_DECIDED`] if it is approved.
pub async fn run(app: &App, by: &CurrentSession, id: &str) -> Result<()> {
    let found = affiliate::get(&app.db, id).await?.ok_or_else(|| Error::not_found("Application"))?;
    let name = found.name();
    let entry = Entry::without_fields(AuditAction::AffiliateReject, id, &name);
    let mut statements = vec![affiliate::reject(id), entry.query_after_change(by, app.now)];
    statements.extend(email::delete_about(EmailTemplate::AffiliateApplication, &serde_json::to_string(&[id])?));
    if app.db.transaction(statements).await?.first() == Some(&1) { Ok(()) } else { Err(APPLICATION_DECIDED) }
}
