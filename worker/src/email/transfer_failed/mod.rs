//! To admins: a transfer to a partner has failed or was reversed, and has to be settled.

use domain::commission::in_pounds;
use domain::payout::PayoutStatus;
use domain::plain_text::without_links;

use super::Message;
use super::mail::mail;
use crate::app::App;
use crate::error::Result;
use crate::store::partners::payout;
use crate::store::platform::email::Email;

mail!({ name: String, amount: String, event: String, what: String, page: String } "email/transfer_failed/mail.html");

/// Composes the mail; its subject id begins with the payout's id. `None` if it was settled.
pub async fn compose(app: &App, mail: &Email) -> Result<Option<Message>> {
    let [id] = mail.subject();
    let Some(paid) = payout::admin_row(&app.db, id).await? else { return Ok(None) };
    if paid.status != PayoutStatus::Failed {
        return Ok(None);
    }
    let (name, amount) = (without_links(&paid.name), in_pounds(paid.amount_pence));
    let problem = paid.problem.unwrap_or_else(|| "Stripe did not say why.".to_owned());
    let (event, what) = if paid.taken_back {
        ("was taken back", format!("{amount} that had reached {name} was returned to us: {problem}"))
    } else {
        ("has failed", format!("Stripe did not transfer {amount} to {name}: {problem}"))
    };
    let values = Values {
        name,
        amount,
        event: event.to_owned(),
        what,
        page: format!("{}/clients/admin/affiliates?tab=active", app.config.public_origin),
    };
    values.message().map(Some)
}
