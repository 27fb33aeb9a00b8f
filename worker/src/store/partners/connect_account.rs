//! The Stripe accounts that receive partners' payouts.

use domain::payout::CONNECT_BATCH;
use domain::retention::DAY_MS;

use crate::error::Result;
use crate::store::db::{Db, Query};

/// Stores a new account. No-op if the partner has one.
#[must_use]
pub fn insert(affiliate_id: &str, account: &str) -> Query {
    Query::new(
        "UPDATE affiliates SET stripe_connect_account_id = ?2 WHERE id = ?1 AND stripe_connect_account_id IS NULL",
    )
    .bind(affiliate_id)
    .bind(account)
}

/// Records whether transfers can reach an account.
#[must_use]
pub fn record_check(account: &str, is_ready: bool, now: i64) -> Query {
    Query::new("UPDATE affiliates SET connect_ready = ?2, connect_checked_at = ?3 WHERE stripe_connect_account_id = ?1")
        .bind(account)
        .bind(is_ready)
        .bind(now)
}

/// Returns one batch of accounts that were not checked for a day.
pub async fn due_for_check(db: &Db, now: i64) -> Result<Vec<String>> {
    let query = Query::new(
        "SELECT id FROM (SELECT stripe_connect_account_id AS id FROM affiliates
                          WHERE stripe_connect_account_id IS NOT NULL AND connect_checked_at IS NULL LIMIT ?2)
         UNION ALL
         SELECT id FROM (SELECT stripe_connect_account_id AS id FROM affiliates
                          WHERE stripe_connect_account_id IS NOT NULL AND connect_checked_at <= ?1
                          ORDER BY connect_checked_at LIMIT ?2)
         LIMIT ?2",
    );
    db.ids(query.bind(now.saturating_sub(DAY_MS)).bind(CONNECT_BATCH)).await
}
