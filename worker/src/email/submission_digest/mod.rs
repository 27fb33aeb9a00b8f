//! To the client: the testimonials that had no mail of their own, as many came in an hour or the day had no mails left.

use domain::number::parse_u64;
use domain::plain_text::without_links;
use domain::retention::{DAY_MS, VIDEO_LINK_MS};
use domain::submission::length;

use super::Message;
use super::mail::mail;
use crate::app::App;
use crate::auth::signed_url;
use crate::error::Result;
use crate::store::submission::digest;

/// One testimonial of the list.
struct Item {
    customer: String,
    length: String,
    video: String,
}

mail!({
    business: String,
    count: u32,
    items: Vec<Item>,
    more: u32,
    page: String,
    days: i64,
} "email/submission_digest/subject.txt" "email/submission_digest/text.txt" "email/submission_digest/message.html");

/// Composes the digest of an hour. `subject_id` is the client's id, a `/` and the hour. Nothing where what it would tell of is
/// gone.
pub async fn compose(app: &App, subject_id: &str) -> Result<Option<Message>> {
    let Some((client_id, hour)) = subject_id.split_once('/') else { return Ok(None) };
    let Some(hour) = parse_u64(hour).and_then(|hour| hour.try_into().ok()) else { return Ok(None) };
    let Some((business, told, count)) = digest::of_digest(&app.db, client_id, hour).await? else { return Ok(None) };
    let expires_at = app.now.saturating_add(VIDEO_LINK_MS);
    let items: Vec<Item> = told
        .iter()
        .map(|one| Item {
            customer: without_links(&one.customer_name),
            length: length(one.duration_ms),
            video: signed_url::absolute(&app.config, &signed_url::watch(&app.config, &one.id, expires_at)),
        })
        .collect();
    let more = count.saturating_sub(u32::try_from(items.len()).unwrap_or(u32::MAX));
    let page = format!("{}/clients/submissions", app.config.public_origin);
    Values { business, count, items, more, page, days: VIDEO_LINK_MS / DAY_MS }.message().map(Some)
}
