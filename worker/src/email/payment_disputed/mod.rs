//! To admins: a payment is disputed with the card's bank, and has to be answered for.

use domain::plain_text::without_links;

use super::Message;
use super::mail::mail;
use crate::app::App;
use crate::error::Result;
use crate::store::client;
use crate::store::email::Email;

mail!({ company: String, dispute: String, page: String } "email/payment_disputed/subject.txt" "email/payment_disputed/text.txt" "email/payment_disputed/message.html");

/// Its subject begins with the dispute's id and that of the customer, or of the purchase of a guest.
pub async fn compose(app: &App, mail: &Email) -> Result<Option<Message>> {
    let mut parts = mail.subject_id.split('/');
    let (dispute, payer) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    let company = client::company_of_payer(&app.db, payer).await?;
    let values = Values {
        company: company.map_or_else(|| "Somebody who is no client".to_owned(), |name| without_links(&name)),
        dispute: dispute.to_owned(),
        page: format!("{}/clients/admin/payments", app.config.public_origin),
    };
    values.message().map(Some)
}
