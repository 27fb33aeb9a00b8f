//! Pays a partner everything out that waits up to a month, once.

use domain::api::commission::Payout;
use domain::audit::AuditAction;
use domain::commission::month::Month;
use domain::commission::{in_pounds, payout};
use domain::limits::MAX_NOTES_CHARACTERS;

use crate::app::App;
use crate::error::{Error, Result};
use crate::store::audit::Entry;
use crate::store::payout::{self as payouts, NewPayout, OVERTAKEN};
use crate::store::session::CurrentSession;
use crate::store::{affiliate, commission};

/// # Errors
/// [`Error::NotFound`], [`Error::Malformed`] for a month that has not begun or a reference that is too long, [`Error::BelowMinimum`],
/// [`Error::NothingPending`] also where somebody else was quicker.
pub async fn run(app: &App, by: &CurrentSession, id: &str, month: &str, reference: &str) -> Result<Payout> {
    let until = Month::parse(month).ok_or(Error::Malformed("Please name a month, such as 2026-11."))?;
    if until > Month::of(app.now) {
        return Err(Error::Malformed("This month has not begun yet."));
    }
    let reference = reference.trim();
    if reference.chars().count() > MAX_NOTES_CHARACTERS {
        return Err(Error::Malformed("This reference is too long."));
    }
    let partner = affiliate::get(&app.db, id).await?.ok_or(Error::NotFound("Affiliate"))?;
    let waiting = commission::pending(&app.db, id, until).await?;
    if waiting.is_empty() {
        return Err(Error::NothingPending);
    }
    let amount_pence = payout(&waiting).map_err(Error::BelowMinimum)?;
    let payout_id = uuid::Uuid::new_v4().to_string();
    let new = NewPayout {
        id: &payout_id,
        affiliate_id: id,
        until,
        rows: u32::try_from(waiting.len()).unwrap_or(u32::MAX),
        amount_pence,
        reference,
        now: app.now,
    };
    let name = partner.name();
    let mut entry = Entry::change(AuditAction::AffiliatePay, id, &name, ("payout", None, &in_pounds(amount_pence)));
    entry.after.insert("until".into(), until.to_string().into());
    entry.after.insert("reference".into(), reference.into());
    let mut statements = Vec::from(payouts::pay(&new));
    statements.push(entry.query(by, app.now));
    match app.db.transaction(statements).await {
        Ok(_) => Ok(Payout { id: payout_id, amount_pence, paid_at: app.now }),
        Err(error) if error.cause().unwrap_or_default().contains(OVERTAKEN) => Err(Error::NothingPending),
        Err(error) => Err(error),
    }
}
