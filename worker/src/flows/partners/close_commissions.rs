//! Closes the previous month: takes its closing snapshots, and recomputes earlier months whose payments may have
//! changed since, such as by a refund.

use std::collections::BTreeSet;

use domain::commission::month::Month;
use domain::limits::MONTHS_COMPUTED_AGAIN;

use crate::app::App;
use crate::error::Result;
use crate::flows::partners::calculate_commissions::{self, Calculation};
use crate::store::partners::commission_snapshot;
use crate::store::payments::payment;

/// Runs hourly, and closes each month once. First finishes interrupted calculations, also those begun by an admin. Returns
/// the number of partners.
///
/// # Errors
/// If the database fails.
pub async fn run(app: &App) -> Result<u32> {
    let mut processed = 0_u32;
    for one in commission_snapshot::unfinished(&app.db).await? {
        let Some(month) = Month::parse(&one.month_period) else { continue };
        let calculation = Calculation { month, as_of: one.as_of, since: one.taken_at };
        processed = processed.saturating_add(calculate_commissions::run(app, calculation).await?);
    }
    Ok(processed.saturating_add(close(app).await?))
}

async fn close(app: &App) -> Result<u32> {
    let closing = Month::of(app.now).before();
    if commission_snapshot::is_closed(&app.db, closing).await? {
        return Ok(0);
    }
    let Some(first) = commission_snapshot::first_approval(&app.db).await?.map(Month::of) else { return Ok(0) };
    let recent = std::iter::successors(Some(closing), |month| Some(month.before())).take(MONTHS_COMPUTED_AGAIN);
    // A dispute may be decided long after, so the months it concerns are recomputed however old they are.
    let returned = payment::months_of_returns(&app.db, closing.begins_at()).await?;
    let months: BTreeSet<Month> = recent.chain(returned).filter(|month| (first..=closing).contains(month)).collect();
    let mut processed = 0_u32;
    for month in months.into_iter().rev() {
        let calculation = Calculation { month, as_of: month.closes_at(), since: closing.closes_at() };
        processed = processed.saturating_add(calculate_commissions::run(app, calculation).await?);
    }
    commission_snapshot::mark_closed(&app.db, closing, app.now).await?;
    Ok(processed)
}
