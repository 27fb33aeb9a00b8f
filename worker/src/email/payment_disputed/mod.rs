//! To admins: a payment is disputed, the card's bank inquires about it, or the bank has decided a dispute against us.

use domain::commission::in_currency;
use domain::plain_text::without_links;
use domain::stripe::returns::DisputeNotice;
use serde::{Deserialize, Serialize};

use super::Message;
use super::mail::mail;
use super::payment_waits::next_in_words;
use crate::app::App;
use crate::error::Result;
use crate::store::clients::client;
use crate::store::payments::subscription::doubt;
use crate::store::platform::email::Email;

mail!({ company: String, event: String, what: String, answer: String, dispute: String, page: String } "email/payment_disputed/mail.html");

/// The disputed amount, in the smallest unit of its currency.
#[derive(Serialize, Deserialize)]
pub struct Params {
    pub amount: u32,
    pub currency: String,
}

const ANSWER: &str = "Answer it in Stripe under `Disputes` by the date shown there;";

/// Composes the mail. Its subject id is the dispute's id, then the id of the customer or of a guest's purchase, then
/// the notice, which is omitted for a dispute.
pub async fn compose(app: &App, mail: &Email) -> Result<Option<Message>> {
    let [dispute, payer, notice] = mail.subject();
    let known = client::payer(&app.db, payer).await?;
    let email = known.email.filter(|email| !email.is_empty());
    // The payer may be undecided.
    let company = known.company.as_deref().map(without_links);
    let company = company.or(email).unwrap_or_else(|| "Somebody unknown".to_owned());
    // A mail queued by an earlier build has no amount.
    let params = serde_json::from_str::<Params>(&mail.params).ok();
    let payment = match &params {
        Some(Params { amount, currency }) => {
            format!("a payment to Sayso is wrong, {} of it", in_currency((*amount).into(), currency))
        }
        None => "a payment to Sayso is wrong".to_owned(),
    };
    let asked =
        params.map(|params| format!(" ({})", in_currency(params.amount.into(), &params.currency))).unwrap_or_default();
    let ongoing = doubt::ongoing(&app.db, payer).await?;
    let next = ongoing.as_ref().and_then(|plan| plan.next_pence.zip(plan.next_at));
    let next = next.map(|(pence, at)| format!(" {}", next_in_words(pence, at))).unwrap_or_default();
    let meanwhile = ongoing.as_ref().map(|_| format!(" The plan continues in the meantime.{next}")).unwrap_or_default();
    let (event, what, answer) = match DisputeNotice::parse(notice).unwrap_or(DisputeNotice::Dispute) {
        DisputeNotice::Dispute => (
            "is disputed",
            format!(
                "{company} has told its card’s bank that {payment}. The bank has taken the money back until it decides."
            ),
            format!("{ANSWER} without an answer the money is lost.{meanwhile}"),
        ),
        DisputeNotice::Inquiry => (
            "is asked about",
            format!(
                "{company} does not recognise a payment to Sayso{asked}, and its card’s bank is asking about it. The bank has taken no money."
            ),
            format!("{ANSWER} without an answer it may become a dispute, which takes the money.{meanwhile}"),
        ),
        DisputeNotice::Lost => (
            "was taken back",
            format!(
                "{company} has told its card’s bank that {payment}. The bank has decided against us: the money is lost."
            ),
            match ongoing {
                Some(_) => format!("There is nothing to answer. The plan continues unless you end it.{next}"),
                None => "There is nothing to answer.".to_owned(),
            },
        ),
    };
    let values = Values {
        company,
        event: event.to_owned(),
        what,
        answer,
        dispute: dispute.to_owned(),
        page: format!("{}/clients/admin/payments", app.config.public_origin),
    };
    values.message().map(Some)
}
