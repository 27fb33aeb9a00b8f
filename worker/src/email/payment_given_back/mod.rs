//! To a buyer: an admin has refunded the payment.

use domain::commission::in_currency;

use super::mail::mail;
use super::{Message, refund_sentence, support};
use crate::app::App;
use crate::error::Result;
use crate::store::payments::subscription::refund_due;
use crate::store::payments::top_up;
use crate::store::platform::email::Email;

mail!({ bought: String, refund: String, end: String, support: String, support_url: String } "email/payment_given_back/mail.html");

/// Composes the mail; its subject id is the subscription or the purchase of credits.
pub async fn compose(app: &App, mail: &Email) -> Result<Option<Message>> {
    let id = mail.subject_id.as_str();
    let (bought, refund, end) = match refund_due::refunded(&app.db, id).await? {
        Some(found) => {
            let refund =
                found.refunded_pence.map_or_else(String::new, |pence| refund_of(pence, found.disputed_pence, "gbp"));
            ("a plan at Sayso", refund, "The subscription has ended, and nothing more is charged for it.")
        }
        None => match top_up::refunded(&app.db, id).await? {
            Some(found) => {
                let refund = refund_of(found.refunded_pence, found.disputed_pence, &found.currency);
                ("video credits at Sayso", refund, "Nothing more is charged for them, and no credits were given.")
            }
            None => return Ok(None),
        },
    };
    let (support, support_url) = support(app).await?;
    Values { bought: bought.to_owned(), refund, end: end.to_owned(), support, support_url }.message().map(Some)
}

/// Returns a sentence about the refunded sum.
fn refund_of(refunded: u32, disputed: u32, currency: &str) -> String {
    match (refunded, disputed) {
        (0, 0) => "No money had been taken for it.".to_owned(),
        (0, pence) => {
            format!("Your card’s bank had already taken {} of it back.", in_currency(pence.into(), currency))
        }
        (pence, _) => refund_sentence(&in_currency(pence.into(), currency)),
    }
}
