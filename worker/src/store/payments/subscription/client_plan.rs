//! The subscription of a client, as the client and admins see it.

use domain::api::billing::{Discount, NextPayment, UnansweredPurchase};
use domain::client::ClientStatus;
use domain::plan::PlanType;
use domain::referral::email_key;
use domain::row::{flag, json};
use domain::subscription::Facts;
use serde::Deserialize;

use crate::error::Result;
use crate::store::db::{Db, Query};

/// A client's plan and its subscription, whose fields are all `None` without one.
#[derive(Deserialize)]
pub struct ClientPlan {
    pub company_name: String,
    pub email: String,
    pub plan_type: PlanType,
    counts_credits: u8,
    /// Whether it accepts videos, and whether the plan is why it does not.
    pub status: ClientStatus,
    #[serde(deserialize_with = "flag")]
    suspended_by_plan: bool,
    cancelled_at: Option<i64>,
    pub subscription_id: Option<String>,
    /// Its Stripe customer: the subscription's, or created for its first payment page.
    pub customer: Option<String>,
    unpaid_since: Option<i64>,
    ended_at: Option<i64>,
    pub ends_at: Option<i64>,
    /// End of the current month at Stripe, paid or not.
    pub paid_until: Option<i64>,
    /// Whether that month was paid and not fully returned. A month made free by a discount counts.
    #[serde(deserialize_with = "flag")]
    pub is_paid: bool,
    pub open_pence: Option<u32>,
    pub retry_at: Option<i64>,
    next_pence: Option<u32>,
    next_at: Option<i64>,
    #[serde(deserialize_with = "json")]
    discounts: Vec<Discount>,
    pub card_brand: Option<String>,
    pub card_last4: Option<String>,
    pub card_expires: Option<String>,
}

/// A subscription that has not ended.
pub struct LiveSubscription<'a> {
    pub id: &'a str,
    pub customer: &'a str,
}

impl ClientPlan {
    /// The facts that determine its state.
    #[must_use]
    pub fn facts(&self) -> Facts {
        Facts { unpaid_since: self.unpaid_since, cancelled_at: self.cancelled_at }
    }

    /// Whether it has a plan: Sayso's own pages have none.
    #[must_use]
    pub fn has_plan(&self) -> bool {
        self.counts_credits != 0
    }

    /// Whether the next payment is for the current month.
    #[must_use]
    pub fn is_due(&self) -> bool {
        matches!((self.next_pence, self.next_at, self.paid_until), (Some(1..), Some(at), Some(until)) if at < until)
    }

    /// Whether an admin has suspended it.
    #[must_use]
    pub fn is_suspended_by_admin(&self) -> bool {
        self.status == ClientStatus::Suspended && !self.suspended_by_plan
    }

    /// Returns the next payment.
    #[must_use]
    pub fn next(&self) -> Option<NextPayment> {
        NextPayment::new(self.next_at, self.next_pence, &self.discounts)
    }

    /// Returns the subscription, if it has not ended.
    #[must_use]
    pub fn live(&self) -> Option<LiveSubscription<'_>> {
        let (Some(id), Some(customer), None) = (&self.subscription_id, &self.customer, self.ended_at) else {
            return None;
        };
        Some(LiveSubscription { id, customer })
    }
}

/// Returns a client's plan.
pub async fn of_client(db: &Db, client_id: &str) -> Result<Option<ClientPlan>> {
    let query = Query::new(
        "SELECT c.company_name, c.email, c.plan_type, c.counts_credits, c.status, c.suspended_by_plan, c.cancelled_at, c.subscription_id, coalesce(s.customer, c.customer) AS customer, s.unpaid_since,
                s.ended_at, s.ends_at, s.paid_until,
                EXISTS (SELECT 1 FROM payments p WHERE p.subscription_id = s.id AND p.period_end >= s.paid_until
                           AND (p.amount_pence = 0 OR p.returned_pence < p.amount_pence)
                           AND (coalesce(p.month_pence, 0) = 0 OR p.month_returned_pence < p.month_pence)) AS is_paid,
                s.open_pence, s.retry_at, s.next_pence, s.next_at, s.discounts,
                s.card_brand, s.card_last4, s.card_expires
           FROM clients c LEFT JOIN subscriptions s ON s.id = c.subscription_id WHERE c.id = ?1",
    );
    db.first(query.bind(client_id)).await
}

/// Stores the customer created for a client's first payment page.
#[must_use]
pub fn store_customer(client_id: &str, customer: &str) -> Query {
    Query::new("UPDATE clients SET customer = ?2 WHERE id = ?1").bind(client_id).bind(customer)
}

#[derive(Deserialize)]
struct Customer {
    customer: String,
}

/// Returns every Stripe customer of a client.
pub async fn customers(db: &Db, client_id: &str) -> Result<Vec<String>> {
    let query = Query::new(
        "SELECT customer FROM subscriptions WHERE client_id = ?1
         UNION
         SELECT customer FROM clients WHERE id = ?1 AND customer IS NOT NULL",
    );
    let rows: Vec<Customer> = db.all(query.bind(client_id)).await?;
    Ok(rows.into_iter().map(|row| row.customer).collect())
}

/// A live subscription that will charge again.
#[derive(Deserialize)]
pub struct OngoingSubscription {
    pub id: String,
    pub customer: String,
    /// Whether the current month is unpaid: its payment failed and is retried, or is due within the hour.
    #[serde(deserialize_with = "flag")]
    pub is_unpaid: bool,
    /// Whether it was bought with the client's address and its buyer has not assigned it.
    #[serde(deserialize_with = "flag")]
    pub is_unanswered: bool,
}

/// SQL of unassigned plans bought with an address.
macro_rules! unanswered {
    ($what:literal, $key:literal, $email:literal) => {
        concat!(
            "SELECT ",
            $what,
            " FROM subscriptions
              WHERE email_key = ",
            $key,
            " AND email = ",
            $email,
            "
                AND client_id IS NULL AND plan_type IS NOT NULL AND problem IS NOT NULL AND ended_at IS NULL"
        )
    };
}

/// Returns the newest unassigned plan bought with an address.
pub async fn newest_unassigned(db: &Db, email: &str) -> Result<Option<UnansweredPurchase>> {
    let query = Query::new(concat!(
        unanswered!("created_at AS bought_at, checkout_id", "?1", "?2"),
        " ORDER BY created_at DESC LIMIT 1"
    ));
    db.first(query.bind(&email_key(email)).bind(email)).await
}

/// Returns a client's live subscriptions that will charge again, and unassigned ones bought with its address.
pub async fn ongoing(db: &Db, client_id: &str, email: &str) -> Result<Vec<OngoingSubscription>> {
    let query = Query::new(concat!(
        "SELECT id, customer, unpaid_since IS NOT NULL OR next_pence > 0 AND next_at < paid_until AS is_unpaid, 0 AS is_unanswered FROM subscriptions
          WHERE client_id = ?1 AND ended_at IS NULL AND (ends_at IS NULL OR unpaid_since IS NOT NULL OR next_pence > 0)
          UNION ALL ",
        unanswered!("id, customer, 0, 1", "?2", "?3")
    ));
    db.all(query.bind(client_id).bind(&email_key(email)).bind(email)).await
}
