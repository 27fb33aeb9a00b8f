//! Subscriptions whose payments are all to be refunded.

use domain::referral::email_key;
use domain::retention::HOUR_MS;
use domain::subscription::PlanState;
use serde::Deserialize;

use crate::error::Result;
use crate::store::db::{Db, Query};

/// Marks a subscription without a client for ending and a full refund. Safe to resume after a crash.
#[must_use]
pub fn mark(id: &str, now: i64) -> Query {
    Query::new(
        "UPDATE subscriptions SET refund_due_at = coalesce(refund_due_at, ?2) WHERE id = ?1 AND client_id IS NULL",
    )
    .bind(id)
    .bind(now)
}

/// Marks it for an admin, once; the buyer is notified.
#[must_use]
pub fn mark_by_admin(id: &str, now: i64) -> Query {
    Query::new(
        "UPDATE subscriptions SET refund_due_at = coalesce(refund_due_at, ?2), refund_asked_at = ?2
          WHERE id = ?1 AND client_id IS NULL AND refund_asked_at IS NULL",
    )
    .bind(id)
    .bind(now)
}

/// A purchase refunded by an admin.
#[derive(Deserialize)]
pub struct RefundedPurchase {
    pub id: String,
    /// The payer's address.
    pub email: String,
    /// Pence refunded to the card. `None` without a known payment in pounds.
    pub refunded_pence: Option<u32>,
    /// Pence that a bank had taken back before.
    pub disputed_pence: u32,
}

macro_rules! refunded_sql {
    ($condition:literal) => {
        concat!(
            "SELECT s.id, s.email, sum(p.returned_pence - p.disputed_pence) AS refunded_pence,
                    coalesce(sum(p.disputed_pence), 0) AS disputed_pence
               FROM subscriptions s LEFT JOIN payments p ON p.subscription_id = s.id
              WHERE s.refund_asked_at IS NOT NULL AND s.refund_due_at IS NOT NULL AND s.ended_at IS NOT NULL AND ",
            $condition,
            " GROUP BY s.id HAVING coalesce(sum(p.amount_pence - p.returned_pence), 0) = 0"
        )
    };
}

/// Returns a customer's refunded purchases whose buyer was not notified.
pub async fn refunds_to_notify(db: &Db, customer: &str) -> Result<Vec<RefundedPurchase>> {
    let query = Query::new(refunded_sql!("s.customer = ?1 AND s.refund_told_at IS NULL"));
    db.all(query.bind(customer)).await
}

/// Returns a refunded purchase.
pub async fn refunded(db: &Db, id: &str) -> Result<Option<RefundedPurchase>> {
    db.first(Query::new(refunded_sql!("s.id = ?1")).bind(id)).await
}

/// Records that its buyer was notified.
#[must_use]
pub fn mark_notified(id: &str, now: i64) -> Query {
    Query::new("UPDATE subscriptions SET refund_told_at = ?2 WHERE id = ?1 AND refund_told_at IS NULL")
        .bind(id)
        .bind(now)
}

/// Returns a customer's marked subscriptions that have not ended or are not fully refunded.
pub async fn of_customer(db: &Db, customer: &str) -> Result<Vec<String>> {
    let query = Query::new(concat!(
        "SELECT id FROM subscriptions s
          WHERE customer = ?1 AND (refund_due_at IS NOT NULL AND ended_at IS NULL OR ",
        owes_refund!("s"),
        ")"
    ));
    db.ids(query.bind(customer)).await
}

#[derive(Deserialize)]
struct TotalRow {
    pence: u32,
}

/// Pence of unassigned purchases with a client's address that became due for a refund in the hour before `before`.
/// Excludes those before its plan last became active.
pub async fn refunded_pence(db: &Db, client_id: &str, email: &str, before: i64) -> Result<u32> {
    let query = Query::new(
        "SELECT coalesce(sum(p.returned_pence - p.disputed_pence), 0) AS pence
           FROM subscriptions s JOIN payments p ON p.subscription_id = s.id
          WHERE s.email_key = ?1 AND s.email = ?2 AND s.client_id IS NULL AND s.refund_due_at BETWEEN ?3 AND ?4
            AND s.refund_due_at > coalesce((SELECT max(at) FROM plan_changes WHERE client_id = ?5 AND state = ?6), 0)",
    );
    let query = query.bind(&email_key(email)).bind(email).bind(before.saturating_sub(HOUR_MS)).bind(before);
    let query = query.bind(client_id).bind(PlanState::Active.as_str());
    Ok(db.first::<TotalRow>(query).await?.map_or(0, |sum| sum.pence))
}
