//! To a partner: a payout is on its way.

use domain::commission::in_pounds;
use domain::commission::month::Month;
use domain::payout::PayoutStatus;
use domain::plain_text::without_links;

use super::Message;
use super::mail::mail;
use crate::app::App;
use crate::error::Result;
use crate::store::email::Email;
use crate::store::{affiliate, payout};

mail!({ first_name: String, amount: String, month: String, how: String, page: String } "email/payout_made/subject.txt" "email/payout_made/text.txt" "email/payout_made/message.html");

/// Its subject is the partner's id, the payout's, and more; nothing where it is not on its way any more.
pub async fn compose(app: &App, mail: &Email) -> Result<Option<Message>> {
    let mut parts = mail.subject_id.split('/');
    let (id, payout_id) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    let (Some(partner), Some(paid)) = (affiliate::get(&app.db, id).await?, payout::line(&app.db, payout_id).await?)
    else {
        return Ok(None);
    };
    let how = match paid.status {
        PayoutStatus::Sent => {
            "Stripe moves it to your account, and from there to your bank by its own timetable.".to_owned()
        }
        PayoutStatus::Recorded if paid.reference.is_empty() => "It was sent from our bank to yours.".to_owned(),
        PayoutStatus::Recorded => {
            format!("It was sent from our bank to yours, with the reference {}.", without_links(&paid.reference))
        }
        PayoutStatus::Sending | PayoutStatus::Failed => return Ok(None),
    };
    let values = Values {
        first_name: without_links(&partner.first_name),
        amount: in_pounds(paid.amount_pence),
        month: Month::parse(&paid.month_period).map(Month::in_words).unwrap_or_default(),
        how,
        page: format!("{}/affiliates/dashboard", app.config.public_origin),
    };
    values.message().map(Some)
}
