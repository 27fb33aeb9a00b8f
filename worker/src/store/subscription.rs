//! `subscriptions` and `payments`: what Stripe said last.

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

/// Whether a subscription of this name has ended, and some of what was paid for it is still to go back. What a bank has taken has gone.
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

pub mod doubt;
pub mod duplicate;
pub mod referral;
pub mod refund_due;
pub mod standing;

/// A subscription as it is kept.
#[derive(Debug, Clone, Deserialize)]
pub struct Subscription {
    pub id: String,
    pub client_id: Option<String>,
    /// What it was when it was read: a change is written only if it still is.
    pub version: i64,
    pub unpaid_since: Option<i64>,
    ended_at: Option<i64>,
    ends_at: Option<i64>,
    paid_until: Option<i64>,
    problem: Option<String>,
}

impl Subscription {
    /// Whether it is kept as Stripe says it is.
    #[must_use]
    pub fn is(&self, said: &StripeState<'_>) -> bool {
        (self.unpaid_since, self.ended_at, self.ends_at, self.paid_until, self.problem.as_deref())
            == (said.facts.unpaid_since, said.ended_at, said.ends_at, said.paid_until, said.problem)
    }
}

/// All of a customer.
pub async fn of_customer(db: &Db, customer: &str) -> Result<Vec<Subscription>> {
    let query = Query::new(
        "SELECT id, client_id, version, unpaid_since, ended_at, ends_at, paid_until, problem
           FROM subscriptions WHERE customer = ?1 ORDER BY created_at",
    );
    db.all(query.bind(customer)).await
}

/// Notes that Stripe is asked about a customer.
pub async fn asked(db: &Db, customer: &str, now: i64) -> Result<()> {
    let query = Query::new("UPDATE subscriptions SET read_at = ?2 WHERE customer = ?1 AND read_at < ?2");
    db.idempotent_change(query.bind(customer).bind(now)).await.map(drop)
}

/// The open and the next payment of a subscription; pence and UTC milliseconds.
pub struct Charges {
    /// Of the invoice that failed, and when it is tried again.
    pub open_pence: Option<u32>,
    pub retry_at: Option<i64>,
    /// Of the invoice that follows, and when it is due.
    pub next_pence: Option<u32>,
    pub next_at: Option<i64>,
    /// The discounts on that: a JSON array of `Discount`.
    pub discounts: Option<String>,
}

/// What Stripe says of a subscription now; UTC milliseconds.
pub struct StripeState<'a> {
    pub id: &'a str,
    pub customer: &'a str,
    pub email: &'a str,
    pub plan: Option<PlanType>,
    /// The product it is for, where it is for one thing.
    pub product: Option<&'a str>,
    /// Whether that alone says which plan it is.
    pub by_product: bool,
    /// Why nobody knows what to do with it, for an admin.
    pub problem: Option<&'a str>,
    pub facts: Facts,
    pub paid_until: Option<i64>,
    pub ended_at: Option<i64>,
    pub ends_at: Option<i64>,
    pub created_at: i64,
    pub charges: Charges,
    /// What the next payment is taken from.
    pub card: Option<&'a Card>,
    /// The purchase that it began with, and what the buyer brought along.
    pub checkout_id: Option<&'a str>,
    pub client_reference: Option<&'a str>,
    pub promotion_code: Option<&'a str>,
}

/// Writes what Stripe says: a new row, or that of an earlier version only as long as it is that. `client_id` is whose it is, where that is
/// known.
#[must_use]
pub fn write(said: &StripeState<'_>, client_id: Option<&str>, version: Option<i64>, now: i64) -> Query {
    Query::new(
        "INSERT INTO subscriptions (id, customer, email, plan_type, problem, unpaid_since, ended_at, paid_until, ends_at,
                                    created_at, checkout_id, client_reference, client_id, read_at,
                                    card_brand, card_last4, card_expires, promotion_code, email_key, card_fingerprint,
                                    open_pence, retry_at, next_pence, next_at, discounts, product, by_product, problem_since)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23, ?24, ?25, ?26, ?27, ?28, iif(?5 IS NULL, NULL, ?14))
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
          WHERE version = ?15",
    )
    .bind(said.id)
    .bind(said.customer)
    .bind(said.email)
    .bind(said.plan.map(PlanType::as_str))
    .bind(said.problem)
    .bind(said.facts.unpaid_since)
    .bind(said.ended_at)
    .bind(said.paid_until)
    .bind(said.ends_at)
    .bind(said.created_at)
    .bind(said.checkout_id)
    .bind(said.client_reference)
    .bind(client_id)
    .bind(now)
    .bind(version)
    .bind(said.card.map(|card| card.brand.as_str()))
    .bind(said.card.map(|card| card.last4.as_str()))
    .bind(said.card.map(Card::expires).as_deref())
    .bind(said.promotion_code)
    .bind(&email_key(said.email))
    .bind(said.card.and_then(|card| card.fingerprint.as_deref()))
    .bind(said.charges.open_pence)
    .bind(said.charges.retry_at)
    .bind(said.charges.next_pence)
    .bind(said.charges.next_at)
    .bind(said.charges.discounts.as_deref())
    .bind(said.product)
    .bind(said.by_product)
}

