//! `credit_ledger`: reads, and the months of clients without a subscription. `top_up` and `subscribed_client` write
//! rows of their own.

use chrono::NaiveDate;
use domain::api::billing::CreditEntry;
use domain::credits::{CreditReason, next_renewal};
use domain::limits::{LEDGERS_CHECKED, RENEWAL_BATCH, ROWS_PER_PAGE};
use domain::page::{Cursor, Page, limit_plus_one};
use serde::{Deserialize, Serialize};

use crate::error::Result;
use crate::store::db::{Db, Query};

// Sum of the credits of a client's top-ups that count from a time on. Such credits outlast the start of a month.
macro_rules! bought_since_sql {
    ($client:literal, $($since:tt)+) => {
        concat!(
            "(SELECT coalesce(sum(coalesce(t.given_credits, t.credits)), 0) FROM top_ups t WHERE t.client_id = ",
            $client,
            " AND t.returned_at IS NULL AND coalesce(t.counts_from, t.paid_at) >= ",
            $($since)+,
            ")"
        )
    };
}
pub(crate) use bought_since_sql;

/// A change of a client's credits.
pub struct Change<'a> {
    pub client_id: &'a str,
    pub reason: CreditReason,
    /// Negative if credits were taken.
    pub amount: i64,
    /// Id of the cause, such as a submission's.
    pub source: &'a str,
    /// The email of the admin who did it.
    pub actor: Option<&'a str>,
}

/// Records a change that the transaction has made and counted in `clients.credit_changes`, only if the previous
/// statement changed a row. Runs last, because it writes nothing for clients that count no credits.
#[must_use]
pub fn record_after_change(change: &Change<'_>, now: i64) -> Query {
    Query::new(
        "INSERT INTO credit_ledger (client_id, seq, at, reason, amount, balance, source, actor)
         SELECT id, credit_changes, ?2, ?3, ?4, credits_remaining, ?5, ?6
           FROM clients WHERE id = ?1 AND counts_credits = 1 AND changes() = 1",
    )
    .bind(change.client_id)
    .bind(now)
    .bind(change.reason.as_str())
    .bind(change.amount)
    .bind(change.source)
    .bind(change.actor)
}

/// Returns a page of a client's credit changes.
pub async fn page(db: &Db, client_id: &str, before: Option<&Cursor>) -> Result<Page<CreditEntry>> {
    let (seq, _) = Cursor::keyset(before);
    let query = Query::new(
        "SELECT l.seq, l.at, l.reason, l.amount, l.balance, s.customer_name, l.actor
           FROM credit_ledger l LEFT JOIN submissions s ON s.id = l.source AND l.reason = ?4
          WHERE l.client_id = ?1 AND l.seq < ?2 ORDER BY l.seq DESC LIMIT ?3",
    );
    let query =
        query.bind(client_id).bind(seq).bind(limit_plus_one(ROWS_PER_PAGE)).bind(CreditReason::Submission.as_str());
    Ok(Page::split(db.all(query).await?, ROWS_PER_PAGE))
}

/// A client with a due renewal.
#[derive(Deserialize)]
struct DueRenewal {
    id: String,
    next_reset_date: NaiveDate,
    reset_day: u32,
}

/// A client's renewal to write.
#[derive(Serialize)]
struct Renewal {
    id: String,
    was: NaiveDate,
    next: NaiveDate,
}

// Start of the due month of `clients`.
macro_rules! month_from_sql {
    () => {
        "max(unixepoch(clients.next_reset_date) * 1000, coalesce(clients.month_from, 0))"
    };
}

// Credits at the start of the due month of `clients`: those of the plan, and unused ones bought since the month's start.
macro_rules! begin_with_sql {
    () => {
        concat!(
            "clients.credits_per_month + min(clients.credits_remaining, ",
            bought_since_sql!("clients.id", month_from_sql!()),
            ")"
        )
    };
}

