//! To a buyer whose set-up has come: what happens next.

use domain::plan::DELIVERY_BUSINESS_DAYS;
use domain::setting::SUPPORT_URL;

use super::template::{fill, fill_html};
use super::{Message, frame};
use crate::app::App;
use crate::error::Result;
use crate::store::setting;

/// Writes the mail. Nothing that was typed stands in it: anybody can type any address.
///
/// # Errors
/// When the database fails.
pub async fn compose(app: &App) -> Result<Option<Message>> {
    let support = setting::get(&app.db, SUPPORT_URL).await?;
    let (least, most) = (DELIVERY_BUSINESS_DAYS.0.to_string(), DELIVERY_BUSINESS_DAYS.1.to_string());
    let plain = support.strip_prefix("mailto:").unwrap_or(&support);
    let in_text = [("support", plain), ("least", least.as_str()), ("most", most.as_str())];
    let values = [("support", support.as_str()), ("least", least.as_str()), ("most", most.as_str())];
    let subject = include_str!("subject.txt").trim_end();
    Ok(Some(Message {
        subject: subject.to_owned(),
        text: fill(include_str!("text.txt"), &in_text),
        html: frame(subject, &fill_html(include_str!("message.html"), &values), "Sayso collects video testimonials."),
    }))
}
