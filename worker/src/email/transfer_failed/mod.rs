//! To admins: a transfer to a partner has failed, and waits to be settled.

use domain::commission::in_pounds;
use domain::payout::PayoutStatus;
use domain::plain_text::without_links;

use super::Message;
use super::mail::mail;
use crate::app::App;
use crate::error::Result;
use crate::store::email::Email;
use crate::store::payout;

mail!({ name: String, amount: String, problem: String, page: String } "email/transfer_failed/subject.txt" "email/transfer_failed/text.txt" "email/transfer_failed/message.html");

/// Its subject begins with the payout's id; nothing where it was settled meanwhile.
pub async fn compose(app: &App, mail: &Email) -> Result<Option<Message>> {
    let id = mail.subject_id.split('/').next().unwrap_or_default();
    let Some(paid) = payout::line(&app.db, id).await? else { return Ok(None) };
    if paid.status != PayoutStatus::Failed {
        return Ok(None);
    }
    let values = Values {
        name: without_links(&paid.name),
        amount: in_pounds(paid.amount_pence),
        problem: paid.problem.unwrap_or_else(|| "it did not say why.".to_owned()),
        page: format!("{}/clients/admin/affiliates?tab=active", app.config.public_origin),
    };
    values.message().map(Some)
}
