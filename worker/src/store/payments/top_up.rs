//! `top_ups`: credits bought in addition to a plan.

use domain::api::payments::DoubtfulTopUp;
use domain::credits::CreditReason;
use domain::limits::{ATTENTION_SHOWN, SUBSCRIPTIONS_READ};
use domain::retention::{DAY_MS, days};
use domain::stripe::returns::{DISPUTE_DAYS, DisputeStanding, ReturnedPence};
use serde::Deserialize;

use crate::error::Result;
use crate::store::clients::client_day;
use crate::store::db::{Db, Query};
use crate::store::payments::credit_ledger::{self, Change};

/// A paid top-up; UTC milliseconds.
pub struct TopUp<'a> {
    /// Id of the checkout session.
    pub id: &'a str,
    /// Its client, if known.
    pub client_id: Option<&'a str>,
    pub email: &'a str,
    pub amount_pence: u32,
    pub currency: &'a str,
    pub credits: u32,
    /// Why nobody got the credits, for an admin.
    pub problem: Option<&'a str>,
    pub paid_at: i64,
    /// Id of Stripe's invoice.
    pub invoice: Option<&'a str>,
    /// The refunded and disputed parts.
    pub returned: ReturnedPence,
}

// Whether the credits of a top-up `t` belong to the current month of a client `c`, so that they have not lapsed.
macro_rules! of_this_month_sql {
    () => {
        "coalesce(t.counts_from, t.paid_at) >= coalesce(c.month_from, 0)"
    };
}

/// Stores a top-up and adds its credits. Idempotent. The credits belong to the month of payment: if that is over, they
/// lapse at once, as they would have at its end.
#[must_use]
pub fn grant(top_up: &TopUp<'_>, now: i64) -> Vec<Query> {
    let update = Query::new(
        "INSERT INTO top_ups (id, client_id, email, amount_pence, credits, problem, paid_at, currency, given_credits, counts_from)
         VALUES (:id, :client_id, :email, :amount_pence, :credits, :problem, :paid_at, :currency, iif(:client_id IS NULL, 0, :credits), :paid_at) ON CONFLICT (id) DO NOTHING",
    )
    .named("id", top_up.id)
    .named("client_id", top_up.client_id)
    .named("email", top_up.email)
    .named("amount_pence", top_up.amount_pence)
    .named("credits", top_up.credits)
    .named("problem", top_up.problem)
    .named("paid_at", top_up.paid_at)
    .named("currency", top_up.currency);
    let mut statements = vec![update];
    if let Some(client_id) = top_up.client_id {
        statements.extend(credit_after_change(top_up.id, client_id, top_up.credits, now));
        statements.extend(lapse_after_change(top_up.id, client_id, now));
    }
    statements.extend([update_money(top_up), schedule_next_read(top_up.id, now)]);
    statements
}

/// Updates the invoice, refunds and disputes of a top-up.
fn update_money(top_up: &TopUp<'_>) -> Query {
    Query::new(
        "UPDATE top_ups SET invoice = :invoice, refunded_pence = :refunded, disputed_pence = :disputed, dispute = :dispute, inquired_pence = :inquired,
                needs_answer = :needs_answer
          WHERE id = :id AND (invoice IS NOT :invoice OR refunded_pence <> :refunded OR disputed_pence <> :disputed OR dispute IS NOT :dispute
                             OR inquired_pence <> :inquired OR needs_answer <> :needs_answer)",
    )
    .named("id", top_up.id)
    .named("invoice", top_up.invoice)
    .named("refunded", top_up.returned.refunded)
    .named("disputed", top_up.returned.disputed)
    .named("dispute", top_up.returned.dispute.map(DisputeStanding::as_str))
    .named("inquired", top_up.returned.inquired)
    .named("needs_answer", top_up.returned.needs_answer)
}

