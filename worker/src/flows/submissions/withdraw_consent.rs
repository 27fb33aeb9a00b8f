//! Withdraws a customer's consent to marketing.

use domain::email::EmailTemplate;

use crate::app::App;
use crate::error::{Error, Result};
use crate::flows::platform::queue_email::{self, EmailRequest};
use crate::store::submissions::submission::publication;

/// Ends the publication of a submission and mails its business, in one transaction. Idempotent.
///
/// # Errors
/// [`Error::not_found`].
pub async fn run(app: &App, submission_id: &str) -> Result<()> {
    let parties = publication::parties(&app.db, submission_id).await?.ok_or_else(|| Error::not_found("Testimonial"))?;
    let mail = EmailRequest {
        template: EmailTemplate::ConsentWithdrawn,
        subject_id: Some(submission_id),
        recipient: &parties.email,
        params: (),
    };
    queue_email::run(app, &mail, publication::withdraw(submission_id, app.now)).await?;
    queue_email::to_others(app, mail.template, submission_id, (&parties.client_id, &parties.email)).await
}
