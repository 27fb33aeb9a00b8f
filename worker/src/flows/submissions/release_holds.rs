//! Takes submissions off hold, and switches whether new ones are put on hold.

use domain::api::client::Taken;
use domain::audit::AuditAction;

use crate::app::App;
use crate::auth::guard::ClientUser;
use crate::error::Result;
use crate::queue;
use crate::store::platform::audit::Entry;
use crate::store::submissions::submission::hold;

/// Takes those of a selection that are on hold off hold, in its order, as far as the client's credits last.
///
/// # Errors
/// If the database fails.
pub async fn run(app: &App, by: &ClientUser, ids: &[String]) -> Result<Taken> {
    let client_id = by.client_id.as_str();
    let mut result = Taken { taken: 0, left: 0 };
    for held in hold::held_among(&app.db, client_id, &serde_json::to_string(ids)?).await? {
        let job_id = uuid::Uuid::new_v4().to_string();
        if hold::release(&app.db, client_id, &held, &job_id, app.now).await? {
            queue::enqueue(app, &job_id).await;
            result.taken = result.taken.saturating_add(1);
        } else {
            result.left = result.left.saturating_add(1);
        }
    }
    if let Some(admin) = by.user.admin().filter(|_| result.taken > 0) {
        let after = serde_json::Map::from_iter([("taken".to_owned(), result.taken.into())]);
        let entry = Entry { after, ..Entry::without_fields(AuditAction::SubmissionTake, client_id, &by.company_name) };
        app.db.idempotent_change(entry.query(admin, app.now)).await?;
    }
    Ok(result)
}

/// Switches whether new submissions of a client are put on hold. Present ones stay on hold.
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
