//! Pays out everything pending for a partner up to a month, once: by transfer, or recorded as paid by hand.

use domain::api::payout::{Payout, PayoutRequest};
use domain::audit::AuditAction;
use domain::commission::month::Month;
use domain::commission::{MIN_PAYOUT_PENCE, in_pounds, payout_amount};
use domain::date::{date_of, short};
use domain::limits::MAX_NOTES_CHARACTERS;
use domain::payout::{PayoutMethod, PayoutStatus, payable_from};

use crate::app::App;
use crate::error::{Error, Result, refusal};
use crate::queue;
use crate::store::identity::session::CurrentSession;
use crate::store::partners::payout::{self, NewPayout, NewTransfer};
use crate::store::partners::{affiliate, commission};
use crate::store::platform::audit::Entry;

/// The month's payout day has not come.
fn not_payable_yet(month: Month) -> Error {
    let day = short(date_of(payable_from(month)));
    refusal!(409, "not_payable_yet")
        .with_text(format!("{} is paid out from {day}. Nothing was paid.", month.in_words()))
}

/// The month is over, but its commissions were computed on an earlier day.
fn month_uncounted(month: Month) -> Error {
    refusal!(409, "month_uncounted").with_text(format!(
        "{} is still being counted. Nothing was paid. Please try again in an hour.",
        month.in_words()
    ))
}

/// The pending amount differs from the one the admin saw.
fn amount_changed(pence: i64) -> Error {
    refusal!(409, "amount_changed")
        .with_text(format!("The amount due is now {}. Nothing was paid. Please reload the page.", in_pounds(pence)))
}

/// The pending amount is below the minimum payout.
fn below_minimum(pence: i64) -> Error {
    let (pending, least) = (in_pounds(pence), in_pounds(MIN_PAYOUT_PENCE));
    refusal!(409, "below_minimum").with_text(format!("{pending} is due; payouts start at {least}. It carries over."))
}

/// Nothing is pending for the partner, or a concurrent payout was faster.
pub const NOTHING_PENDING: Error =
    refusal!(409, "nothing_pending", "Nothing is due for payout any more. Please reload the page.");

/// The partner has no account that transfers can reach.
pub const NO_PAYOUT_ACCOUNT: Error = refusal!(
    409,
    "no_payout_account",
    "No transfer can reach this partner’s account. Nothing was paid. Please reload the page."
);

/// Pays a partner's pending commissions up to a month.
///
/// # Errors
/// [`Error::not_found`], [`Error::malformed`] for an invalid month or a reference that is too long; [`not_payable_yet`] before
/// the month's payout day, [`month_uncounted`] if it is not counted to its end; [`below_minimum`],
/// [`NOTHING_PENDING`], also if a concurrent request was faster, [`amount_changed`] if the admin saw another amount;
/// [`NO_PAYOUT_ACCOUNT`] if a transfer is requested and cannot reach the partner.
pub async fn run(app: &App, by: &CurrentSession, id: &str, request: &PayoutRequest) -> Result<Payout> {
    let method = request.method.unwrap_or(PayoutMethod::Manual);
    let until =
        Month::parse(&request.month).ok_or_else(|| Error::malformed("Please name a month, such as 2026-11."))?;
    if payable_from(until) > app.now {
        return Err(not_payable_yet(until));
    }
    let reference = request.reference.trim();
    if reference.chars().count() > MAX_NOTES_CHARACTERS {
        return Err(Error::malformed("This reference is too long."));
    }
    let partner = affiliate::get(&app.db, id).await?.ok_or_else(|| Error::not_found("Affiliate"))?;
    let waiting = commission::pending(&app.db, id, until).await?;
    if waiting.is_empty() {
        return Err(NOTHING_PENDING);
    }
    if let Some(month) = commission::oldest_provisional_month(&app.db, id, until).await? {
        return Err(month_uncounted(month));
    }
    let amount_pence = payout_amount(&waiting).map_err(below_minimum)?;
    if request.seen_pence.is_some_and(|seen| seen != amount_pence) {
        return Err(amount_changed(amount_pence));
    }
    let is_seen = |account: &&str| request.seen_account.as_deref().is_none_or(|seen| seen == *account);
    let account = partner.connect_account_id.as_deref().filter(is_seen);
    let account = account.filter(|_| partner.connect_ready && app.config.connect.is_some());
    let payout_id = uuid::Uuid::new_v4().to_string();
    let job_id = uuid::Uuid::new_v4().to_string();
    let transfer = match method {
        PayoutMethod::Manual => None,
        PayoutMethod::Transfer => Some(NewTransfer { destination: account.ok_or(NO_PAYOUT_ACCOUNT)?, job_id: &job_id }),
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
    let mut statements = payout::pay(&new)?;
    statements.push(entry.query(by, app.now));
    match app.db.transaction(statements).await {
        Ok(_) => {
            let is_transfer = method == PayoutMethod::Transfer;
            if is_transfer {
                queue::enqueue(app, &job_id).await;
            }
            let status = if is_transfer { PayoutStatus::Sending } else { PayoutStatus::Recorded };
            Ok(Payout { id: payout_id, amount_pence, paid_at: app.now, status })
        }
        Err(error) if error.is(&Error::STALE) => Err(NOTHING_PENDING),
        Err(error) => Err(error),
    }
}
