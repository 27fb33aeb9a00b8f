//! How partners leave the programme, and what becomes of their promotion codes.

use domain::affiliate::AffiliateStatus;
use serde::Deserialize;

use crate::error::Result;
use crate::store::db::{Db, Query};

/// How many codes are switched in one go.
const BATCH: u32 = 20;

/// Notes that a partner leaves now; changes nothing of one who has left, or is none yet.
#[must_use]
pub fn leave(id: &str, now: i64) -> Query {
    Query::new(
        "UPDATE affiliates SET left_at = ?2, code_unsettled = 1 WHERE id = ?1 AND left_at IS NULL AND status <> ?3",
    )
    .bind(id)
    .bind(now)
    .bind(AffiliateStatus::Pending.as_str())
}

/// Takes a partner back who left at that time.
#[must_use]
pub fn take_back(id: &str, left_at: i64) -> Query {
    Query::new("UPDATE affiliates SET left_at = NULL, code_unsettled = 1 WHERE id = ?1 AND left_at = ?2")
        .bind(id)
        .bind(left_at)
}

/// A promotion code that has to be switched.
#[derive(Deserialize)]
pub struct UnsettledCode {
    pub id: String,
    pub code: String,
    /// Off where the partner has left, else on.
    pub left_at: Option<i64>,
}

/// Those that have to be switched, a bounded number of them; any, so that those which cannot be hold up no others.
pub async fn unsettled_codes(db: &Db) -> Result<Vec<UnsettledCode>> {
    let query = Query::new(
        // The plus keeps SQLite from reading everyone who has a code.
        "SELECT id, stripe_coupon_id AS code, left_at FROM affiliates
          WHERE code_unsettled = 1 AND +stripe_coupon_id IS NOT NULL ORDER BY random() LIMIT ?1",
    );
    db.all(query.bind(BATCH)).await
}

/// Notes that a code is as it has to be, unless the partner has left or come back meanwhile. That of an erased partner is forgotten.
#[must_use]
pub fn code_settled(id: &str, left_at: Option<i64>) -> Query {
    Query::new(
        "UPDATE affiliates
            SET code_unsettled = 0, stripe_coupon_id = iif(erased_at IS NULL, stripe_coupon_id, 'ERASED-' || upper(id))
          WHERE id = ?1 AND left_at IS ?2",
    )
    .bind(id)
    .bind(left_at)
}
