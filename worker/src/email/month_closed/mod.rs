//! To a partner: a month is closed, with its commission and when it is paid or why it is not.

use domain::commission::month::Month;
use domain::commission::{MIN_PAYOUT_PENCE, in_pounds};
use domain::payout::{OwedBalance, OwedStatus, when_paid};
use domain::plain_text::without_links;

use super::Message;
use super::mail::mail;
use crate::app::App;
use crate::error::Result;
use crate::store::partners::{affiliate, commission};
use crate::store::platform::email::Email;

mail!({ first_name: String, month: String, earned: String, pending: String, waits: String, page: String } "email/month_closed/mail.html");

/// Composes the mail; its subject id is the partner's id and the month. `None` if the partner or the month's commissions no longer exist.
pub async fn compose(app: &App, mail: &Email) -> Result<Option<Message>> {
    let [id, month] = mail.subject();
    let (Some(month), Some(partner)) = (Month::parse(month), affiliate::get(&app.db, id).await?) else {
        return Ok(None);
    };
    let commissions = commission::of_month(&app.db, id, month, &[]).await?;
    if commissions.is_empty() {
        return Ok(None);
    }
    let earned = commissions.iter().fold(0_i64, |sum, one| sum.saturating_add(one.commission_amount));
    // The balance as of the day on which this month is paid out.
    let balance = commission::balance(&app.db, id, month).await?;
    let account = partner.connect_account_id.is_some().then_some(partner.connect_ready);
    let owed = OwedBalance { pending_pence: balance.payable, payable_pence: balance.payable, account };
    let when = when_paid(month, app.now);
    let least = in_pounds(MIN_PAYOUT_PENCE);
    let waits = match owed.status(app.config.connect.is_some()) {
        OwedStatus::Payable | OwedStatus::MonthOpen => when,
        OwedStatus::NoAccount => {
            format!("{when} Connect an account on your dashboard so that it can reach you.")
        }
        OwedStatus::AccountNotReady => {
            format!(
                "{when} Stripe still needs something from you: finish your account on your dashboard so that it can reach you."
            )
        }
        OwedStatus::BelowMinimum => {
            format!("The minimum payout is {least}: the balance carries over until you reach it.")
        }
        OwedStatus::Overpaid => {
            "We paid you more than you had earned: we set it against your next commissions.".to_owned()
        }
    };
    let values = Values {
        first_name: without_links(&partner.first_name),
        month: month.in_words(),
        earned: in_pounds(earned),
        pending: in_pounds(balance.payable),
        waits,
        page: format!("{}/affiliates/dashboard", app.config.public_origin),
    };
    values.message().map(Some)
}
