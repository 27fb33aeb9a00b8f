//! To a business and to admins: the business paid for two subscriptions, and one of them was ended.

use domain::commission::in_pounds;

use super::mail::mail;
use super::{Message, refund_sentence};
use crate::app::App;
use crate::error::Result;
use crate::store::payments::subscription::duplicate;
use crate::store::platform::email::Email;

mail!({ company: String, refund: String, page: String } "email/charged_twice/mail.html");

/// Composes the mail; its subject id begins with the id of the ended subscription.
pub async fn compose(app: &App, mail: &Email) -> Result<Option<Message>> {
    let [id] = mail.subject();
    let Some(ended) = duplicate::get(&app.db, id).await? else { return Ok(None) };
    let whose = if mail.recipient == ended.email { String::new() } else { format!("?clientId={}", ended.client_id) };
    let refund = match (ended.refunded_pence, ended.disputed_pence) {
        (0, 0) => "There was no money to refund.".to_owned(),
        (0, pence) => format!("The card’s bank has taken {} of it back.", in_pounds(pence.into())),
        (pence, _) => refund_sentence(&in_pounds(pence.into())),
    };
    let page = format!("{}/clients/billing{whose}", app.config.public_origin);
    Values { company: ended.company_name, refund, page }.message().map(Some)
}
