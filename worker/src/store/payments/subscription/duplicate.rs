//! Subscriptions that a client pays in addition to its plan's.

use std::collections::BTreeSet;

use domain::row::flag;
use domain::subscription::DuplicateState;
use serde::Deserialize;

use crate::error::Result;
use crate::store::db::{Db, Query};

/// A subscription to end.
#[derive(Deserialize)]
pub struct Duplicate {
    pub id: String,
    pub customer: String,
    /// Whether it began after the one that stays, or in the same second, so that all its payments are refunded.
    #[serde(deserialize_with = "flag")]
    pub is_newer: bool,
}

macro_rules! duplicates {
    ($what:literal) => {
        concat!(
            "SELECT ", $what, "
               FROM clients c
               JOIN subscriptions stays ON stays.id = c.subscription_id
               JOIN subscriptions s ON s.client_id = c.id AND s.id <> stays.id
              WHERE c.id IN (SELECT client_id FROM subscriptions WHERE customer = ?1 AND client_id IS NOT NULL)
                AND s.ended_at IS NULL
                AND (s.duplicate = ?2
                     OR s.ends_at IS NULL AND s.problem IS NULL AND stays.ended_at IS NULL AND stays.ends_at IS NULL)"
        )
    };
}

/// Returns the live duplicates of a customer's clients.
pub async fn of_customer(db: &Db, customer: &str) -> Result<Vec<Duplicate>> {
    let query = Query::new(duplicates!("s.id, s.customer, s.created_at >= stays.created_at AS is_newer"));
    db.all(query.bind(customer).bind(DuplicateState::Found.as_str())).await
}

#[derive(Deserialize)]
struct DuplicatePair {
    ends: String,
    stays: String,
}

/// Returns the other customers who pay for either subscription of such a pair.
pub async fn other_payers(db: &Db, customer: &str) -> Result<Vec<String>> {
    let query = Query::new(duplicates!("s.customer AS ends, stays.customer AS stays"));
    let pairs: Vec<DuplicatePair> = db.all(query.bind(customer).bind(DuplicateState::Found.as_str())).await?;
    let payers: BTreeSet<String> = pairs.into_iter().flat_map(|pair| [pair.ends, pair.stays]).collect();
    Ok(payers.into_iter().filter(|payer| payer != customer).collect())
}

/// Records that a duplicate was found, before acting on it, and whether all its payments are to be refunded.
#[must_use]
pub fn record(one: &Duplicate, now: i64) -> Query {
    Query::new(
        "UPDATE subscriptions SET duplicate = ?2, refund_due_at = coalesce(refund_due_at, ?3)
          WHERE id = ?1 AND (duplicate IS NULL OR duplicate = ?2)",
    )
    .bind(&one.id)
    .bind(DuplicateState::Found.as_str())
    .bind(one.is_newer.then_some(now))
}

/// An ended duplicate, to notify its client of.
#[derive(Deserialize)]
pub struct EndedDuplicate {
    pub id: String,
    /// The client's address.
    pub email: String,
    /// Refunded pence.
    pub refunded_pence: u32,
}

/// Returns ended duplicates of a customer's clients that were not yet announced by mail, or whose refund has grown since,
/// as after a bank's decision. Excludes those whose due refund is incomplete.
pub async fn duplicates_to_notify(db: &Db, customer: &str) -> Result<Vec<EndedDuplicate>> {
    let query = Query::new(
        "SELECT s.id, c.email, iif(s.refund_due_at IS NOT NULL, coalesce(sum(p.returned_pence - p.disputed_pence), 0), 0) AS refunded_pence
           FROM subscriptions s JOIN clients c ON c.id = s.client_id LEFT JOIN payments p ON p.subscription_id = s.id
          WHERE c.id IN (SELECT client_id FROM subscriptions WHERE customer = ?1 AND client_id IS NOT NULL)
            AND s.duplicate IS NOT NULL AND s.ended_at IS NOT NULL
          GROUP BY s.id
         HAVING (s.duplicate = ?2 OR refunded_pence > coalesce(s.refunded_told, refunded_pence))
            AND (s.refund_due_at IS NULL OR coalesce(sum(p.amount_pence - p.returned_pence), 0) = 0)",
    );
    db.all(query.bind(customer).bind(DuplicateState::Found.as_str())).await
}

/// Records that everybody was notified of a duplicate.
#[must_use]
pub fn mark_notified(ended: &EndedDuplicate) -> Query {
    Query::new("UPDATE subscriptions SET duplicate = ?2, refunded_told = ?3 WHERE id = ?1")
        .bind(&ended.id)
        .bind(DuplicateState::Refunded.as_str())
        .bind(ended.refunded_pence)
}

/// An ended duplicate, for its mail.
#[derive(Deserialize)]
pub struct RefundedDuplicate {
    pub company_name: String,
    pub client_id: String,
    pub email: String,
    /// Refunded pence.
    pub refunded_pence: u32,
    /// Pence taken back by a bank.
    pub disputed_pence: u32,
}

/// Returns an ended duplicate.
pub async fn get(db: &Db, id: &str) -> Result<Option<RefundedDuplicate>> {
    let query = Query::new(
        "SELECT c.company_name, c.id AS client_id, c.email,
                iif(s.refund_due_at IS NOT NULL, coalesce(sum(p.returned_pence - p.disputed_pence), 0), 0) AS refunded_pence,
                iif(s.refund_due_at IS NOT NULL, coalesce(sum(p.disputed_pence), 0), 0) AS disputed_pence
           FROM subscriptions s JOIN clients c ON c.id = s.client_id LEFT JOIN payments p ON p.subscription_id = s.id
          WHERE s.id = ?1 AND s.duplicate IS NOT NULL AND s.ended_at IS NOT NULL
          GROUP BY s.id",
    );
    db.first(query.bind(id)).await
}
