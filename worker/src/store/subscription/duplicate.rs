//! Subscriptions that a client pays beside the one that its plan is paid by.

use std::collections::BTreeSet;

use domain::row::flag;
use domain::subscription::DuplicateState;
use serde::Deserialize;

use crate::error::Result;
use crate::store::db::{Db, Query};

/// One that is to be ended.
#[derive(Deserialize)]
pub struct Duplicate {
    pub id: String,
    pub customer: String,
    /// Whether it began after the one that stays, or in the same second: then nothing of it should have been paid.
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

/// Those of the clients of a customer that Stripe has not ended yet.
pub async fn of_customer(db: &Db, customer: &str) -> Result<Vec<Duplicate>> {
    let query = Query::new(duplicates!("s.id, s.customer, s.created_at >= stays.created_at AS is_newer"));
    db.all(query.bind(customer).bind(DuplicateState::Found.as_str())).await
}

#[derive(Deserialize)]
struct Pair {
    ends: String,
    stays: String,
}

/// The other payers of one of two subscriptions, of which one would be ended for this customer.
pub async fn other_payers(db: &Db, customer: &str) -> Result<Vec<String>> {
    let query = Query::new(duplicates!("s.customer AS ends, stays.customer AS stays"));
    let pairs: Vec<Pair> = db.all(query.bind(customer).bind(DuplicateState::Found.as_str())).await?;
    let payers: BTreeSet<String> = pairs.into_iter().flat_map(|pair| [pair.ends, pair.stays]).collect();
    Ok(payers.into_iter().filter(|payer| payer != customer).collect())
}

/// Notes that one was found, before anything is done about it, and whether all that it took is to go back.
#[must_use]
pub fn found(one: &Duplicate, now: i64) -> Query {
    Query::new(
        "UPDATE subscriptions SET duplicate = ?2, refund_due_at = coalesce(refund_due_at, ?3)
          WHERE id = ?1 AND (duplicate IS NULL OR duplicate = ?2)",
    )
    .bind(&one.id)
    .bind(DuplicateState::Found.as_str())
    .bind(one.is_newer.then_some(now))
}

/// One that has ended, and whom to tell.
#[derive(Deserialize)]
pub struct EndedDuplicate {
    pub id: String,
    /// The client's address.
    pub email: String,
    /// Pence of it that were refunded.
    pub refunded_pence: u32,
}

/// Those of the clients of a customer that have ended, and of which nobody was told all that went back: for one whose money is to, nothing
/// was told, or a bank has decided meanwhile.
pub async fn untold(db: &Db, customer: &str) -> Result<Vec<EndedDuplicate>> {
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

/// Notes that everybody was told of one.
#[must_use]
pub fn told(ended: &EndedDuplicate) -> Query {
    Query::new("UPDATE subscriptions SET duplicate = ?2, refunded_told = ?3 WHERE id = ?1")
        .bind(&ended.id)
        .bind(DuplicateState::Refunded.as_str())
        .bind(ended.refunded_pence)
}

/// One as a mail tells of it.
#[derive(Deserialize)]
pub struct RefundedDuplicate {
    pub company_name: String,
    pub client_id: String,
    pub email: String,
    /// Pence of it that were refunded.
    pub refunded_pence: u32,
    /// Pence of it that a bank has taken back.
    pub disputed_pence: u32,
}

/// One that has ended.
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
