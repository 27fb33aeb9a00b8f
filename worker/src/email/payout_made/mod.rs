//! To a partner: a payout is on its way.

use domain::commission::in_pounds;
use domain::commission::month::Month;
use domain::payout::PayoutStatus;
use domain::plain_text::without_links;

use super::mail::mail;
use super::{Message, payout_of};
use crate::app::App;
use crate::error::Result;
use crate::store::platform::email::Email;

mail!({ first_name: String, amount: String, what: String, how: String, page: String } "email/payout_made/mail.html");

/// Composes the mail; `None` if the payout is no longer on its way.
pub async fn compose(app: &App, mail: &Email) -> Result<Option<Message>> {
    let Some((partner, paid)) = payout_of(app, mail).await? else { return Ok(None) };
    let how = match paid.status {
        PayoutStatus::Sent => {
            "Stripe adds it to your account there, then pays it to your bank on its own timetable.".to_owned()
        }
        PayoutStatus::Recorded if paid.reference.is_empty() => "We sent it from our bank to yours.".to_owned(),
        PayoutStatus::Recorded => {
            format!("We sent it from our bank to yours, with the reference {}.", without_links(&paid.reference))
        }
        PayoutStatus::Sending | PayoutStatus::Failed => return Ok(None),
    };
    let month = Month::parse(&paid.month_period).map(Month::in_words).unwrap_or_default();
    let what = match paid.replaces {
        None => format!("everything we owed you up to {month}"),
        Some(_) => format!("the amount taken back from your payout up to {month}"),
    };
    let values = Values {
        first_name: without_links(&partner.first_name),
        amount: in_pounds(paid.amount_pence),
        what,
        how,
        page: format!("{}/affiliates/dashboard", app.config.public_origin),
    };
    values.message().map(Some)
}
