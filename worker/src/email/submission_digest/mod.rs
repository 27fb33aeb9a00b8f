//! To a recipient: testimonials that got no mail of their own, because many arrived in an hour, the day's quota was
//! used up, or the recipient wants one mail a day.

use domain::number::parse_u64;
use domain::plain_text::without_links;
use domain::retention::{DAY_MS, VIDEO_LINK_MS};
use domain::submission::length;

use super::Message;
use super::mail::mail;
use crate::app::App;
use crate::auth::signed_url;
use crate::error::Result;
use crate::store::platform::email::Email;
use crate::store::submissions::submission::digest::{self, DigestEntry};

/// One testimonial of the list.
struct Item {
    customer: String,
    length: String,
    video: String,
}

mail!({
    word: &'static str,
    business: String,
    count: u32,
    items: Vec<Item>,
    more: u32,
    page: String,
    days: i64,
} "email/submission_digest/mail.html");

/// Composes the digest of an hour. `subject_id` is the client's id, a `/` and the hour; for a recipient other than the
/// client a `/` and the address follow. `None` if there is nothing left to report.
pub async fn compose(app: &App, mail: &Email) -> Result<Option<Message>> {
    let [client_id, hour] = mail.subject();
    let Some(hour) = parse_u64(hour).and_then(|hour| hour.try_into().ok()) else { return Ok(None) };
    let Some((business, entries, count)) = digest::of_digest(&app.db, client_id, hour).await? else { return Ok(None) };
    message(app, "more", business, &entries, count).map(Some)
}

/// Composes the daily digest. Its subject id is the client's id, the due time and the address. It lists what was
/// delivered since the first testimonial for which it was queued.
pub async fn compose_daily(app: &App, mail: &Email) -> Result<Option<Message>> {
    let [client_id, due_at] = mail.subject();
    let Some(due_at) = parse_u64(due_at).and_then(|at| at.try_into().ok()) else { return Ok(None) };
    let found = digest::delivered_between(&app.db, client_id, mail.created_at, due_at).await?;
    let Some((business, entries, count)) = found else { return Ok(None) };
    message(app, "new", business, &entries, count).map(Some)
}

fn message(app: &App, word: &'static str, business: String, entries: &[DigestEntry], count: u32) -> Result<Message> {
    let expires_at = app.now.saturating_add(VIDEO_LINK_MS);
    let item = |one: &DigestEntry| Item {
        customer: without_links(&one.customer_name),
        length: length(one.duration_ms),
        video: signed_url::absolute(&app.config, &signed_url::watch(&app.config, &one.id, expires_at)),
    };
    let items: Vec<Item> = entries.iter().map(item).collect();
    let more = count.saturating_sub(u32::try_from(items.len()).unwrap_or(u32::MAX));
    let page = format!("{}/clients/submissions", app.config.public_origin);
    Values { word, business, count, items, more, page, days: VIDEO_LINK_MS / DAY_MS }.message()
}
