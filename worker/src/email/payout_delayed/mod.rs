//! To a partner: a payout failed or was reversed, and is still owed.

use domain::commission::in_pounds;
use domain::payout::PayoutStatus;
use domain::plain_text::without_links;

use super::mail::mail;
use super::{Message, payout_of};
use crate::app::App;
use crate::error::Result;
use crate::store::platform::email::Email;

mail!({ first_name: String, amount: String, what: String, page: String } "email/payout_delayed/mail.html");

/// Composes the mail; `None` if the payout was settled.
pub async fn compose(app: &App, mail: &Email) -> Result<Option<Message>> {
    let Some((partner, paid)) = payout_of(app, mail).await? else { return Ok(None) };
    if paid.status != PayoutStatus::Failed {
        return Ok(None);
    }
    let amount = in_pounds(paid.amount_pence);
    let what = match (paid.taken_back, &paid.replaces) {
        (false, _) => format!("the transfer of {amount} to your account at Stripe did not go through."),
        (true, None) => {
            format!("Stripe took back your payout of {amount} after it had reached your account there.")
        }
        (true, Some(_)) => format!("Stripe took back {amount} of a payout after it had reached your account there."),
    };
    let values = Values {
        first_name: without_links(&partner.first_name),
        amount,
        what,
        page: format!("{}/affiliates/dashboard", app.config.public_origin),
    };
    values.message().map(Some)
}
