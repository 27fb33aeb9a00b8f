//! To a business: a payment failed, and how long its service continues.

use super::mail::mail;
use super::{Message, Unpaid, unpaid_of};
use crate::app::App;
use crate::error::Result;
use crate::store::platform::email::Email;

mail!({ company: String, end: String, amount: String, retry: String, is_suspended: bool, page: String } "email/payment_failed/mail.html");

/// Composes the mail; `None` if the payment was made.
pub async fn compose(app: &App, mail: &Email) -> Result<Option<Message>> {
    let Some(Unpaid { company, end, amount, retry, is_suspended, .. }) = unpaid_of(app, mail).await? else {
        return Ok(None);
    };
    let page = format!("{}/clients/billing", app.config.public_origin);
    Values { company, end, amount, retry, is_suspended, page }.message().map(Some)
}
