//! To the client: a new testimonial is in your folder.

use domain::plain_text::without_links;
use domain::retention::{DAY_MS, VIDEO_LINK_MS};

use super::mail::mail;
use super::{Message, length};
use crate::app::App;
use crate::auth::signed_url;
use crate::error::Result;
use crate::store::submission::delivery::{self, Delivered};

mail!({
    customer: String,
    business: String,
    length: String,
    file: String,
    video: String,
    folder: String,
    own_drive: bool,
    days: i64,
    notes: Vec<&'static str>,
} "email/submission_received/subject.txt" "email/submission_received/text.txt" "email/submission_received/message.html");

const UNWATERMARKED: &str = "It carries no watermark, because your customer's device did not add it. If you want it \
    there, add it before you share the video.";
const UNFINISHED: &str = "This is exactly what your customer's device recorded, so some players may not be able to play \
    it or to skip through it. If yours does not, open it in the free VLC player or convert it to MP4.";

/// Composes the mail about a delivered submission. `subject_id` is the submission's id.
pub async fn compose(app: &App, subject_id: &str) -> Result<Option<Message>> {
    let Some(delivered) = delivery::delivered_by_id(&app.db, subject_id).await? else { return Ok(None) };
    let expires_at = app.now.saturating_add(VIDEO_LINK_MS);
    let values = Values {
        length: length(delivered.duration_ms),
        file: delivered.drive_path.rsplit('/').next().unwrap_or_default().to_owned(),
        video: signed_url::absolute(&app.config, &signed_url::video(&app.config, subject_id, expires_at)),
        own_drive: delivered.drive_link.is_some(),
        folder: delivered.drive_link.clone().unwrap_or_else(|| {
            signed_url::absolute(&app.config, &signed_url::folder(&app.config, &delivered.client_id, expires_at))
        }),
        days: VIDEO_LINK_MS / DAY_MS,
        notes: notes(&delivered),
        customer: without_links(&delivered.customer_name),
        business: delivered.company_name,
    };
    values.message().map(Some)
}

/// What the client has to know about the file; empty when all is well.
fn notes(delivered: &Delivered) -> Vec<&'static str> {
    let unwatermarked = delivered.unwatermarked.then_some(UNWATERMARKED);
    let unfinished = delivered.unfinished.is_some().then_some(UNFINISHED);
    unwatermarked.into_iter().chain(unfinished).collect()
}
