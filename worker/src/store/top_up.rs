//! `top_ups`: credits that were bought beside a plan.

use domain::api::payments::DoubtfulTopUp;
use domain::credits::CreditReason;
use domain::limits::{DOUBTS_SHOWN, SUBSCRIPTIONS_READ};
use domain::stripe::returns::{DisputeStanding, ReturnedPence};
use serde::Deserialize;

use crate::error::Result;
use crate::store::client_day;
use crate::store::credit_ledger::{self, Change};
use crate::store::db::{Db, Query};

/// A top-up that was paid for; UTC milliseconds.
pub struct TopUp<'a> {
    /// Of the checkout session.
    pub id: &'a str,
    /// Whose it is, where that is known.
    pub client_id: Option<&'a str>,
    pub email: &'a str,
    pub amount_pence: u32,
    pub currency: &'a str,
    pub credits: u32,
    /// Why nobody got the credits, for an admin.
    pub problem: Option<&'a str>,
    pub paid_at: i64,
    /// The provider's.
    pub invoice: Option<&'a str>,
    /// The part of the money that is gone.
    pub returned: ReturnedPence,
}

/// Notes a top-up, and gives its credits, once.
#[must_use]
pub fn give(top_up: &TopUp<'_>, now: i64) -> Vec<Query> {
    let noted = Query::new(
        "INSERT INTO top_ups (id, client_id, email, amount_pence, credits, problem, paid_at, currency)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) ON CONFLICT (id) DO NOTHING",
    )
    .bind(top_up.id)
    .bind(top_up.client_id)
    .bind(top_up.email)
    .bind(top_up.amount_pence)
    .bind(top_up.credits)
    .bind(top_up.problem)
    .bind(top_up.paid_at)
    .bind(top_up.currency);
    let mut statements = vec![noted];
    if let Some(client_id) = top_up.client_id {
        statements.extend(credit_after_change(top_up.id, client_id, top_up.credits, now));
    }
    statements.push(note_money(top_up));
    statements
}

/// Brings the invoice, refunds and disputes of a top-up up to date.
fn note_money(top_up: &TopUp<'_>) -> Query {
    Query::new(
        "UPDATE top_ups SET invoice = ?2, refunded_pence = ?3, disputed_pence = ?4, dispute = ?5, inquired_pence = ?6
          WHERE id = ?1 AND (invoice IS NOT ?2 OR refunded_pence <> ?3 OR disputed_pence <> ?4 OR dispute IS NOT ?5
                             OR inquired_pence <> ?6)",
    )
    .bind(top_up.id)
    .bind(top_up.invoice)
    .bind(top_up.returned.refunded)
    .bind(top_up.returned.disputed)
    .bind(top_up.returned.dispute.map(DisputeStanding::as_str))
    .bind(top_up.returned.inquired)
}

/// Gives a doubtful top-up to a client that an admin names, once.
#[must_use]
pub fn assign(top_up: &Doubtful, client_id: &str, credits: u32, now: i64) -> Vec<Query> {
    let assigned = Query::new(
        "UPDATE top_ups SET client_id = ?2, credits = ?3, problem = NULL WHERE id = ?1 AND client_id IS NULL AND returned_at IS NULL",
    )
    .bind(&top_up.id)
    .bind(client_id)
    .bind(credits);
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
        credit_ledger::note_after_change(&change, now),
        client_day::note_credits_after_change(client_id, now),
    ]
}

// Whether a top-up `t` was bought for the month that runs of a client `c`. That begins with a payment, or on a day; who subscribes again has
// kept what was bought on that day.
macro_rules! of_this_month_sql {
    () => {
        "t.paid_at >= max(coalesce(iif((SELECT count(nullif(period_start, 0)) FROM payments WHERE subscription_id = c.subscription_id) = 1,
                                       c.paid_from - c.paid_from % 86400000, c.paid_from), 0),
                          coalesce(unixepoch(c.last_reset_date) * 1000, 0))"
    };
}

// The next source of credit changes for a top-up `t` of a client `c` by a reason: its money may go and come more than once.
macro_rules! next_source_sql {
    ($reason:literal) => {
        concat!(
            "t.id || coalesce('/' || nullif((SELECT count(*) FROM credit_ledger WHERE client_id = c.id AND reason = ",
            $reason,
            " AND source >= t.id AND source < t.id || '0'), 0), '')"
        )
    };
}

/// Takes the credits of a top-up back whose money went back, once: what is left of them, if the month for which they were bought
/// still runs.
#[must_use]
pub fn take_back(id: &str, client_id: Option<&str>, now: i64) -> Vec<Query> {
    let noted =
        Query::new("UPDATE top_ups SET returned_at = ?2 WHERE id = ?1 AND returned_at IS NULL").bind(id).bind(now);
    let Some(client_id) = client_id else { return vec![noted] };
    let ledger = Query::new(concat!(
        "INSERT INTO credit_ledger (client_id, seq, at, reason, amount, balance, source)
         SELECT c.id, c.credit_changes + 1, ?3, ?4, -min(c.credits_remaining, t.credits),
                c.credits_remaining - min(c.credits_remaining, t.credits), ",
        next_source_sql!("?4"),
        " FROM clients c JOIN top_ups t ON t.id = ?2
          WHERE c.id = ?1 AND c.counts_credits = 1 AND changes() = 1
            AND ",
        of_this_month_sql!()
    ))
    .bind(client_id)
    .bind(id)
    .bind(now)
    .bind(CreditReason::TopUpReturned.as_str());
    vec![noted, ledger, count_after_ledger(client_id), client_day::note_credits_after_change(client_id, now)]
}

