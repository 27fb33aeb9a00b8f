//! `subscriptions` and `payments`: Stripe's state at the last read.

use domain::api::billing::{Discount, NextPayment, PaymentLine};
use domain::api::site::PurchaseState;
use domain::limits::{SUBSCRIPTIONS_READ, SWEEP_BATCH};
use domain::plan::{DAYS_AFTER_CANCELLATION, GRACE_DAYS, PlanType};
use domain::referral::email_key;
use domain::retention::days;
use domain::row::{flag, json};
use domain::stripe::objects::Card;
use domain::stripe::returns::{DisputeStanding, ReturnedPence};
use domain::subscription::{Facts, UnpaidStage};
use serde::Deserialize;

use crate::error::Result;
use crate::store::db::{Db, Query, stale_if};

/// Whether a subscription of this name has ended and part of its payments is still to be refunded. Disputed amounts count as returned.
macro_rules! owes_refund {
    ($name:literal) => {
        concat!(
            $name,
            ".refund_due_at IS NOT NULL AND ",
            $name,
            ".ended_at IS NOT NULL AND EXISTS (SELECT 1 FROM payments p WHERE p.subscription_id = ",
            $name,
            ".id AND p.returned_pence < p.amount_pence)"
        )
    };
}

pub mod client_plan;
pub mod doubt;
pub mod duplicate;
pub mod referral;
pub mod refund_due;

/// A stored subscription.
#[derive(Debug, Clone, Deserialize)]
pub struct Subscription {
    pub id: String,
    pub client_id: Option<String>,
    /// Row version for optimistic locking.
    pub version: i64,
    pub unpaid_since: Option<i64>,
    ended_at: Option<i64>,
    ends_at: Option<i64>,
    paid_until: Option<i64>,
    problem: Option<String>,
}

impl Subscription {
    /// Whether the row matches Stripe's state.
    #[must_use]
    pub fn is(&self, current: &StripeState<'_>) -> bool {
        (self.unpaid_since, self.ended_at, self.ends_at, self.paid_until, self.problem.as_deref())
            == (current.facts.unpaid_since, current.ended_at, current.ends_at, current.paid_until, current.problem)
    }
}

/// Returns all subscriptions of a customer.
pub async fn of_customer(db: &Db, customer: &str) -> Result<Vec<Subscription>> {
    let query = Query::new(
        "SELECT id, client_id, version, unpaid_since, ended_at, ends_at, paid_until, problem
           FROM subscriptions WHERE customer = ?1 ORDER BY created_at",
    );
    db.all(query.bind(customer)).await
}

/// Records that a customer is being read from Stripe.
pub async fn record_read(db: &Db, customer: &str, now: i64) -> Result<()> {
    let query = Query::new("UPDATE subscriptions SET read_at = ?2 WHERE customer = ?1 AND read_at < ?2");
    db.idempotent_change(query.bind(customer).bind(now)).await.map(drop)
}

/// The open and the next payment of a subscription; pence and UTC milliseconds.
pub struct Charges {
    /// Amount of the failed invoice, and its next retry.
    pub open_pence: Option<u32>,
    pub retry_at: Option<i64>,
    /// Amount of the next invoice, and when it is due.
    pub next_pence: Option<u32>,
    pub next_at: Option<i64>,
    /// The discounts on the next invoice: a JSON array of `Discount`.
    pub discounts: Option<String>,
}

/// A subscription's state at Stripe; UTC milliseconds.
pub struct StripeState<'a> {
    pub id: &'a str,
    pub customer: &'a str,
    pub email: &'a str,
    pub plan: Option<PlanType>,
    /// Its product, if it has only one.
    pub product: Option<&'a str>,
    /// Whether the plan is known by the product only.
    pub by_product: bool,
    /// Why an admin has to decide about it.
    pub problem: Option<&'a str>,
    pub facts: Facts,
    pub paid_until: Option<i64>,
    pub ended_at: Option<i64>,
    pub ends_at: Option<i64>,
    pub created_at: i64,
    pub charges: Charges,
    /// The card that pays next.
    pub card: Option<&'a Card>,
    /// The checkout session it began with, and the buyer's reference and code.
    pub checkout_id: Option<&'a str>,
    pub client_reference: Option<&'a str>,
    pub promotion_code: Option<&'a str>,
}

