//! Deletes set-up requests without a client, with their mails.

use crate::app::App;
use crate::error::{Error, Result};
use crate::store::clients::onboarding_request;
use crate::store::identity::session::CurrentSession;
use crate::store::platform::audit::Entry;
use crate::store::platform::email;
use domain::audit::AuditAction;
use domain::email::EmailTemplate;

/// Dismisses one, for an admin. Deletes the row first: if deleting the logo fails, the sweeper does it later.
///
/// # Errors
/// [`Error::not_found`].
pub async fn run(app: &App, by: &CurrentSession, id: &str) -> Result<()> {
    let found = onboarding_request::get(&app.db, id).await?.ok_or_else(|| Error::not_found("Set-up"))?;
    let ids = serde_json::to_string(&[id])?;
    let audit_entry =
        Entry::without_fields(AuditAction::OnboardingDismiss, id, &found.company).query_after_change(by, app.now);
    let mut statements = vec![onboarding_request::delete(&ids), audit_entry];
    statements.extend(email::delete_about(EmailTemplate::OnboardingReceived, &ids));
    app.db.transaction(statements).await?;
    if let Some(file) = found.logo {
        let _ = app.files.delete_onboarding_logo(id, &file).await;
    }
    Ok(())
}

/// Deletes expired requests and returns their number. The orphan sweep deletes their logos.
pub async fn by_schedule(app: &App, ids: &[String]) -> Result<usize> {
    if ids.is_empty() {
        return Ok(0);
    }
    let ids = serde_json::to_string(ids)?;
    let mut statements = vec![onboarding_request::delete(&ids)];
    statements.extend(email::delete_about(EmailTemplate::OnboardingReceived, &ids));
    Ok(app.db.transaction(statements).await?.first().copied().unwrap_or(0))
}
