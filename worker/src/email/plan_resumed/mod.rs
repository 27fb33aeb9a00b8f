//! To a business: its plan continues after a failed payment or a cancellation.

use domain::commission::in_pounds;

use super::Message;
use super::mail::mail;
use super::payment_waits::next_in_words;
use crate::app::App;
use crate::error::Result;
use crate::store::payments::plan_change::{self, ResumedPlan};
use crate::store::platform::email::Email;

mail!({ company: String, is_suspended: bool, amounts: String, page: String } "email/plan_resumed/mail.html");

/// Composes the mail; its subject id is the client's id and the sequence number of the plan change. `None` if another change followed.
pub async fn compose(app: &App, mail: &Email) -> Result<Option<Message>> {
    let [client_id, seq] = mail.subject();
    let resumed = plan_change::resumed(&app.db, client_id).await?.filter(|resumed| resumed.seq.to_string() == seq);
    let Some(resumed) = resumed else { return Ok(None) };
    let page = format!("{}/clients/billing", app.config.public_origin);
    let paid = resumed.paid_pence.map(|pence| format!("{} has been paid.", in_pounds(pence.into())));
    let next = resumed.next_pence.zip(resumed.next_at).map(|(pence, at)| next_in_words(pence, at));
    let amounts = paid.into_iter().chain(next).map(|sentence| format!(" {sentence}")).collect();
    let ResumedPlan { company_name: company, is_suspended, .. } = resumed;
    Values { company, is_suspended, amounts, page }.message().map(Some)
}
