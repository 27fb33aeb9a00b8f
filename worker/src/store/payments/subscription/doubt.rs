//! Subscriptions that need an admin: no plan fits, the client is unknown, or a client is charged for two.

use domain::api::payments::DoubtfulSubscription;
use domain::limits::ATTENTION_SHOWN;
use domain::plan::PlanType;
use domain::row::flag;
use domain::subscription::DuplicateState;
use serde::Deserialize;

use crate::error::Result;
use crate::store::db::{Db, Query};

/// Problem shown for a duplicate subscription.
const CHARGED_TWICE: &str = "The client is charged for another subscription too. We are ending this one and refunding it; if it is still listed here tomorrow, please do both in Stripe.";

/// Problem shown for an ended subscription that was not refunded.
const REFUND_REFUSED: &str =
    "It has ended, and its payment is being refunded; if it is still listed here tomorrow, please refund it in Stripe.";

// The paid sum less returns, and the next amount. Payments in other currencies are not stored, and their next amount
// would be taken for pounds.
macro_rules! amounts_sql {
    () => {
        "(SELECT sum(amount_pence - returned_pence) FROM payments WHERE subscription_id = s.id) AS paid_pence,
         iif(s.ended_at IS NULL AND EXISTS (SELECT 1 FROM payments WHERE subscription_id = s.id), s.next_pence, NULL) AS next_pence,
         iif(s.ended_at IS NULL, s.next_at, NULL) AS next_at"
    };
}

/// Returns the newest subscriptions that need an admin, up to `ATTENTION_SHOWN`.
pub async fn newest(db: &Db) -> Result<Vec<DoubtfulSubscription>> {
    let query = Query::new(concat!(
        "SELECT s.id, s.customer, s.email, s.problem, s.plan_type IS NOT NULL AS fits_plan,
                iif(s.plan_type IS NULL AND s.by_product = 1, s.product, NULL) AS product, s.created_at AS created_at, s.client_id, c.company_name,
                same.id AS same_email_client, same.company_name AS same_email_company, ",
        amounts_sql!(),
        " FROM subscriptions s
           LEFT JOIN clients c ON c.id = s.client_id
           LEFT JOIN clients same ON s.client_id IS NULL
                 AND same.id = (SELECT id FROM clients WHERE email = s.email AND is_demo = 0 LIMIT 1)
          WHERE s.problem IS NOT NULL
         UNION ALL
         SELECT s.id, s.customer, s.email, ?2, 1, NULL, s.created_at, c.id, c.company_name, NULL, NULL, ",
        amounts_sql!(),
        " FROM subscriptions s JOIN clients c ON c.id = s.client_id
          WHERE s.ended_at IS NULL AND s.problem IS NULL AND s.duplicate = ?3
         UNION ALL
         SELECT s.id, s.customer, s.email, ?4, 0, NULL, s.created_at, c.id, c.company_name, NULL, NULL, ",
        amounts_sql!(),
        " FROM subscriptions s LEFT JOIN clients c ON c.id = s.client_id
          WHERE ",
        owes_refund!("s"),
        " ORDER BY created_at DESC LIMIT ?1"
    ));
    let query = query.bind(ATTENTION_SHOWN).bind(CHARGED_TWICE).bind(DuplicateState::Found.as_str());
    db.all(query.bind(REFUND_REFUSED)).await
}

/// A subscription without a client, live with a problem or ended with a refund due.
#[derive(Deserialize)]
pub struct UnassignedSubscription {
    pub id: String,
    #[serde(deserialize_with = "flag")]
    pub has_ended: bool,
    pub customer: String,
    pub email: String,
    /// The plan that fits.
    pub plan_type: Option<PlanType>,
}

/// Returns an unassigned subscription.
pub async fn unassigned(db: &Db, id: &str) -> Result<Option<UnassignedSubscription>> {
    let query = Query::new(concat!(
        "SELECT id, customer, email, plan_type, ended_at IS NOT NULL AS has_ended FROM subscriptions s
          WHERE id = ?1 AND client_id IS NULL AND (ended_at IS NULL AND problem IS NOT NULL OR ",
        owes_refund!("s"),
        ")"
    ));
    db.first(query.bind(id)).await
}

/// Whether a subscription has a client.
pub async fn is_assigned(db: &Db, id: &str) -> Result<bool> {
    db.has_row(Query::new("SELECT 1 FROM subscriptions WHERE id = ?1 AND client_id IS NOT NULL").bind(id)).await
}

/// Assigns a subscription to a client, unless it is being refunded. Later reads keep that client.
#[must_use]
pub fn assign(id: &str, client_id: &str) -> Query {
    Query::new(
        "UPDATE subscriptions SET client_id = ?2, problem = NULL, version = version + 1 WHERE id = ?1 AND client_id IS NULL AND refund_due_at IS NULL",
    )
    .bind(id)
    .bind(client_id)
}

/// A live subscription and its next payment.
#[derive(Deserialize)]
pub struct OngoingSubscription {
    pub next_pence: Option<u32>,
    pub next_at: Option<i64>,
}

/// Returns a customer's oldest live subscription.
pub async fn ongoing(db: &Db, customer: &str) -> Result<Option<OngoingSubscription>> {
    let query = Query::new(
        "SELECT next_pence, next_at FROM subscriptions WHERE customer = ?1 AND ended_at IS NULL ORDER BY created_at LIMIT 1",
    );
    db.first(query.bind(customer)).await
}

/// A payment that needs an admin, and why.
#[derive(Deserialize)]
pub struct DoubtfulPayment {
    pub email: String,
    pub problem: String,
    /// Distinguishes occurrences on the same payment. `None` for the first that was read.
    pub occasion: Option<String>,
    /// The paid sum less returns, in the smallest unit of its currency, if known.
    pub paid_pence: Option<u32>,
    pub currency: String,
    /// The next amount in pence, and when it is due.
    pub next_pence: Option<u32>,
    pub next_at: Option<i64>,
}

/// Returns a subscription or top-up, if it needs an admin.
pub async fn get(db: &Db, id: &str) -> Result<Option<DoubtfulPayment>> {
    let query = Query::new(concat!(
        "SELECT email, coalesce(problem, iif(ended_at IS NULL, ?2, ?4)) AS problem,
                iif(problem IS NULL, iif(ended_at IS NULL, duplicate, 'refund'), CAST(problem_since AS TEXT)) AS occasion,
                'gbp' AS currency, ",
        amounts_sql!(),
        " FROM subscriptions s
          WHERE id = ?1 AND (problem IS NOT NULL OR duplicate = ?3 AND ended_at IS NULL OR ",
        owes_refund!("s"),
        ")
         UNION ALL
         SELECT email, problem, CAST(problem_since AS TEXT), currency, amount_pence - refunded_pence - disputed_pence, NULL, NULL FROM top_ups WHERE id = ?1 AND problem IS NOT NULL AND returned_at IS NULL"
    ));
    let query = query.bind(id).bind(CHARGED_TWICE).bind(DuplicateState::Found.as_str());
    db.first(query.bind(REFUND_REFUSED)).await
}
