//! Releases submissions from hold, and sets whether new ones are put on hold.

use domain::api::client::ReleaseResult;
use domain::audit::AuditAction;

use crate::app::App;
use crate::auth::guard::ClientUser;
use crate::error::Result;
use crate::queue;
use crate::store::platform::audit::Entry;
use crate::store::submissions::submission::hold;

/// Releases the selected submissions that are on hold, in the selection's order, as far as the client's credits last.
///
/// # Errors
/// If the database fails.
pub async fn run(app: &App, by: &ClientUser, ids: &[String]) -> Result<ReleaseResult> {
    let client_id = by.client_id.as_str();
    let mut result = ReleaseResult { released: 0, left: 0 };
    for held in hold::held_among(&app.db, client_id, &serde_json::to_string(ids)?).await? {
        let job_id = uuid::Uuid::new_v4().to_string();
        if hold::release(&app.db, client_id, &held, &job_id, app.now).await? {
            queue::enqueue(app, &job_id).await;
            result.released = result.released.saturating_add(1);
        } else {
            result.left = result.left.saturating_add(1);
        }
    }
    if let Some(admin) = by.user.admin().filter(|_| result.released > 0) {
        // `taken` and `submission.take` are stored words of the audit log.
        let after = serde_json::Map::from_iter([("taken".to_owned(), result.released.into())]);
        let entry = Entry { after, ..Entry::without_fields(AuditAction::SubmissionTake, client_id, &by.company_name) };
        app.db.idempotent_change(entry.query(admin, app.now)).await?;
    }
    Ok(result)
}

/// Sets whether new submissions of a client are put on hold. Existing holds stay.
///
/// # Errors
/// If the database fails.
pub async fn hold_everything(app: &App, by: &ClientUser, everything: bool) -> Result<()> {
    let client_id = by.client_id.as_str();
    let mut statements = vec![hold::hold_everything(client_id, everything)];
    if let Some(admin) = by.user.admin() {
        let entry = Entry::switch(AuditAction::HoldChange, client_id, &by.company_name, "holds_everything", everything);
        statements.push(entry.query_after_change(admin, app.now));
    }
    app.db.transaction(statements).await.map(drop)
}
