//! To admins: a payment needs a decision.

use super::Message;
use super::mail::mail;
use crate::app::App;
use crate::error::Result;
use crate::store::email::Email;
use crate::store::subscription::doubt;

mail!({ payer: String, problem: String, page: String } "email/payment_waits/subject.txt" "email/payment_waits/text.txt" "email/payment_waits/message.html");

/// Composes the mail, whose subject begins with the payment's id; nothing where it was decided.
pub async fn compose(app: &App, mail: &Email) -> Result<Option<Message>> {
    let id = mail.subject_id.split('/').next().unwrap_or_default();
    let Some(found) = doubt::get(&app.db, id).await? else { return Ok(None) };
    let payer = if found.email.is_empty() { "somebody unknown".to_owned() } else { found.email };
    let page = format!("{}/clients/admin/payments", app.config.public_origin);
    Values { payer, problem: found.problem, page }.message().map(Some)
}
