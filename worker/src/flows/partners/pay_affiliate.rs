//! Pays out everything pending for a partner up to a month, once: by transfer, or recorded as paid by hand.

use domain::api::payout::{Payout, PayoutRequest};
use domain::audit::AuditAction;
use domain::commission::month::Month;
use domain::commission::{in_pounds, payout};
use domain::limits::MAX_NOTES_CHARACTERS;
use domain::payout::{PayoutMethod, PayoutStatus, payable_from};

use crate::app::App;
use crate::error::{Error, Result};
use crate::queue;
use crate::store::identity::session::CurrentSession;
use crate::store::partners::payout::{self as payouts, NewPayout, NewTransfer};
use crate::store::partners::{affiliate, commission};
use crate::store::platform::audit::Entry;

/// # Errors
/// [`Error::NotFound`], [`Error::Malformed`] for an invalid month or a reference that is too long; [`Error::NotPayableYet`] before
/// the month's payout day, [`Error::MonthUncounted`] if it is not counted to its end; [`Error::BelowMinimum`],
/// [`Error::NothingPending`], also if a concurrent request was faster, [`Error::AmountChanged`] if the admin saw another amount;
/// [`Error::NoPayoutAccount`] if a transfer is requested and cannot reach the partner.
pub async fn run(app: &App, by: &CurrentSession, id: &str, wish: &PayoutRequest) -> Result<Payout> {
    let method = wish.method.unwrap_or(PayoutMethod::Manual);
    let until = Month::parse(&wish.month).ok_or(Error::Malformed("Please name a month, such as 2026-11."))?;
    if payable_from(until) > app.now {
        return Err(Error::NotPayableYet(until));
    }
    let reference = wish.reference.trim();
    if reference.chars().count() > MAX_NOTES_CHARACTERS {
        return Err(Error::Malformed("This reference is too long."));
    }
    let partner = affiliate::get(&app.db, id).await?.ok_or(Error::NotFound("Affiliate"))?;
    let waiting = commission::pending(&app.db, id, until).await?;
    if waiting.is_empty() {
        return Err(Error::NothingPending);
    }
    if let Some(month) = commission::uncounted(&app.db, id, until).await? {
        return Err(Error::MonthUncounted(month));
    }
    let amount_pence = payout(&waiting).map_err(Error::BelowMinimum)?;
    if wish.seen_pence.is_some_and(|seen| seen != amount_pence) {
        return Err(Error::AmountChanged(amount_pence));
    }
    let is_seen = |account: &&str| wish.seen_account.as_deref().is_none_or(|seen| seen == *account);
    let account = partner.connect_account_id.as_deref().filter(is_seen);
    let account = account.filter(|_| partner.connect_ready && app.config.connect.is_some());
    let payout_id = uuid::Uuid::new_v4().to_string();
    let job_id = uuid::Uuid::new_v4().to_string();
    let transfer = match method {
        PayoutMethod::Manual => None,
        PayoutMethod::Transfer => {
            Some(NewTransfer { destination: account.ok_or(Error::NoPayoutAccount)?, job_id: &job_id })
        }
    };
    let new = NewPayout {
        id: &payout_id,
        affiliate_id: id,
        until,
        rows: u32::try_from(waiting.len()).unwrap_or(u32::MAX),
        amount_pence,
        reference,
        transfer,
        now: app.now,
    };
    let name = partner.name();
    let mut entry = Entry::change(AuditAction::AffiliatePay, id, &name, ("payout", None, &in_pounds(amount_pence)));
    entry.after.insert("until".into(), until.to_string().into());
    entry.after.insert("method".into(), method.as_str().into());
    entry.after.insert("reference".into(), reference.into());
    let mut statements = payouts::pay(&new)?;
    statements.push(entry.query(by, app.now));
    match app.db.transaction(statements).await {
        Ok(_) => {
            let is_transfer = method == PayoutMethod::Transfer;
            if is_transfer {
                queue::announce(app, &job_id).await;
            }
            let status = if is_transfer { PayoutStatus::Sending } else { PayoutStatus::Recorded };
            Ok(Payout { id: payout_id, amount_pence, paid_at: app.now, status })
        }
        Err(Error::Stale) => Err(Error::NothingPending),
        Err(error) => Err(error),
    }
}
