//! To a buyer who submitted the onboarding form: the next steps.

use domain::plan::DELIVERY_BUSINESS_DAYS;

use super::mail::mail;
use super::{Message, support};
use crate::app::App;
use crate::error::Result;

mail!({ support_url: String, support: String, least: u32, most: u32 } "email/onboarding_received/mail.html");

/// Composes the mail. Contains nothing that was typed, because anybody can enter any email address.
pub async fn compose(app: &App) -> Result<Option<Message>> {
    let (support, support_url) = support(app).await?;
    let (least, most) = DELIVERY_BUSINESS_DAYS;
    Values { support_url, support, least, most }.message().map(Some)
}
