//! Closes the month before: takes its closing snapshots, and computes the months again of which something may have become known since, such
//! as a refund.

use domain::commission::month::Month;
use domain::limits::MONTHS_COMPUTED_AGAIN;

use crate::app::App;
use crate::error::Result;
use crate::flows::calculate_commissions::{self, Calculation};
use crate::store::commission_snapshot;

/// Once a month; says how many partners were looked at. A run that is ended goes on with the next.
///
/// # Errors
/// Of the database.
pub async fn run(app: &App) -> Result<u32> {
    let closing = Month::of(app.now).before();
    if commission_snapshot::is_closed(&app.db, closing).await? {
        return Ok(0);
    }
    let Some(first) = commission_snapshot::first_partner(&app.db).await?.map(Month::of) else { return Ok(0) };
    let earlier = std::iter::successors(Some(closing), |month| Some(month.before()));
    let mut processed = 0_u32;
    for month in earlier.take(MONTHS_COMPUTED_AGAIN).filter(|month| *month >= first) {
        let what = Calculation { month, as_of: month.closes_at(), since: closing.closes_at() };
        processed = processed.saturating_add(calculate_commissions::run(app, what).await?);
    }
    commission_snapshot::close(&app.db, closing, app.now).await?;
    Ok(processed)
}
