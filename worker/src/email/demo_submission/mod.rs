//! To whoever tried the demo: their own video, as a business would get it.

use domain::retention::DEMO_HOURS;
use domain::signed_link::Kind;

use super::template::{fill, fill_html};
use super::{Message, frame, length};
use crate::app::App;
use crate::auth::link;
use crate::error::Result;
use crate::store::submission;

/// Writes the mail about a delivered demo. `subject_id` is the submission's id.
///
/// # Errors
/// When the database fails.
pub async fn compose(app: &App, subject_id: &str) -> Result<Option<Message>> {
    let Some(delivered) = submission::delivered_by_id(&app.db, subject_id).await? else { return Ok(None) };
    let expires_at = app.now.saturating_add(i64::from(DEMO_HOURS).saturating_mul(60 * 60 * 1000));
    let video = link::address(&app.config, Kind::Video, subject_id, expires_at);
    let (length, hours) = (length(delivered.duration_ms), DEMO_HOURS.to_string());
    let values = [("video", video.as_str()), ("length", length.as_str()), ("hours", hours.as_str())];
    let subject = include_str!("subject.txt").trim_end();
    Ok(Some(Message {
        subject: subject.to_owned(),
        text: fill(include_str!("text.txt"), &values),
        html: frame(subject, &fill_html(include_str!("message.html"), &values), "Sayso collects video testimonials."),
    }))
}
