//! To a business: its plan goes on, after a payment had failed or it was cancelled.

use domain::commission::in_pounds;

use super::Message;
use super::mail::mail;
use super::payment_waits::next_in_words;
use crate::app::App;
use crate::error::Result;
use crate::store::email::Email;
use crate::store::plan_change::{self, Resumed};

mail!({ company: String, is_suspended: bool, amounts: String, page: String } "email/plan_resumed/subject.txt" "email/plan_resumed/text.txt" "email/plan_resumed/message.html");

/// Composes the mail. Its subject is the client's id and which change of its plan it was; nothing where another one has followed.
pub async fn compose(app: &App, mail: &Email) -> Result<Option<Message>> {
    let Some((client_id, seq)) = mail.subject_id.split_once('/') else { return Ok(None) };
    let resumed = plan_change::resumed(&app.db, client_id).await?.filter(|resumed| resumed.seq.to_string() == seq);
    let Some(resumed) = resumed else { return Ok(None) };
    let page = format!("{}/clients/billing", app.config.public_origin);
    let paid = resumed.paid_pence.map(|pence| format!("{} has been paid.", in_pounds(pence.into())));
    let next = resumed.next_pence.zip(resumed.next_at).map(|(pence, at)| next_in_words(pence, at));
    let amounts = paid.into_iter().chain(next).map(|sentence| format!(" {sentence}")).collect();
    let Resumed { company_name: company, is_suspended, .. } = resumed;
    Values { company, is_suspended, amounts, page }.message().map(Some)
}