/// Gives the credits back that were taken as a top-up's money went back, once it came again, if the month still runs.
#[must_use]
pub fn give_back(id: &str, client_id: Option<&str>, now: i64) -> Vec<Query> {
    let noted = Query::new("UPDATE top_ups SET returned_at = NULL WHERE id = ?1 AND returned_at IS NOT NULL").bind(id);
    let Some(client_id) = client_id else { return vec![noted] };
    let ledger = Query::new(concat!(
        "INSERT INTO credit_ledger (client_id, seq, at, reason, amount, balance, source)
         SELECT c.id, c.credit_changes + 1, ?3, ?5, -l.amount, c.credits_remaining - l.amount, ",
        next_source_sql!("?5"),
        " FROM clients c JOIN top_ups t ON t.id = ?2
           JOIN credit_ledger l ON l.client_id = c.id
                AND l.seq = (SELECT max(seq) FROM credit_ledger
                              WHERE client_id = c.id AND reason = ?4 AND source >= t.id AND source < t.id || '0')
          WHERE c.id = ?1 AND c.counts_credits = 1 AND changes() = 1 AND l.amount < 0
            AND ",
        of_this_month_sql!()
    ))
    .bind(client_id)
    .bind(id)
    .bind(now)
    .bind(CreditReason::TopUpReturned.as_str())
    .bind(CreditReason::TopUpRestored.as_str());
    vec![noted, ledger, count_after_ledger(client_id), client_day::note_credits_after_change(client_id, now)]
}

/// Counts the change that the statement before has written to the ledger; without one it changes nothing.
fn count_after_ledger(client_id: &str) -> Query {
    Query::new(
        "UPDATE clients
            SET credits_remaining = (SELECT balance FROM credit_ledger WHERE client_id = ?1 AND seq = clients.credit_changes + 1),
                credit_changes = credit_changes + 1
          WHERE id = ?1 AND changes() = 1",
    )
    .bind(client_id)
}

/// A top-up of which nobody knows whose it is.
#[derive(Deserialize)]
pub struct Doubtful {
    pub id: String,
    pub email: String,
    pub amount_pence: u32,
    pub currency: String,
}

/// One that waits for an admin.
pub async fn doubtful(db: &Db, id: &str) -> Result<Option<Doubtful>> {
    let query = Query::new(
        "SELECT id, email, amount_pence, currency FROM top_ups WHERE id = ?1 AND problem IS NOT NULL AND returned_at IS NULL",
    );
    db.first(query.bind(id)).await
}

/// Those that wait for an admin, the newest first, a bounded number of them.
pub async fn in_doubt(db: &Db) -> Result<Vec<DoubtfulTopUp>> {
    let query = Query::new(
        "SELECT id, email, amount_pence, currency, problem, paid_at FROM top_ups
          WHERE problem IS NOT NULL AND returned_at IS NULL ORDER BY paid_at DESC LIMIT ?1",
    );
    db.all(query.bind(DOUBTS_SHOWN)).await
}

/// The client that has a top-up, where that is known; why an admin has to decide; and when its money went back, where it did.
#[derive(Deserialize)]
pub struct Holder {
    pub client_id: Option<String>,
    pub problem: Option<String>,
    pub returned_at: Option<i64>,
}

/// That of a top-up; nothing where it is not noted.
pub async fn holder(db: &Db, id: &str) -> Result<Option<Holder>> {
    db.first(Query::new("SELECT client_id, problem, returned_at FROM top_ups WHERE id = ?1").bind(id)).await
}

/// Records that Stripe is asked about a top-up.
pub async fn asked(db: &Db, id: &str, now: i64) -> Result<()> {
    let query = Query::new("UPDATE top_ups SET read_at = ?2 WHERE id = ?1 AND read_at < ?2");
    db.idempotent_change(query.bind(id).bind(now)).await.map(drop)
}

/// Top-ups paid after a time that Stripe was not asked about since another, the longest ago first, a bounded number of them.
pub async fn unread_since(db: &Db, before: i64, paid_after: i64) -> Result<Vec<String>> {
    let query = Query::new("SELECT id FROM top_ups WHERE paid_at > ?2 AND read_at <= ?1 ORDER BY read_at, id LIMIT ?3");
    db.ids(query.bind(before).bind(paid_after).bind(SUBSCRIPTIONS_READ)).await
}

/// Which of these purchases are not noted. `ids` is a JSON array.
pub async fn unknown(db: &Db, ids: &str) -> Result<Vec<String>> {
    let query = Query::new(
        "SELECT wanted.value AS id FROM json_each(?1) AS wanted
          WHERE NOT EXISTS (SELECT 1 FROM top_ups t WHERE t.id = wanted.value)",
    );
    db.ids(query.bind(ids)).await
}