/// Writes Stripe's state: inserts a row, or updates it only if it still has `version`. `client_id` is its client, if known.
#[must_use]
pub fn write(current: &StripeState<'_>, client_id: Option<&str>, version: Option<i64>, now: i64) -> Query {
    Query::new(
        "INSERT INTO subscriptions (id, customer, email, plan_type, problem, unpaid_since, ended_at, paid_until, ends_at,
                                    created_at, checkout_id, client_reference, client_id, read_at,
                                    card_brand, card_last4, card_expires, promotion_code, email_key, card_fingerprint,
                                    open_pence, retry_at, next_pence, next_at, discounts, product, by_product, problem_since)
         VALUES (:id, :customer, :email, :plan, :problem, :unpaid_since, :ended_at, :paid_until, :ends_at, :created_at, :checkout_id, :client_reference, :client_id, :now, :card_brand, :card_last4, :card_expires, :promotion_code, :email_key, :card_fingerprint, :open_pence, :retry_at, :next_pence, :next_at, :discounts, :product, :by_product, iif(:problem IS NULL, NULL, :now))
         ON CONFLICT (id) DO UPDATE
            SET email = iif(excluded.email = '', email, excluded.email),
                email_key = iif(excluded.email = '', email_key, excluded.email_key),
                card_fingerprint = coalesce(excluded.card_fingerprint, card_fingerprint), plan_type = excluded.plan_type, problem = excluded.problem,
                problem_since = iif(problem IS excluded.problem, problem_since, excluded.problem_since),
                unpaid_since = excluded.unpaid_since,
                unpaid_told = iif(unpaid_since IS excluded.unpaid_since, unpaid_told, NULL),
                ended_at = excluded.ended_at, paid_until = excluded.paid_until, ends_at = excluded.ends_at,
                open_pence = excluded.open_pence, retry_at = excluded.retry_at, next_pence = excluded.next_pence,
                product = excluded.product, by_product = excluded.by_product, next_at = excluded.next_at, discounts = excluded.discounts,
                client_id = coalesce(client_id, excluded.client_id), card_brand = excluded.card_brand,
                card_last4 = excluded.card_last4, card_expires = excluded.card_expires,
                checkout_id = coalesce(checkout_id, excluded.checkout_id),
                client_reference = coalesce(client_reference, excluded.client_reference),
                promotion_code = coalesce(promotion_code, excluded.promotion_code),
                read_at = excluded.read_at, version = version + 1
          WHERE version = :version",
    )
    .named("id", current.id)
    .named("customer", current.customer)
    .named("email", current.email)
    .named("plan", current.plan.map(PlanType::as_str))
    .named("problem", current.problem)
    .named("unpaid_since", current.facts.unpaid_since)
    .named("ended_at", current.ended_at)
    .named("paid_until", current.paid_until)
    .named("ends_at", current.ends_at)
    .named("created_at", current.created_at)
    .named("checkout_id", current.checkout_id)
    .named("client_reference", current.client_reference)
    .named("client_id", client_id)
    .named("now", now)
    .named("version", version)
    .named("card_brand", current.card.map(|card| card.brand.as_str()))
    .named("card_last4", current.card.map(|card| card.last4.as_str()))
    .named("card_expires", current.card.map(Card::expires).as_deref())
    .named("promotion_code", current.promotion_code)
    .named("email_key", &email_key(current.email))
    .named("card_fingerprint", current.card.and_then(|card| card.fingerprint.as_deref()))
    .named("open_pence", current.charges.open_pence)
    .named("retry_at", current.charges.retry_at)
    .named("next_pence", current.charges.next_pence)
    .named("next_at", current.charges.next_at)
    .named("discounts", current.charges.discounts.as_deref())
    .named("product", current.product)
    .named("by_product", current.by_product)
}

/// Aborts the transaction with `Error::STALE` if another client has this email: a concurrent purchase was first.
#[must_use]
pub fn abort_if_email_twice(email: &str) -> Query {
    Query::new(stale_if!("(SELECT count(*) FROM clients WHERE email = ?1) > 1")).bind(email)
}

/// A paid invoice; UTC milliseconds and pence.
pub struct Payment<'a> {
    pub id: &'a str,
    pub subscription_id: &'a str,
    pub amount_pence: u32,
    /// The part that was returned or is disputed.
    pub returned: ReturnedPence,
    /// The part paid for the month, without a set-up fee.
    pub month_pence: u32,
    /// The returned part of that.
    pub month_returned_pence: u32,
    /// When it was due and first tried.
    pub due_at: Option<i64>,
    pub paid_at: i64,
    /// Start and end of the month; 0 if it was paid for none.
    pub period: (i64, i64),
    /// Its lines, a JSON array.
    pub lines: &'a str,
}

