//! Tells clients that their plan goes on, after a payment had failed or it was cancelled.

use domain::email::EmailTemplate;
use domain::retention::DAY_MS;

use crate::app::App;
use crate::error::Result;
use crate::flows::queue_email::{self, EmailRequest};
use crate::store::plan_change;

/// Tells a client whose plan has just become active again; once for each time.
///
/// # Errors
/// Of the database.
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
