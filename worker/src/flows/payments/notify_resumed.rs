//! Notifies clients that their plan is active again after a failed payment or a cancellation.

use domain::email::EmailTemplate;
use domain::retention::DAY_MS;

use crate::app::App;
use crate::error::Result;
use crate::flows::platform::queue_email::{self, EmailRequest};
use crate::store::payments::plan_change;

/// Notifies a client whose plan has become active again, once per occurrence.
///
/// # Errors
/// If the database fails.
pub async fn run(app: &App, client_id: &str) -> Result<()> {
    let resumed = plan_change::resumed(&app.db, client_id).await?;
    let Some(resumed) = resumed.filter(|resumed| resumed.at > app.now.saturating_sub(DAY_MS)) else { return Ok(()) };
    let subject_id = format!("{client_id}/{}", resumed.seq);
    let mail = EmailRequest {
        template: EmailTemplate::PlanResumed,
        subject_id: Some(&subject_id),
        recipient: &resumed.email,
        params: (),
    };
    queue_email::run(app, &mail, Vec::new()).await
}
