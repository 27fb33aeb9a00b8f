//! To the business: a new testimonial is in your folder.

use domain::limits::VIDEO_LINK_LIFE_MS;
use domain::signed_link::Kind;

use super::template::{fill, fill_html};
use super::{Message, frame, length};
use crate::app::App;
use crate::auth::link;
use crate::error::Result;
use crate::store::submission::{self, Marks};

const UNWATERMARKED: &str = "It carries no watermark, because your customer's device did not add it. If you want it \
    there, add it before you share the video.";
const UNFINISHED: &str = "It came just as your customer's device recorded it, so some players may not play it or jump \
    within it. If yours does not, open it with the free VLC player, or convert it to MP4.";

/// Writes the mail about a delivered submission. `subject_id` is the submission's id.
///
/// # Errors
/// When the database fails.
pub async fn compose(app: &App, subject_id: &str) -> Result<Option<Message>> {
    let Some(delivered) = submission::delivered_by_id(&app.db, subject_id).await? else { return Ok(None) };
    let expires_at = app.now.saturating_add(VIDEO_LINK_LIFE_MS);
    let video = link::address(&app.config, Kind::Video, subject_id, expires_at);
    let folder = link::address(&app.config, Kind::Folder, &delivered.client_id, expires_at);
    let length = length(delivered.duration_ms);
    let file = delivered.drive_path.rsplit('/').next().unwrap_or_default();
    let values = [
        ("customer", delivered.customer_name.as_str()),
        ("business", delivered.company_name.as_str()),
        ("length", length.as_str()),
        ("file", file),
        ("video", video.as_str()),
        ("folder", folder.as_str()),
    ];
    let notes = notes(&delivered.marks);
    let text_notes: String = notes.iter().map(|note| format!("\n{note}\n")).collect();
    let html_notes: String = notes.iter().map(|note| fill_html(include_str!("note.html"), &[("note", note)])).collect();
    Ok(Some(Message {
        subject: fill(include_str!("subject.txt").trim_end(), &values),
        text: fill(&include_str!("text.txt").replace("{{notes}}", &text_notes), &values),
        html: frame(
            "A new video testimonial",
            &fill_html(&include_str!("message.html").replace("{{notes}}", &html_notes), &values),
            &format!("Sayso collects video testimonials for {}.", delivered.company_name),
        ),
    }))
}

/// What the business has to know about the file; nothing when all is well.
fn notes(marks: &Marks) -> Vec<&'static str> {
    let unwatermarked = marks.unwatermarked().then_some(UNWATERMARKED);
    let unfinished = marks.unfinished.is_some().then_some(UNFINISHED);
    unwatermarked.into_iter().chain(unfinished).collect()
}