/// Stores a paid invoice, or updates its returned amounts and when they became known. Idempotent.
#[must_use]
pub fn record_payment(payment: &Payment<'_>, now: i64) -> Query {
    Query::new(
        "INSERT INTO payments (id, subscription_id, amount_pence, paid_at, period_start, period_end, returned_pence, month_pence,
                               month_returned_pence, due_at, returned_at, disputed_pence, dispute, lines, inquired_pence, needs_answer)
         VALUES (:id, :subscription_id, :amount_pence, :paid_at, :period_start, :period_end, :returned_pence, :month_pence, :month_returned_pence, :due_at, iif(:returned_pence > 0, :now, NULL), :disputed, :dispute, :lines, :inquired, :needs_answer)
         ON CONFLICT (id) DO UPDATE
            SET period_start = coalesce(nullif(period_start, 0), excluded.period_start),
                period_end = coalesce(nullif(period_end, 0), excluded.period_end),
                returned_pence = excluded.returned_pence, month_pence = excluded.month_pence,
                disputed_pence = excluded.disputed_pence, dispute = excluded.dispute, lines = excluded.lines,
                inquired_pence = excluded.inquired_pence, needs_answer = excluded.needs_answer,
                month_returned_pence = excluded.month_returned_pence, due_at = excluded.due_at,
                returned_at = iif(returned_pence = excluded.returned_pence AND coalesce(month_returned_pence, 0) = excluded.month_returned_pence,
                                  returned_at, :now)
          WHERE period_start = 0 AND excluded.period_start > 0
             OR returned_pence <> excluded.returned_pence OR month_pence IS NOT excluded.month_pence
             OR month_returned_pence IS NOT excluded.month_returned_pence OR due_at IS NOT excluded.due_at
             OR disputed_pence <> excluded.disputed_pence OR dispute IS NOT excluded.dispute OR lines IS NOT excluded.lines
             OR inquired_pence <> excluded.inquired_pence OR needs_answer <> excluded.needs_answer",
    )
    .named("id", payment.id)
    .named("subscription_id", payment.subscription_id)
    .named("amount_pence", payment.amount_pence)
    .named("paid_at", payment.paid_at)
    .named("period_start", payment.period.0)
    .named("period_end", payment.period.1)
    .named("returned_pence", payment.returned.total())
    .named("month_pence", payment.month_pence)
    .named("month_returned_pence", payment.month_returned_pence)
    .named("due_at", payment.due_at)
    .named("now", now)
    .named("disputed", payment.returned.disputed)
    .named("dispute", payment.returned.dispute.map(DisputeStanding::as_str))
    .named("lines", payment.lines)
    .named("inquired", payment.returned.inquired)
    .named("needs_answer", payment.returned.needs_answer)
}

/// A subscription with a failed payment.
#[derive(Deserialize)]
pub struct UnpaidSubscription {
    pub id: String,
    pub client_id: String,
    /// The client's address.
    pub email: String,
    pub unpaid_since: i64,
    cancelled_at: Option<i64>,
    /// The last stage that the client was notified of.
    pub unpaid_told: Option<UnpaidStage>,
}

impl UnpaidSubscription {
    /// The facts that determine its state.
    #[must_use]
    pub fn facts(&self) -> Facts {
        Facts { unpaid_since: Some(self.unpaid_since), cancelled_at: self.cancelled_at }
    }
}

/// Returns one batch of subscriptions with a failed payment whose clients are due a notice, longest unpaid first.
pub async fn unpaid(db: &Db, now: i64) -> Result<Vec<UnpaidSubscription>> {
    let query = Query::new(
        "SELECT s.id, s.client_id, c.email, s.unpaid_since, coalesce(s.ended_at, s.ends_at) AS cancelled_at, s.unpaid_told
           FROM subscriptions s JOIN clients c ON c.id = s.client_id
          WHERE s.unpaid_since IS NOT NULL AND s.client_id IS NOT NULL
            AND (s.unpaid_told IS NULL OR s.unpaid_told = 'grace' AND s.unpaid_since <= ?2)
            AND coalesce(s.ended_at, s.ends_at, ?4) > ?3
          ORDER BY s.unpaid_since LIMIT ?1",
    );
    let ended_until = now.saturating_sub(days(DAYS_AFTER_CANCELLATION));
    db.all(query.bind(SWEEP_BATCH).bind(now.saturating_sub(days(GRACE_DAYS))).bind(ended_until).bind(now)).await
}

