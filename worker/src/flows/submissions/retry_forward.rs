//! Requeues the failed forward of a submission.

use domain::audit::AuditAction;

use crate::app::App;
use crate::error::{Error, Result, refusal};
use crate::queue;
use crate::store::identity::session::CurrentSession;
use crate::store::platform::audit::Entry;
use crate::store::submissions::submission::forward;

/// The forward is under way or done, so it cannot be retried.
pub const FORWARD_IN_FLIGHT: Error =
    refusal!(409, "forward_in_flight", "This has already been forwarded, or is on its way.");

/// Requeues it, for an admin.
///
/// # Errors
/// [`Error::not_found`], [`FORWARD_IN_FLIGHT`].
pub async fn run(app: &App, by: &CurrentSession, submission_id: &str) -> Result<()> {
    let found = forward::get(&app.db, submission_id).await?.ok_or_else(|| Error::not_found("Submission"))?;
    let job_id = uuid::Uuid::new_v4().to_string();
    let audit_entry = Entry::without_fields(AuditAction::ForwardRetry, submission_id, &found.company_name)
        .query_after_change(by, app.now);
    if !forward::retry(&app.db, submission_id, &job_id, audit_entry, app.now).await? {
        return Err(FORWARD_IN_FLIGHT);
    }
    queue::enqueue(app, &job_id).await;
    Ok(())
}