/// Aborts the transaction with `Error::Stale` if another client has this email: another purchase came first.
#[must_use]
pub fn abort_if_email_twice(email: &str) -> Query {
    Query::new(stale_if!("(SELECT count(*) FROM clients WHERE email = ?1) > 1")).bind(email)
}

/// A paid invoice; UTC milliseconds and pence.
pub struct Payment<'a> {
    pub id: &'a str,
    pub subscription_id: &'a str,
    pub amount_pence: u32,
    /// What of it went back, or is disputed.
    pub returned: ReturnedPence,
    /// What of it was paid for the month: no set-up fee.
    pub month_pence: u32,
    /// What of that went back.
    pub month_returned_pence: u32,
    /// When it was due, and tried first.
    pub due_at: Option<i64>,
    pub paid_at: i64,
    /// The month, from and to; 0 where it was paid for none.
    pub period: (i64, i64),
    /// A JSON array of its lines.
    pub lines: &'a str,
}

/// Notes a paid invoice once, and what of it went back, with the time at which that became known.
#[must_use]
pub fn paid(payment: &Payment<'_>, now: i64) -> Query {
    Query::new(
        "INSERT INTO payments (id, subscription_id, amount_pence, paid_at, period_start, period_end, returned_pence, month_pence,
                               month_returned_pence, due_at, returned_at, disputed_pence, dispute, lines, inquired_pence, needs_answer)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, iif(?7 > 0, ?11, NULL), ?12, ?13, ?14, ?15, ?16)
         ON CONFLICT (id) DO UPDATE
            SET period_start = coalesce(nullif(period_start, 0), excluded.period_start),
                period_end = coalesce(nullif(period_end, 0), excluded.period_end),
                returned_pence = excluded.returned_pence, month_pence = excluded.month_pence,
                disputed_pence = excluded.disputed_pence, dispute = excluded.dispute, lines = excluded.lines,
                inquired_pence = excluded.inquired_pence, needs_answer = excluded.needs_answer,
                month_returned_pence = excluded.month_returned_pence, due_at = excluded.due_at,
                returned_at = iif(returned_pence = excluded.returned_pence AND coalesce(month_returned_pence, 0) = excluded.month_returned_pence,
                                  returned_at, ?11)
          WHERE period_start = 0 AND excluded.period_start > 0
             OR returned_pence <> excluded.returned_pence OR month_pence IS NOT excluded.month_pence
             OR month_returned_pence IS NOT excluded.month_returned_pence OR due_at IS NOT excluded.due_at
             OR disputed_pence <> excluded.disputed_pence OR dispute IS NOT excluded.dispute OR lines IS NOT excluded.lines
             OR inquired_pence <> excluded.inquired_pence OR needs_answer <> excluded.needs_answer",
    )
    .bind(payment.id)
    .bind(payment.subscription_id)
    .bind(payment.amount_pence)
    .bind(payment.paid_at)
    .bind(payment.period.0)
    .bind(payment.period.1)
    .bind(payment.returned.total())
    .bind(payment.month_pence)
    .bind(payment.month_returned_pence)
    .bind(payment.due_at)
    .bind(now)
    .bind(payment.returned.disputed)
    .bind(payment.returned.dispute.map(DisputeStanding::as_str))
    .bind(payment.lines)
    .bind(payment.returned.inquired)
    .bind(payment.returned.needs_answer)
}

/// A subscription whose payment failed.
#[derive(Deserialize)]
pub struct UnpaidSubscription {
    pub id: String,
    pub client_id: String,
    /// The client's address.
    pub email: String,
    pub unpaid_since: i64,
    cancelled_at: Option<i64>,
    /// What the client was told of it.
    pub unpaid_told: Option<UnpaidStage>,
}

impl UnpaidSubscription {
    /// The facts that its state follows from.
    #[must_use]
    pub fn facts(&self) -> Facts {
        Facts { unpaid_since: Some(self.unpaid_since), cancelled_at: self.cancelled_at }
    }
}

/// Subscriptions of clients whose payment failed and who are to be told something of it, the longest first, a bounded number of them.
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