/// Records the stage that a client was notified of.
#[must_use]
pub fn mark_notified(unpaid: &UnpaidSubscription, stage: UnpaidStage) -> Query {
    Query::new("UPDATE subscriptions SET unpaid_told = ?3 WHERE id = ?1 AND unpaid_since = ?2")
        .bind(&unpaid.id)
        .bind(unpaid.unpaid_since)
        .bind(stage.as_str())
}

#[derive(Deserialize)]
struct CustomerId {
    customer: String,
}

/// Returns up to `SUBSCRIPTIONS_READ` customers not read from Stripe since a time: those with a live subscription, with
/// one that ended after `ended_after`, so that its payments may still be disputed, or with an open dispute or inquiry.
pub async fn unread_since(db: &Db, before: i64, ended_after: i64) -> Result<Vec<String>> {
    let query = Query::new(
        "SELECT DISTINCT customer FROM (
           SELECT * FROM (SELECT customer, read_at FROM subscriptions WHERE read_at <= ?1 AND ended_at IS NULL ORDER BY read_at LIMIT ?2)
           UNION ALL
           SELECT * FROM (SELECT customer, read_at FROM subscriptions WHERE ended_at > ?3 AND read_at <= ?1 ORDER BY read_at LIMIT ?2)
           UNION ALL
           SELECT * FROM (SELECT s.customer, s.read_at FROM payments p JOIN subscriptions s ON s.id = p.subscription_id
                           WHERE p.dispute = 'open' AND s.read_at <= ?1 ORDER BY s.read_at LIMIT ?2)
           UNION ALL
           SELECT * FROM (SELECT s.customer, s.read_at FROM payments p JOIN subscriptions s ON s.id = p.subscription_id
                           WHERE p.inquired_pence > 0 AND s.read_at <= ?1 ORDER BY s.read_at LIMIT ?2)
           ORDER BY read_at LIMIT ?2)",
    );
    let rows: Vec<CustomerId> = db.all(query.bind(before).bind(SUBSCRIPTIONS_READ).bind(ended_after)).await?;
    Ok(rows.into_iter().map(|row| row.customer).collect())
}

/// Returns those of these subscriptions that are not stored. `ids` is a JSON array.
pub async fn unknown(db: &Db, ids: &str) -> Result<Vec<String>> {
    let query = Query::new(
        "SELECT wanted.value AS id FROM json_each(?1) AS wanted
          WHERE NOT EXISTS (SELECT 1 FROM subscriptions s WHERE s.id = wanted.value)",
    );
    db.ids(query.bind(ids)).await
}

/// A client with a failed payment, and the amount due.
#[derive(Deserialize)]
pub struct Debtor {
    pub company_name: String,
    pub open_pence: Option<u32>,
    pub retry_at: Option<i64>,
    /// Whether the subscription has ended.
    #[serde(deserialize_with = "flag")]
    pub has_ended: bool,
    /// Whether an admin has suspended the client.
    #[serde(deserialize_with = "flag")]
    pub is_suspended: bool,
}

/// Returns a client whose newest subscription is unpaid since a time.
pub async fn debtor(db: &Db, client_id: &str, since: i64) -> Result<Option<Debtor>> {
    let query = Query::new(
        "SELECT c.company_name, s.open_pence, s.retry_at, s.ended_at IS NOT NULL AS has_ended,
                c.status = 'suspended' AND c.suspended_by_plan = 0 AS is_suspended
           FROM clients c JOIN subscriptions s ON s.id = c.subscription_id
          WHERE c.id = ?1 AND s.unpaid_since = ?2",
    );
    db.first(query.bind(client_id).bind(since)).await
}