/// Begins the month of one batch of clients that are due, longest overdue first, and returns their number. Other unused
/// credits lapse. Renews a client only if its date is still the one that was due.
pub async fn renew(db: &Db, today: NaiveDate, now: i64) -> Result<usize> {
    let due = Query::new(
        "SELECT id, next_reset_date, coalesce(reset_day, CAST(substr(next_reset_date, 9) AS INTEGER)) AS reset_day
           FROM clients WHERE next_reset_date <= ?1 AND counts_credits = 1 AND cancelled_at IS NULL AND subscription_id IS NULL ORDER BY next_reset_date LIMIT ?2",
    );
    let due: Vec<DueRenewal> = db.all(due.bind(&today.to_string()).bind(RENEWAL_BATCH)).await?;
    if due.is_empty() {
        return Ok(0);
    }
    let renewals: Vec<Renewal> = due
        .into_iter()
        .map(|DueRenewal { id, next_reset_date: was, reset_day }| Renewal {
            id,
            was,
            next: next_renewal(was, reset_day, today),
        })
        .collect();
    let renewals = serde_json::to_string(&renewals)?;
    let entries = Query::new(concat!(
        "INSERT INTO credit_ledger (client_id, seq, at, reason, amount, balance, source)
         SELECT id, credit_changes + 1, ?2, ?3, credits - credits_remaining, credits, next_reset_date
           FROM (SELECT clients.*, ",
        begin_with_sql!(),
        " AS credits FROM json_each(?1) AS due JOIN clients ON clients.id = due.value->>'id'
                  WHERE clients.next_reset_date = due.value->>'was')"
    ));
    let renewed = Query::new(concat!(
        "UPDATE clients SET credits_remaining = ",
        begin_with_sql!(),
        ", month_from = ",
        month_from_sql!(),
        ", credit_changes = credit_changes + 1, last_reset_date = ?2, next_reset_date = due.value->>'next'
           FROM json_each(?1) AS due WHERE clients.id = due.value->>'id' AND next_reset_date = due.value->>'was'"
    ));
    let days = Query::new(
        "INSERT INTO client_days (client_id, day, submissions, credits_remaining)
         SELECT c.id, ?2, 0, c.credits_remaining FROM json_each(?1) AS due JOIN clients c ON c.id = due.value->>'id'
          WHERE c.next_reset_date = due.value->>'next'
         ON CONFLICT (client_id, day) DO UPDATE SET credits_remaining = excluded.credits_remaining",
    );
    let statements = vec![
        entries.bind(&renewals).bind(now).bind(CreditReason::Renewal.as_str()),
        renewed.bind(&renewals).bind(&today.to_string()),
        days.bind(&renewals).bind(&today.to_string()),
    ];
    Ok(db.transaction(statements).await?.into_iter().next().unwrap_or(0))
}

/// Checks the ledgers of the next clients after an id, in the order of ids. Returns those whose sum differs from the
/// credits left, and where to continue; `None` at the end.
pub async fn unbalanced(db: &Db, after: &str) -> Result<(Vec<String>, Option<String>)> {
    let batch = Query::new("SELECT id FROM clients WHERE id > ?1 AND counts_credits = 1 ORDER BY id LIMIT ?2");
    let batch = db.ids(batch.bind(after).bind(LEDGERS_CHECKED)).await?;
    let Some(last) = batch.last().cloned() else { return Ok((Vec::new(), None)) };
    let query = Query::new(
        "SELECT c.id FROM clients c
          WHERE c.id > ?1 AND c.id <= ?2 AND c.counts_credits = 1
            AND c.credits_remaining <> (SELECT coalesce(sum(amount), 0) FROM credit_ledger l WHERE l.client_id = c.id)",
    );
    let wrong = db.ids(query.bind(after).bind(&last)).await?;
    let is_full = u32::try_from(batch.len()).is_ok_and(|count| count >= LEDGERS_CHECKED);
    Ok((wrong, is_full.then_some(last)))
}