/// Schedules the next read for tomorrow, as long as the money can move: until it can no longer be disputed and no dispute is open.
fn schedule_next_read(id: &str, now: i64) -> Query {
    Query::new(
        "UPDATE top_ups SET next_reading_at = iif(paid_at > ?3 OR dispute = 'open' OR inquired_pence > 0, ?2, NULL) WHERE id = ?1",
    )
    .bind(id)
    .bind(now.saturating_add(DAY_MS))
    .bind(now.saturating_sub(days(DISPUTE_DAYS)))
}

/// Assigns a doubtful top-up to a client that an admin names, once. Its credits belong to the month of that decision.
#[must_use]
pub fn assign(top_up: &UnassignedTopUp, client_id: &str, credits: u32, now: i64) -> Vec<Query> {
    let assigned = Query::new(
        "UPDATE top_ups SET client_id = ?2, credits = ?3, given_credits = ?3, problem = NULL,
                counts_from = max(?4, coalesce((SELECT month_from FROM clients WHERE id = ?2), 0))
          WHERE id = ?1 AND client_id IS NULL AND returned_at IS NULL AND refund_asked_at IS NULL",
    )
    .bind(&top_up.id)
    .bind(client_id)
    .bind(credits)
    .bind(now);
    let mut statements = vec![assigned];
    statements.extend(credit_after_change(&top_up.id, client_id, credits, now));
    statements
}

fn credit_after_change(id: &str, client_id: &str, credits: u32, now: i64) -> [Query; 3] {
    let counted = Query::new(
        "UPDATE clients SET credits_remaining = credits_remaining + ?2, credit_changes = credit_changes + 1
          WHERE id = ?1 AND counts_credits = 1 AND changes() = 1",
    );
    let change = Change { client_id, reason: CreditReason::TopUp, amount: i64::from(credits), source: id, actor: None };
    [
        counted.bind(client_id).bind(credits),
        credit_ledger::record_after_change(&change, now),
        client_day::record_credits_after_change(client_id, now),
    ]
}

