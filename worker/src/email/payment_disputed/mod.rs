//! To admins: a payment is disputed with the card's bank, or the bank asks about it, and that has to be answered.

use domain::plain_text::without_links;
use domain::stripe::returns::DisputeNotice;

use super::Message;
use super::mail::mail;
use crate::app::App;
use crate::error::Result;
use crate::store::client;
use crate::store::email::Email;

mail!({ company: String, event: String, what: String, answer: String, dispute: String, page: String } "email/payment_disputed/subject.txt" "email/payment_disputed/text.txt" "email/payment_disputed/message.html");

const ANSWER: &str = "Answer it in Stripe under `Disputes`, within the days that Stripe names there;";

/// Its subject begins with the dispute's id, that of the customer, or of the purchase of a guest, and the notice, unless that is of a dispute.
pub async fn compose(app: &App, mail: &Email) -> Result<Option<Message>> {
    let mut parts = mail.subject_id.split('/');
    let (dispute, payer) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    let company = client::company_of_payer(&app.db, payer).await?;
    let company = company.map_or_else(|| "Somebody who is no client".to_owned(), |name| without_links(&name));
    let (event, what, answer) = match parts.next().and_then(DisputeNotice::parse).unwrap_or(DisputeNotice::Dispute) {
        DisputeNotice::Dispute => (
            "is disputed",
            format!(
                "{company} has told its card’s bank that a payment to Sayso is wrong. The bank has taken the money back until it decides."
            ),
            format!("{ANSWER} without an answer the money is lost. The plan goes on meanwhile."),
        ),
        DisputeNotice::Inquiry => (
            "is asked about",
            format!(
                "{company} does not recognise a payment to Sayso, and its card’s bank asks about it. The bank has taken no money."
            ),
            format!(
                "{ANSWER} without an answer it may become a dispute, which takes the money. The plan goes on meanwhile."
            ),
        ),
        DisputeNotice::Lost => (
            "was taken back",
            format!(
                "{company} has told its card’s bank that a payment to Sayso is wrong. The bank has decided against us: the money is lost."
            ),
            "There is nothing to answer. The plan goes on unless you end it.".to_owned(),
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