/// Notes what a client was told of a payment that failed.
#[must_use]
pub fn told(unpaid: &UnpaidSubscription, stage: UnpaidStage) -> Query {
    Query::new("UPDATE subscriptions SET unpaid_told = ?3 WHERE id = ?1 AND unpaid_since = ?2")
        .bind(&unpaid.id)
        .bind(unpaid.unpaid_since)
        .bind(stage.as_str())
}

#[derive(Deserialize)]
struct CustomerId {
    customer: String,
}

/// Customers whose subscriptions nobody has asked Stripe about since a time, a bounded number of them: those that live, those that ended
/// so recently, after `ended_after`, that what was paid for them may still be taken back, and those whose bank still decides.
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

/// Which of these subscriptions are not known here. `ids` is a JSON array.
pub async fn unknown(db: &Db, ids: &str) -> Result<Vec<String>> {
    let query = Query::new(
        "SELECT wanted.value AS id FROM json_each(?1) AS wanted
          WHERE NOT EXISTS (SELECT 1 FROM subscriptions s WHERE s.id = wanted.value)",
    );
    db.ids(query.bind(ids)).await
}

/// A client whose payment failed, and what is to be paid.
#[derive(Deserialize)]
pub struct Debtor {
    pub company_name: String,
    pub open_pence: Option<u32>,
    pub retry_at: Option<i64>,
    /// Whether its subscription has ended.
    #[serde(deserialize_with = "flag")]
    pub has_ended: bool,
    /// Whether an admin has suspended it.
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

/// A purchase, and the client that it made.
#[derive(Deserialize)]
#[allow(clippy::struct_excessive_bools)] // each is a fact of its own
pub struct Purchase {
    pub plan_type: Option<PlanType>,
    /// The client's address; without a client, the one that paid.
    pub email: String,
    /// The first payment and the next one, in pence.
    pub paid_pence: Option<u32>,
    /// The lines of the first.
    #[serde(deserialize_with = "json")]
    pub lines: Vec<PaymentLine>,
    pub next_pence: Option<u32>,
    pub next_at: Option<i64>,
    #[serde(deserialize_with = "json")]
    discounts: Vec<Discount>,
    /// The sum of all payments of it, and the part of that which went back; in pence.
    total_pence: u32,
    pub returned_pence: u32,
    /// Whether all of it is to go back.
    #[serde(deserialize_with = "flag")]
    refund_is_due: bool,
    #[serde(deserialize_with = "flag")]
    has_ended: bool,
    /// Whether its client waits for a set-up, for a plan that has not ended.
    #[serde(deserialize_with = "flag")]
    pub is_open: bool,
    /// Whether nobody knows whose it is, and it goes on.
    #[serde(deserialize_with = "flag")]
    pub is_nobodys: bool,
    /// Whether an account that is no client has the payer's address.
    #[serde(deserialize_with = "flag")]
    is_of_account: bool,
    /// The client that has the payer's address already, where the buyer has to say whether it is for that one.
    pub known_client: Option<String>,
    pub known_company: Option<String>,
    /// Whether its client has another address than the payer.
    #[serde(deserialize_with = "flag")]
    pub is_other: bool,
    pub customer: String,
    pub id: String,
}

impl Purchase {
    /// Whether its buyer has something to do.
    #[must_use]
    pub const fn needs_buyer(&self) -> bool {
        self.is_open || self.known_client.is_some()
    }

    /// Whether its buyer has to name an address for the business: the payer's belongs to an account that is no client.
    #[must_use]
    pub const fn needs_address(&self) -> bool {
        self.is_nobodys && self.plan_type.is_some() && self.known_client.is_none() && self.is_of_account
    }

    /// Whether it goes on, has ended or was given back.
    #[must_use]
    pub const fn state(&self) -> PurchaseState {
        match (self.has_ended, self.refund_is_due) {
            (_, true) => PurchaseState::GivenBack,
            (true, _) if self.total_pence > 0 && self.returned_pence >= self.total_pence => PurchaseState::GivenBack,
            (true, _) => PurchaseState::Ended,
            (false, _) => PurchaseState::Paid,
        }
    }

    /// Whether a set-up for it is taken. One client may have bought twice, and one of the two was given back.
    #[must_use]
    pub const fn takes_set_up(&self) -> bool {
        self.is_open || matches!(self.state(), PurchaseState::Paid)
    }

    /// The payment that follows, where one does.
    #[must_use]
    pub fn next(&self) -> Option<NextPayment> {
        NextPayment::new(self.next_at, self.next_pence, &self.discounts)
    }

    /// The same in words for a mail.
    #[must_use]
    pub fn next_in_words(&self) -> Option<String> {
        NextPayment::in_words(self.next_at, self.next_pence, &self.discounts)
    }
}

/// The purchase of this id, where it is known.
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
