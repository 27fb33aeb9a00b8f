//! To admins: a payment needs a decision.

use domain::commission::{in_currency, in_pounds};
use domain::date::{date_of, in_words};

use super::Message;
use super::mail::mail;
use crate::app::App;
use crate::error::Result;
use crate::store::payments::subscription::doubt;
use crate::store::platform::email::Email;

mail!({ payer: String, amounts: String, problem: String, page: String } "email/payment_waits/mail.html");

/// Returns a sentence about the next payment.
pub(super) fn next_in_words(pence: u32, at: i64) -> String {
    format!("The next payment of {} is taken on {} (UTC).", in_pounds(pence.into()), in_words(date_of(at)))
}

/// Composes the mail; its subject id begins with the payment's id. `None` if it was decided.
pub async fn compose(app: &App, mail: &Email) -> Result<Option<Message>> {
    let [id] = mail.subject();
    let Some(found) = doubt::get(&app.db, id).await? else { return Ok(None) };
    let payer = if found.email.is_empty() { "somebody unknown".to_owned() } else { found.email };
    let page = format!("{}/clients/admin/payments", app.config.public_origin);
    let paid =
        found.paid_pence.map(|pence| format!("{} has been paid so far.", in_currency(pence.into(), &found.currency)));
    let next = found.next_pence.zip(found.next_at).map(|(pence, at)| next_in_words(pence, at));
    let amounts = paid.into_iter().chain(next).collect::<Vec<_>>().join(" ");
    Values { payer, amounts, problem: found.problem, page }.message().map(Some)
}
