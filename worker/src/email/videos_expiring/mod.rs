//! To a business: the videos of a month will soon be deleted.

use chrono::NaiveDate;
use domain::date::{date_of, in_words};
use domain::retention::rule::{RetentionRule, video_end};

use super::mail::mail;
use super::{Message, videos};
use crate::app::App;
use crate::error::Result;
use crate::store::platform::email::Email;
use crate::store::submissions::retention::drive_months;
use crate::store::submissions::submission::retention;

mail!({ company: String, videos: String, month: String, first: String, last: String, kept: String, page: String } "email/videos_expiring/mail.html");

/// Composes the mail; its subject id is the client's id, the month, `yyyy-MM`, and the day of the notice. `None` if no video is left.
pub async fn compose(app: &App, mail: &Email) -> Result<Option<Message>> {
    let [client_id, month, day] = mail.subject();
    let Some(expiring) = retention::expiring(&app.db, client_id, month, day).await? else { return Ok(None) };
    let months = drive_months(&app.db).await?;
    let end = |delivered_at| in_words(date_of(video_end(months, delivered_at, None, mail.created_at)));
    let first_day: NaiveDate = format!("{month}-01").parse().unwrap_or_default();
    Values {
        company: expiring.company_name,
        videos: videos(expiring.videos),
        month: first_day.format("%B %Y").to_string(),
        first: end(expiring.first_at),
        last: end(expiring.last_at),
        kept: RetentionRule::DeliveredVideos.period(months).in_words(),
        page: format!("{}/clients/drive", app.config.public_origin),
    }
    .message()
    .map(Some)
}