/// A purchase and the client it created.
#[derive(Deserialize)]
#[allow(clippy::struct_excessive_bools)] // each is a fact of its own
pub struct Purchase {
    pub plan_type: Option<PlanType>,
    /// The client's address; without a client, the payer's.
    pub email: String,
    /// The first payment and the next one, in pence.
    pub paid_pence: Option<u32>,
    /// Lines of the first payment.
    #[serde(deserialize_with = "json")]
    pub lines: Vec<PaymentLine>,
    pub next_pence: Option<u32>,
    pub next_at: Option<i64>,
    #[serde(deserialize_with = "json")]
    discounts: Vec<Discount>,
    /// Sum of all payments, and the returned part, in pence.
    total_pence: u32,
    pub returned_pence: u32,
    /// Whether everything is to be refunded.
    #[serde(deserialize_with = "flag")]
    refund_is_due: bool,
    #[serde(deserialize_with = "flag")]
    has_ended: bool,
    /// Whether its client waits for a set-up and its plan has not ended.
    #[serde(deserialize_with = "flag")]
    pub is_open: bool,
    /// Whether it is live and its client is unknown.
    #[serde(deserialize_with = "flag")]
    pub is_nobodys: bool,
    /// Whether an account without a client has the payer's address.
    #[serde(deserialize_with = "flag")]
    is_of_account: bool,
    /// The client that already has the payer's address, if the buyer has to say whether the purchase is for it.
    pub known_client: Option<String>,
    pub known_company: Option<String>,
    /// Whether its client's address differs from the payer's.
    #[serde(deserialize_with = "flag")]
    pub is_other: bool,
    pub customer: String,
    pub id: String,
}

impl Purchase {
    /// Whether the buyer has to act.
    #[must_use]
    pub const fn needs_buyer(&self) -> bool {
        self.is_open || self.known_client.is_some()
    }

    /// Whether the buyer has to name an address for the business, because the payer's belongs to an account without a client.
    #[must_use]
    pub const fn needs_address(&self) -> bool {
        self.is_nobodys && self.plan_type.is_some() && self.known_client.is_none() && self.is_of_account
    }

    /// Whether it is live, has ended or was refunded.
    #[must_use]
    pub const fn state(&self) -> PurchaseState {
        match (self.has_ended, self.refund_is_due) {
            (_, true) => PurchaseState::GivenBack,
            (true, _) if self.total_pence > 0 && self.returned_pence >= self.total_pence => PurchaseState::GivenBack,
            (true, _) => PurchaseState::Ended,
            (false, _) => PurchaseState::Paid,
        }
    }

    /// Whether it accepts a set-up. Covers a client that bought twice and was refunded one of the two.
    #[must_use]
    pub const fn accepts_set_up(&self) -> bool {
        self.is_open || matches!(self.state(), PurchaseState::Paid)
    }

    /// Returns the next payment.
    #[must_use]
    pub fn next(&self) -> Option<NextPayment> {
        NextPayment::new(self.next_at, self.next_pence, &self.discounts)
    }

    /// Returns the next payment in words, for a mail.
    #[must_use]
    pub fn next_in_words(&self) -> Option<String> {
        NextPayment::in_words(self.next_at, self.next_pence, &self.discounts)
    }
}

/// Returns the purchase of a checkout session.
pub async fn purchase(db: &Db, checkout_id: &str) -> Result<Option<Purchase>> {
    let query = Query::new(
        "SELECT s.id, s.customer, s.plan_type, coalesce(c.email, s.email) AS email, coalesce(c.email <> s.email, 0) AS is_other,
                s.next_pence, s.next_at, s.discounts,
                coalesce(c.status = 'pending_onboarding' AND NOT (s.ended_at IS NOT NULL AND c.subscription_id IS s.id), 0) AS is_open,
                s.client_id IS NULL AND s.problem IS NOT NULL AND s.ended_at IS NULL AND s.refund_due_at IS NULL AS is_nobodys,
                EXISTS (SELECT 1 FROM users WHERE email = s.email) AS is_of_account,
                s.ended_at IS NOT NULL AS has_ended, s.refund_due_at IS NOT NULL AS refund_is_due,
                (SELECT coalesce(sum(amount_pence), 0) FROM payments WHERE subscription_id = s.id) AS total_pence,
                (SELECT coalesce(sum(returned_pence), 0) FROM payments WHERE subscription_id = s.id) AS returned_pence,
                p.amount_pence AS paid_pence, p.lines, known.id AS known_client, known.company_name AS known_company
           FROM subscriptions s LEFT JOIN clients c ON c.id = s.client_id
           LEFT JOIN clients known ON known.email = s.email AND known.is_demo = 0
                 AND s.client_id IS NULL AND s.plan_type IS NOT NULL AND s.problem IS NOT NULL AND s.ended_at IS NULL
                 AND s.refund_due_at IS NULL
           LEFT JOIN payments p ON p.subscription_id = s.id
          WHERE s.checkout_id = ?1 ORDER BY p.paid_at LIMIT 1",
    );
    db.first(query.bind(checkout_id)).await
}
