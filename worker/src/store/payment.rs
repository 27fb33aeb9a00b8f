//! `payments`: the months that clients have paid for by subscription.

use domain::api::payments::DisputedPayment;
use domain::commission::month::Month;
use domain::limits::DOUBTS_SHOWN;
use serde::Deserialize;

use crate::error::Result;
use crate::store::db::{Db, Query};

#[derive(Deserialize)]
struct Period {
    period_start: i64,
    period_end: i64,
}

/// The calendar months that payments bear on of which it became known since a time that something went back, or came again.
pub async fn months_of_returns(db: &Db, since: i64) -> Result<Vec<Month>> {
    let query = Query::new("SELECT period_start, period_end FROM payments WHERE returned_at >= ?1");
    let periods: Vec<Period> = db.all(query.bind(since)).await?;
    Ok(periods.iter().flat_map(|one| [Month::of(one.period_start), Month::of(one.period_end)]).collect())
}

/// Those that a card's bank decides about, newest first, a bounded number of them.
pub async fn disputed(db: &Db) -> Result<Vec<DisputedPayment>> {
    let query = Query::new(
        "SELECT p.id, c.company_name, p.disputed_pence, p.paid_at FROM payments p
           JOIN subscriptions s ON s.id = p.subscription_id LEFT JOIN clients c ON c.id = s.client_id
          WHERE p.dispute = 'open' ORDER BY p.paid_at DESC LIMIT ?1",
    );
    db.all(query.bind(DOUBTS_SHOWN)).await
}