/// Makes the credits just added lapse, if their month is over.
fn lapse_after_change(id: &str, client_id: &str, now: i64) -> [Query; 4] {
    let lapsed = Query::new(concat!(
        "UPDATE top_ups AS t SET given_credits = 0
          WHERE id = ?1 AND changes() = 1 AND NOT EXISTS (SELECT 1 FROM clients c WHERE c.id = ?2 AND ",
        of_this_month_sql!(),
        ")"
    ));
    let ledger = Query::new(
        "INSERT INTO credit_ledger (client_id, seq, at, reason, amount, balance, source)
         SELECT c.id, c.credit_changes + 1, ?3, ?4, -t.credits, c.credits_remaining - t.credits, t.id
           FROM clients c JOIN top_ups t ON t.id = ?2 WHERE c.id = ?1 AND changes() = 1",
    );
    [
        lapsed.bind(id).bind(client_id),
        ledger.bind(client_id).bind(id).bind(now).bind(CreditReason::TopUpLapsed.as_str()),
        count_after_ledger(client_id),
        client_day::record_credits_after_change(client_id, now),
    ]
}

// The next ledger source for a top-up `t` of a client `c` by a reason. Numbered, because its money may be returned and
// restored more than once.
macro_rules! next_source_sql {
    ($reason:literal) => {
        concat!(
            "t.id || coalesce('/' || nullif((SELECT count(*) FROM credit_ledger WHERE client_id = c.id AND reason = ",
            $reason,
            " AND source >= t.id AND source < t.id || '0'), 0), '')"
        )
    };
}

/// Takes back the credits of a returned top-up, once: the unused ones, if they belong to the current month.
#[must_use]
pub fn revoke_credits(id: &str, client_id: Option<&str>, now: i64) -> Vec<Query> {
    let update = Query::new(concat!(
        "UPDATE top_ups AS t
            SET returned_at = ?2,
                taken_credits = coalesce((SELECT min(c.credits_remaining, coalesce(t.given_credits, t.credits)) FROM clients c
                                           WHERE c.id = t.client_id AND c.counts_credits = 1 AND ",
        of_this_month_sql!(),
        "), 0)
          WHERE id = ?1 AND returned_at IS NULL"
    ))
    .bind(id)
    .bind(now);
    let Some(client_id) = client_id else { return vec![update] };
    let ledger = Query::new(concat!(
        "INSERT INTO credit_ledger (client_id, seq, at, reason, amount, balance, source)
         SELECT c.id, c.credit_changes + 1, ?3, ?4, -t.taken_credits, c.credits_remaining - t.taken_credits, ",
        next_source_sql!("?4"),
        " FROM clients c JOIN top_ups t ON t.id = ?2
          WHERE c.id = ?1 AND c.counts_credits = 1 AND changes() = 1 AND coalesce(t.given_credits, t.credits) > 0 AND ",
        of_this_month_sql!()
    ))
    .bind(client_id)
    .bind(id)
    .bind(now)
    .bind(CreditReason::TopUpReturned.as_str());
    vec![update, ledger, count_after_ledger(client_id), client_day::record_credits_after_change(client_id, now)]
}

/// Restores the credits taken back, once the returned money was paid again. They belong to the current month, because a
/// bank takes weeks to decide.
#[must_use]
pub fn restore_credits(id: &str, client_id: Option<&str>, now: i64) -> Vec<Query> {
    let update = Query::new(
        "UPDATE top_ups
            SET returned_at = NULL, given_credits = taken_credits, taken_credits = 0,
                counts_from = max(?2, coalesce((SELECT month_from FROM clients WHERE id = top_ups.client_id), 0)),
                problem_since = iif(problem IS NULL, problem_since, ?2)
          WHERE id = ?1 AND returned_at IS NOT NULL",
    )
    .bind(id)
    .bind(now);
    let Some(client_id) = client_id else { return vec![update] };
    let ledger = Query::new(concat!(
        "INSERT INTO credit_ledger (client_id, seq, at, reason, amount, balance, source)
         SELECT c.id, c.credit_changes + 1, ?3, ?4, t.given_credits, c.credits_remaining + t.given_credits, ",
        next_source_sql!("?4"),
        " FROM clients c JOIN top_ups t ON t.id = ?2
          WHERE c.id = ?1 AND c.counts_credits = 1 AND changes() = 1 AND t.given_credits > 0"
    ))
    .bind(client_id)
    .bind(id)
    .bind(now)
    .bind(CreditReason::TopUpRestored.as_str());
    vec![update, ledger, count_after_ledger(client_id), client_day::record_credits_after_change(client_id, now)]
}

/// Applies the change that the previous statement wrote to the ledger. No-op if it wrote none.
fn count_after_ledger(client_id: &str) -> Query {
    Query::new(
        "UPDATE clients
            SET credits_remaining = (SELECT balance FROM credit_ledger WHERE client_id = ?1 AND seq = clients.credit_changes + 1),
                credit_changes = credit_changes + 1
          WHERE id = ?1 AND changes() = 1",
    )
    .bind(client_id)
}

/// A top-up without a client.
#[derive(Deserialize)]
pub struct UnassignedTopUp {
    pub id: String,
    pub email: String,
    pub amount_pence: u32,
    pub currency: String,
}

/// Returns a top-up that waits for an admin.
pub async fn doubtful(db: &Db, id: &str) -> Result<Option<UnassignedTopUp>> {
    let query = Query::new(
        "SELECT id, email, amount_pence, currency FROM top_ups WHERE id = ?1 AND problem IS NOT NULL AND returned_at IS NULL",
    );
    db.first(query.bind(id)).await
}

/// Records, once, that an admin refunds an unassigned top-up.
#[must_use]
pub fn request_refund(id: &str, now: i64) -> Query {
    Query::new(
        "UPDATE top_ups SET refund_asked_at = ?2
          WHERE id = ?1 AND client_id IS NULL AND returned_at IS NULL AND refund_asked_at IS NULL",
    )
    .bind(id)
    .bind(now)
}

/// Withdraws that request, after a final refusal from Stripe.
#[must_use]
pub fn withdraw_refund(id: &str) -> Query {
    Query::new("UPDATE top_ups SET refund_asked_at = NULL WHERE id = ?1 AND returned_at IS NULL").bind(id)
}

/// A top-up refunded by an admin.
#[derive(Deserialize)]
pub struct RefundedTopUp {
    pub email: String,
    pub refunded_pence: u32,
    pub disputed_pence: u32,
    pub currency: String,
}

macro_rules! refunded_top_up_sql {
    ($condition:literal) => {
        concat!(
            "SELECT email, refunded_pence, disputed_pence, currency FROM top_ups
              WHERE id = ?1 AND refund_asked_at IS NOT NULL AND returned_at IS NOT NULL",
            $condition
        )
    };
}

/// Returns a refunded top-up.
pub async fn refunded(db: &Db, id: &str) -> Result<Option<RefundedTopUp>> {
    db.first(Query::new(refunded_top_up_sql!("")).bind(id)).await
}

/// Returns a refunded top-up, if its buyer was not notified.
pub async fn refund_to_notify(db: &Db, id: &str) -> Result<Option<RefundedTopUp>> {
    db.first(Query::new(refunded_top_up_sql!(" AND refund_told_at IS NULL")).bind(id)).await
}

/// Records that its buyer was notified.
#[must_use]
pub fn mark_refund_notified(id: &str, now: i64) -> Query {
    Query::new("UPDATE top_ups SET refund_told_at = ?2 WHERE id = ?1 AND refund_told_at IS NULL").bind(id).bind(now)
}

/// Returns the top-ups that wait for an admin, newest first, up to `ATTENTION_SHOWN`.
pub async fn in_doubt(db: &Db) -> Result<Vec<DoubtfulTopUp>> {
    let query = Query::new(
        "SELECT id, email, amount_pence, currency, problem, paid_at FROM top_ups
          WHERE problem IS NOT NULL AND returned_at IS NULL ORDER BY paid_at DESC LIMIT ?1",
    );
    db.all(query.bind(ATTENTION_SHOWN)).await
}

/// A top-up's client, if known; why an admin has to decide; and when its money was returned.
#[derive(Deserialize)]
pub struct TopUpState {
    pub client_id: Option<String>,
    pub problem: Option<String>,
    pub returned_at: Option<i64>,
}

/// Returns the holder of a stored top-up.
pub async fn state(db: &Db, id: &str) -> Result<Option<TopUpState>> {
    db.first(Query::new("SELECT client_id, problem, returned_at FROM top_ups WHERE id = ?1").bind(id)).await
}

/// Records that a top-up is being read from Stripe, so that a failing one does not block others.
pub async fn record_read(db: &Db, id: &str, now: i64) -> Result<()> {
    db.idempotent_change(schedule_next_read(id, now)).await.map(drop)
}

/// Returns up to `SUBSCRIPTIONS_READ` top-ups due to be read from Stripe, longest overdue first.
pub async fn due_for_read(db: &Db, now: i64) -> Result<Vec<String>> {
    let query = Query::new("SELECT id FROM top_ups WHERE next_reading_at <= ?1 ORDER BY next_reading_at, id LIMIT ?2");
    db.ids(query.bind(now).bind(SUBSCRIPTIONS_READ)).await
}

/// Returns those of these purchases that are not stored. `ids` is a JSON array.
pub async fn unknown(db: &Db, ids: &str) -> Result<Vec<String>> {
    let query = Query::new(
        "SELECT wanted.value AS id FROM json_each(?1) AS wanted
          WHERE NOT EXISTS (SELECT 1 FROM top_ups t WHERE t.id = wanted.value)",
    );
    db.ids(query.bind(ids)).await
}
