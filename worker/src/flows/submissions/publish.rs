//! Publishes submissions, and takes them back.

use domain::api::client::Published;
use domain::audit::AuditAction;
use domain::job::JobType;

use crate::app::App;
use crate::auth::guard::ClientUser;
use crate::auth::token;
use crate::error::Result;
use crate::queue;
use crate::store::db::Query;
use crate::store::platform::audit::Entry;
use crate::store::platform::job;
use crate::store::submissions::submission::publication;

/// Publishes a selection of a client's submissions. A job copies each video; it is public once that has succeeded.
/// Ignores those that cannot be published.
///
/// # Errors
/// If the database fails.
pub async fn run(app: &App, by: &ClientUser, ids: &[String]) -> Result<Published> {
    let mut result = Published { changed: 0, left: 0 };
    for id in ids {
        let job_id = uuid::Uuid::new_v4().to_string();
        let statements = vec![
            publication::publish(&by.client_id, id, &token::secret_id()?, app.now),
            audit_entry(app, by, AuditAction::SubmissionPublish, id),
            job::insert_once_after_change(&job_id, JobType::PublishTestimonial, id, &(), app.now)?,
            publication::cancel_copy_removal(id),
        ];
        if count(&mut result, app.db.transaction(statements).await?.first() == Some(&1)) {
            queue::enqueue(app, &job_id).await;
        }
    }
    Ok(result)
}

/// Takes a selection back. Their copies are kept for a day, so that publishing again is immediate.
///
/// # Errors
/// If the database fails.
pub async fn take_back(app: &App, by: &ClientUser, ids: &[String]) -> Result<Published> {
    let mut result = Published { changed: 0, left: 0 };
    for id in ids {
        let statements = vec![
            publication::unpublish(&by.client_id, id),
            audit_entry(app, by, AuditAction::SubmissionUnpublish, id),
            publication::schedule_copy_removal(id, app.now),
        ];
        count(&mut result, app.db.transaction(statements).await?.first() == Some(&1));
    }
    Ok(result)
}

/// Records who published or took back.
fn audit_entry(app: &App, by: &ClientUser, action: AuditAction, id: &str) -> Query {
    Entry::of_submission(action, &by.client_id, &by.company_name, id).query_after_change(by.user.session(), app.now)
}

fn count(result: &mut Published, has_changed: bool) -> bool {
    let counter = if has_changed { &mut result.changed } else { &mut result.left };
    *counter = counter.saturating_add(1);
    has_changed
}
