//! How partners leave the programme, and the switching of their promotion codes at Stripe.

use domain::affiliate::AffiliateStatus;
use serde::Deserialize;

use crate::error::Result;
use crate::store::db::{Db, Query};

/// Codes switched per run.
const BATCH: u32 = 20;

/// Marks a partner as having left now. No-op for an applicant or a partner who has left already.
#[must_use]
pub fn leave(id: &str, now: i64) -> Query {
    Query::new(
        "UPDATE affiliates SET left_at = ?2, code_unsettled = 1 WHERE id = ?1 AND left_at IS NULL AND status <> ?3",
    )
    .bind(id)
    .bind(now)
    .bind(AffiliateStatus::Pending.as_str())
}

/// Reinstates a partner who left at that time.
#[must_use]
pub fn reinstate(id: &str, left_at: i64) -> Query {
    Query::new("UPDATE affiliates SET left_at = NULL, code_unsettled = 1 WHERE id = ?1 AND left_at = ?2")
        .bind(id)
        .bind(left_at)
}

/// A promotion code to be switched on or off at Stripe.
#[derive(Deserialize)]
pub struct CodeToSwitch {
    pub id: String,
    pub code: String,
    /// Set if the code has to be switched off.
    pub left_at: Option<i64>,
}

/// Returns one batch of codes to switch, in random order, so that codes that cannot be switched block no others.
pub async fn codes_to_switch(db: &Db) -> Result<Vec<CodeToSwitch>> {
    let query = Query::new(
        // The plus keeps SQLite from scanning every partner with a code.
        "SELECT id, stripe_coupon_id AS code, left_at FROM affiliates
          WHERE code_unsettled = 1 AND +stripe_coupon_id IS NOT NULL ORDER BY random() LIMIT ?1",
    );
    db.all(query.bind(BATCH)).await
}

/// Marks a code as switched, unless the partner has left or been reinstated meanwhile. Replaces the code of an erased partner.
#[must_use]
pub fn mark_code_switched(id: &str, left_at: Option<i64>) -> Query {
    Query::new(
        "UPDATE affiliates
            SET code_unsettled = 0, stripe_coupon_id = iif(erased_at IS NULL, stripe_coupon_id, 'ERASED-' || upper(id))
          WHERE id = ?1 AND left_at IS ?2",
    )
    .bind(id)
    .bind(left_at)
}
