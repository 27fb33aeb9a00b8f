//! To a partner: the partnership has ended, and how long it still earns.

use domain::commission::MIN_PAYOUT_PENCE;
use domain::commission::activity::earns_until;
use domain::date::{date_of, in_words};
use domain::facts::pounds;
use domain::plain_text::without_links;

use super::Message;
use super::mail::mail;
use crate::app::App;
use crate::error::Result;
use crate::store::partners::affiliate;
use crate::store::platform::email::Email;

mail!({ first_name: String, left: String, until: String, code: String, minimum: String, page: String } "email/partnership_ended/mail.html");

/// Composes the mail; its subject id begins with the partner's id. `None` if the partner was reinstated.
pub async fn compose(app: &App, mail: &Email) -> Result<Option<Message>> {
    let [id] = mail.subject();
    let Some(found) = affiliate::get(&app.db, id).await? else { return Ok(None) };
    let Some(left_at) = found.left_at else { return Ok(None) };
    let values = Values {
        first_name: without_links(&found.first_name),
        left: in_words(date_of(left_at)),
        until: in_words(date_of(earns_until(left_at))),
        code: found.stripe_coupon_id.unwrap_or_default(),
        minimum: pounds(u32::try_from(MIN_PAYOUT_PENCE).unwrap_or_default()),
        page: format!("{}/affiliates/dashboard", app.config.public_origin),
    };
    values.message().map(Some)
}
