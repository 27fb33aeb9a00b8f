//! To the client: a new testimonial is in their folder.

use domain::plain_text::without_links;
use domain::retention::{DAY_MS, VIDEO_LINK_MS};
use domain::submission::{file_notes, length};

use super::Message;
use super::mail::mail;
use crate::app::App;
use crate::auth::signed_url;
use crate::error::Result;
use crate::store::platform::email::Email;
use crate::store::submissions::submission::delivery;

mail!({
    customer: String,
    business: String,
    length: String,
    file: String,
    video: String,
    poster: Option<String>,
    folder: String,
    own_drive: bool,
    days: i64,
    notes: Vec<&'static str>,
} "email/submission_received/mail.html");

/// Composes the mail about a delivered submission. `subject_id` is the submission's id; for a recipient other than its
/// client a `/` and the address follow.
pub async fn compose(app: &App, mail: &Email) -> Result<Option<Message>> {
    let [id] = mail.subject();
    let Some(delivered) = delivery::delivered_by_id(&app.db, id).await? else { return Ok(None) };
    let expires_at = app.now.saturating_add(VIDEO_LINK_MS);
    let values = Values {
        length: length(delivered.duration_ms),
        file: delivered.drive_path.rsplit('/').next().unwrap_or_default().to_owned(),
        video: signed_url::absolute(&app.config, &signed_url::watch(&app.config, id, expires_at)),
        poster: delivered
            .has_poster
            .then(|| signed_url::absolute(&app.config, &signed_url::poster(&app.config, id, expires_at))),
        own_drive: delivered.drive_link.is_some(),
        folder: delivered.drive_link.clone().unwrap_or_else(|| {
            signed_url::absolute(&app.config, &signed_url::folder(&app.config, &delivered.client_id, expires_at))
        }),
        days: VIDEO_LINK_MS / DAY_MS,
        notes: file_notes(delivered.unwatermarked, delivered.unfinished.is_some()),
        customer: without_links(&delivered.customer_name),
        business: delivered.company_name,
    };
    values.message().map(Some)
}
