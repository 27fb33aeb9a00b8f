//! Subscriptions that need an admin: they fit no plan, nobody knows whose they are, or a client is charged for two.

use domain::api::payments::DoubtfulSubscription;
use domain::limits::DOUBTS_SHOWN;
use domain::plan::PlanType;
use domain::row::flag;
use domain::subscription::DuplicateState;
use serde::Deserialize;

use crate::error::Result;
use crate::store::db::{Db, Query};

/// What admins read of a subscription beside the one that counts.
const CHARGED_TWICE: &str = "The client is charged for another subscription too. We are ending this one and refunding it; if it is still listed here tomorrow, please do both in Stripe.";

/// The problem that admins read of one that has ended and was not refunded.
const REFUND_REFUSED: &str =
    "It has ended, and its payment is being refunded; if it is still listed here tomorrow, please refund it in Stripe.";

// The sum that was paid for a subscription and has not gone back, and what is taken next. A payment in another currency is not kept, and
// its amount would be taken for pounds.
macro_rules! amounts_sql {
    () => {
        "(SELECT sum(amount_pence - returned_pence) FROM payments WHERE subscription_id = s.id) AS paid_pence,
         iif(s.ended_at IS NULL AND EXISTS (SELECT 1 FROM payments WHERE subscription_id = s.id), s.next_pence, NULL) AS next_pence,
         iif(s.ended_at IS NULL, s.next_at, NULL) AS next_at"
    };
}

/// The newest of them, a bounded number.
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
    let query = query.bind(DOUBTS_SHOWN).bind(CHARGED_TWICE).bind(DuplicateState::Found.as_str());
    db.all(query.bind(REFUND_REFUSED)).await
}

/// A subscription of which nobody knows whose it is, or which has ended and was not given back.
#[derive(Deserialize)]
pub struct UnassignedSubscription {
    pub id: String,
    #[serde(deserialize_with = "flag")]
    pub has_ended: bool,
    pub customer: String,
    pub email: String,
    /// The plan that it fits, where it fits one.
    pub plan_type: Option<PlanType>,
}

/// One of them.
pub async fn unowned(db: &Db, id: &str) -> Result<Option<UnassignedSubscription>> {
    let query = Query::new(concat!(
        "SELECT id, customer, email, plan_type, ended_at IS NOT NULL AS has_ended FROM subscriptions s
          WHERE id = ?1 AND client_id IS NULL AND (ended_at IS NULL AND problem IS NOT NULL OR ",
        owes_refund!("s"),
        ")"
    ));
    db.first(query.bind(id)).await
}

/// Whether somebody has said whose it is.
pub async fn is_owned(db: &Db, id: &str) -> Result<bool> {
    db.has_row(Query::new("SELECT 1 FROM subscriptions WHERE id = ?1 AND client_id IS NOT NULL").bind(id)).await
}

/// Says whose it is, unless it is being given back; whatever is read of it from now on is that client's.
#[must_use]
pub fn assign(id: &str, client_id: &str) -> Query {
    Query::new(
        "UPDATE subscriptions SET client_id = ?2, problem = NULL, version = version + 1 WHERE id = ?1 AND client_id IS NULL AND refund_due_at IS NULL",
    )
    .bind(id)
    .bind(client_id)
}

/// A subscription that goes on, and the next payment of it.
#[derive(Deserialize)]
pub struct OngoingSubscription {
    pub next_pence: Option<u32>,
    pub next_at: Option<i64>,
}

/// The oldest of a customer that goes on.
pub async fn goes_on(db: &Db, customer: &str) -> Result<Option<OngoingSubscription>> {
    let query = Query::new(
        "SELECT next_pence, next_at FROM subscriptions WHERE customer = ?1 AND ended_at IS NULL ORDER BY created_at LIMIT 1",
    );
    db.first(query.bind(customer)).await
}

/// A payment that needs an admin: who paid, and why.
#[derive(Deserialize)]
pub struct Doubt {
    pub email: String,
    pub problem: String,
    /// Tells its beginning apart from earlier ones of the same payment; none of the first one that was read.
    pub occasion: Option<String>,
    /// The sum that was paid and has not gone back, in the smallest unit of its currency, where it is known.
    pub paid_pence: Option<u32>,
    pub currency: String,
    /// The amount that is taken next, in pence, and when; none where nothing follows.
    pub next_pence: Option<u32>,
    pub next_at: Option<i64>,
}

/// A subscription or a top-up, as long as it needs one.
pub async fn get(db: &Db, id: &str) -> Result<Option<Doubt>> {
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
