//! To whoever tried the demo: their own video, as a business would get it.

use domain::retention::{DEMO_HOURS, HOUR_MS};

use super::mail::mail;
use super::{Message, length};
use crate::app::App;
use crate::auth::signed_url;
use crate::error::Result;
use crate::store::submission;

mail!({ video: String, length: String, hours: u32 } "email/demo_submission/subject.txt" "email/demo_submission/text.txt" "email/demo_submission/message.html");

/// Composes the mail about a delivered demo. `subject_id` is the submission's id.
pub async fn compose(app: &App, subject_id: &str) -> Result<Option<Message>> {
    let Some(delivered) = submission::delivered_by_id(&app.db, subject_id).await? else { return Ok(None) };
    let expires_at = app.now.saturating_add(i64::from(DEMO_HOURS).saturating_mul(HOUR_MS));
    let video = signed_url::absolute(&app.config, &signed_url::video(&app.config, subject_id, expires_at));
    Values { video, length: length(delivered.duration_ms), hours: DEMO_HOURS }.message().map(Some)
}
