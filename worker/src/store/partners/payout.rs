//! `payouts` to partners.

use std::collections::BTreeMap;

use domain::api::commission::PaidFacts;
use domain::api::payout::{PayoutLine, PayoutView};
use domain::commission::month::Month;
use domain::date::DateRange;
use domain::job::JobType;
use domain::limits::{ATTENTION_SHOWN, ROWS_PER_PAGE};
use domain::page::{Cursor, Keyed, Page, limit_plus_one};
use domain::payout::{CONNECT_BATCH, PayoutRecord, PayoutStatus, TRANSFER_WATCH_MS};
use domain::retention::DAY_MS;
use serde::Deserialize;
use serde_json::json;

use crate::error::Result;
use crate::store::db::{Db, Query};
use crate::store::platform::job;

/// Payouts shown to a partner, enough for years.
const SHOWN: u32 = 100;

/// A payout to store.
pub struct NewPayout<'a> {
    pub id: &'a str,
    pub affiliate_id: &'a str,
    pub until: Month,
    /// Number of pending commissions.
    pub rows: u32,
    /// Their sum.
    pub amount_pence: i64,
    pub reference: &'a str,
    pub transfer: Option<NewTransfer<'a>>,
    pub now: i64,
}

/// The Stripe transfer of a payout.
pub struct NewTransfer<'a> {
    /// The connected account. Must still be the partner's, and ready to receive, when the payout is written.
    pub destination: &'a str,
    pub job_id: &'a str,
}

/// Pays out everything pending, once, by transfer unless an admin pays by hand. Aborts with `Error::STALE` if the
/// pending rows or the account have changed. Its commissions become `paid`, which means part of a payout: the payout's
/// status tells whether the money has arrived.
///
/// # Errors
/// If the job's payload cannot be serialised.
pub fn pay(payout: &NewPayout<'_>) -> Result<Vec<Query>> {
    let status = if payout.transfer.is_some() { PayoutStatus::Sending } else { PayoutStatus::Recorded };
    let insert = Query::new(
        "INSERT INTO payouts (id, affiliate_id, month_period, amount_pence, reference, paid_at, status, destination)
         SELECT CASE WHEN count(*) = :rows AND sum(commission_amount) = :amount_pence
                      AND (:destination IS NULL OR EXISTS (SELECT 1 FROM affiliates WHERE id = :affiliate_id AND connect_ready = 1
                                                                          AND stripe_connect_account_id = :destination)) THEN :id ELSE json('stale') END,
                :affiliate_id, :until, :amount_pence, :reference, :now, :status, :destination
           FROM affiliate_commissions WHERE affiliate_id = :affiliate_id AND month_period <= :until AND status = 'pending'",
    )
    .named("id", payout.id)
    .named("affiliate_id", payout.affiliate_id)
    .named("until", &payout.until.to_string())
    .named("amount_pence", payout.amount_pence)
    .named("reference", payout.reference)
    .named("now", payout.now)
    .named("rows", payout.rows)
    .named("status", status.as_str())
    .named("destination", payout.transfer.as_ref().map(|transfer| transfer.destination));
    let pay = Query::new(
        "UPDATE affiliate_commissions SET status = 'paid', paid_at = ?4, payout_id = ?3
          WHERE affiliate_id = ?1 AND month_period <= ?2 AND status = 'pending'",
    )
    .bind(payout.affiliate_id)
    .bind(&payout.until.to_string())
    .bind(payout.id)
    .bind(payout.now);
    let mut statements = vec![insert];
    if let Some(transfer) = &payout.transfer {
        statements.push(transfer_job(transfer.job_id, payout.id, payout.now)?);
    }
    statements.push(pay);
    statements.push(store_facts(payout.id, payout.affiliate_id));
    Ok(statements)
}

/// Stores the facts of the months that a payout pays for.
fn store_facts(payout_id: &str, affiliate_id: &str) -> Query {
    Query::new(
        "INSERT INTO paid_statements (payout_id, month_period, affiliate_id, as_of, own, sponsored)
         SELECT ?1, s.month_period, s.affiliate_id, s.as_of, s.facts,
                (SELECT json_group_array(json(o.facts)) FROM affiliates p
                  CROSS JOIN commission_snapshots o ON o.month_period = s.month_period AND o.affiliate_id = p.id
                  WHERE p.sponsor_id = s.affiliate_id)
           FROM (SELECT DISTINCT month_period FROM affiliate_commissions WHERE payout_id = ?1) AS paid
          CROSS JOIN commission_snapshots s ON s.month_period = paid.month_period AND s.affiliate_id = ?2",
    )
    .bind(payout_id)
    .bind(affiliate_id)
}

#[derive(Deserialize)]
struct PayoutPartner {
    payout_id: String,
    name: String,
}

/// Returns the partners of payouts, by the payout's id. `ids` is a JSON array.
pub async fn partner_names(db: &Db, ids: &str) -> Result<BTreeMap<String, String>> {
    let query = Query::new(
        "SELECT p.id AS payout_id, a.first_name || ' ' || a.surname AS name FROM json_each(?1) AS wanted
           JOIN payouts p ON p.id = wanted.value JOIN affiliates a ON a.id = p.affiliate_id",
    );
    let rows: Vec<PayoutPartner> = db.all(query.bind(ids)).await?;
    Ok(rows.into_iter().map(|row| (row.payout_id, row.name)).collect())
}

#[derive(Deserialize)]
struct PaidRow {
    payout_id: String,
    as_of: i64,
    own: String,
    sponsored: String,
}

/// Returns the facts of a month that each of its payouts paid for, oldest first.
pub async fn paid_facts(db: &Db, affiliate_id: &str, month: Month) -> Result<Vec<PaidFacts>> {
    let query = Query::new(
        "SELECT f.payout_id, f.as_of, f.own, f.sponsored FROM paid_statements f JOIN payouts p ON p.id = f.payout_id
          WHERE f.affiliate_id = ?1 AND f.month_period = ?2 ORDER BY p.paid_at, p.id",
    );
    let rows: Vec<PaidRow> = db.all(query.bind(affiliate_id).bind(&month.to_string())).await?;
    let parsed = rows.into_iter().map(|row| {
        Ok(PaidFacts {
            payout_id: row.payout_id,
            as_of: row.as_of,
            own: serde_json::from_str(&row.own)?,
            sponsored: serde_json::from_str(&row.sponsored)?,
        })
    });
    parsed.collect()
}

/// Queues the transfer of a payout, if the previous statement of the transaction made it due.
fn transfer_job(job_id: &str, payout_id: &str, now: i64) -> Result<Query> {
    job::insert_once_after_change(job_id, JobType::SendTransfer, payout_id, &json!({ "payoutId": payout_id }), now)
}

/// The fields of a payout that its transfer is made from and compared with.
#[derive(Deserialize)]
pub struct PayoutTransfer {
    pub id: String,
    pub affiliate_id: String,
    pub amount_pence: i64,
    pub status: PayoutStatus,
    pub destination: Option<String>,
    pub transfer_id: Option<String>,
    /// Number of used idempotency keys.
    pub spent_keys: u32,
    /// The reversed part, in pence, which separate payouts owe.
    pub reversed_pence: i64,
}

macro_rules! payout_transfer_sql {
    ($condition:literal) => {
        concat!(
            "SELECT id, affiliate_id, amount_pence, status, destination, transfer_id, spent_keys, reversed_pence FROM payouts ",
            $condition
        )
    };
}

/// Returns a payout of any status, for its transfer.
pub async fn get(db: &Db, id: &str) -> Result<Option<PayoutTransfer>> {
    db.first(Query::new(payout_transfer_sql!("WHERE id = ?1")).bind(id)).await
}

/// Returns one batch of payouts whose transfer was not checked for a day. Excludes payouts too old for their transfer to change.
pub async fn due_for_check(db: &Db, now: i64) -> Result<Vec<PayoutTransfer>> {
    let query = Query::new(concat!(
        "SELECT * FROM (",
        payout_transfer_sql!("WHERE status IN ('sent', 'failed') AND checked_at IS NULL AND paid_at > ?1 LIMIT ?3"),
        ") UNION ALL SELECT * FROM (",
        payout_transfer_sql!(
            "WHERE status IN ('sent', 'failed') AND checked_at <= ?2 AND paid_at > ?1 ORDER BY checked_at LIMIT ?3"
        ),
        ") LIMIT ?3"
    ));
    let since = now.saturating_sub(TRANSFER_WATCH_MS);
    db.all(query.bind(since).bind(now.saturating_sub(DAY_MS)).bind(CONNECT_BATCH)).await
}

/// Marks a payout as sent: its transfer exists. `problem` describes a mismatch. Also corrects a payout marked failed or
/// reversed: somebody has transferred it again in Stripe.
#[must_use]
pub fn mark_sent(id: &str, transfer_id: &str, problem: Option<&str>, now: i64) -> Query {
    Query::new(
        "UPDATE payouts SET status = 'sent', transfer_id = ?2, problem = ?3, checked_at = ?4, taken_back = 0,
                            failed_at = iif(status = 'failed', NULL, failed_at),
                            settled_at = iif(status = 'failed' AND taken_back = 1, ?4, settled_at)
          WHERE id = ?1 AND status <> 'recorded'",
    )
    .bind(id)
    .bind(transfer_id)
    .bind(problem)
    .bind(now)
}

/// Records a partial reversal, `reversed_pence` in all so far. Inserts a failed payout for the newly reversed part, which
/// waits for an admin.
#[must_use]
pub fn record_reversal(payout: &PayoutTransfer, reversed_pence: i64, id: &str, problem: &str, now: i64) -> [Query; 2] {
    let mark = Query::new("UPDATE payouts SET reversed_pence = ?2 WHERE id = ?1 AND reversed_pence = ?3")
        .bind(&payout.id)
        .bind(reversed_pence)
        .bind(payout.reversed_pence);
    let remainder = Query::new(
        "INSERT INTO payouts (id, affiliate_id, month_period, amount_pence, reference, paid_at, status, problem, replaces, taken_back)
         SELECT ?2, affiliate_id, month_period, ?3, '', ?5, 'failed', ?4, id, 1 FROM payouts WHERE id = ?1 AND changes() = 1",
    )
    .bind(&payout.id)
    .bind(id)
    .bind(reversed_pence.saturating_sub(payout.reversed_pence))
    .bind(problem)
    .bind(now);
    [mark, remainder]
}

/// Marks a sent payout as failed because its transfer no longer exists at Stripe; it waits for an admin. Counts the
/// transfer's idempotency key as used. `reversed`: whether Stripe reports the transfer as reversed.
#[must_use]
pub fn mark_transfer_lost(id: &str, problem: &str, reversed: bool, now: i64) -> Query {
    Query::new(
        "UPDATE payouts SET status = 'failed', transfer_id = NULL, problem = ?2, checked_at = ?3, spent_keys = spent_keys + 1,
                            taken_back = ?4, returned_at = iif(?4, ?3, NULL), failed_at = iif(?4, NULL, ?3)
          WHERE id = ?1 AND status = 'sent'",
    )
    .bind(id)
    .bind(problem)
    .bind(now)
    .bind(i64::from(reversed))
}

/// Records that Stripe was checked and nothing has changed.
#[must_use]
pub fn mark_checked(id: &str, now: i64) -> Query {
    Query::new("UPDATE payouts SET checked_at = ?2 WHERE id = ?1").bind(id).bind(now)
}

/// Counts an idempotency key as used. No-op if a concurrent run has counted it.
#[must_use]
pub fn record_spent_key(id: &str, spent_keys: u32) -> Query {
    Query::new("UPDATE payouts SET spent_keys = ?2 + 1 WHERE id = ?1 AND spent_keys = ?2").bind(id).bind(spent_keys)
}

/// Marks the payout of a failed transfer job as failed.
pub fn mark_failed(job_id: &str, reason: Option<&str>, now: i64) -> Query {
    Query::new(
        "UPDATE payouts SET status = 'failed', problem = ?2, failed_at = ?3, returned_at = NULL WHERE status = 'sending' AND id =
           (SELECT subject_id FROM job_queue WHERE id = ?1 AND status = 'failed')",
    )
    .bind(job_id)
    .bind(reason)
    .bind(now)
}

/// Retries a failed transfer, to the partner's current account.
///
/// # Errors
/// If the job's payload cannot be serialised.
pub fn retry(id: &str, destination: &str, job_id: &str, now: i64) -> Result<[Query; 2]> {
    let update = Query::new(
        "UPDATE payouts SET status = 'sending', problem = NULL, destination = ?2, told = NULL, taken_back = 0, settled_at = ?3,
                            retries = retries + 1
          WHERE id = ?1 AND status = 'failed'",
    );
    Ok([update.bind(id).bind(destination).bind(now), transfer_job(job_id, id, now)?])
}

/// Records that an admin paid a failed payout by hand.
#[must_use]
pub fn record_manual(id: &str, reference: &str, now: i64) -> Query {
    Query::new(
        "UPDATE payouts SET status = 'recorded', problem = NULL, destination = NULL, reference = ?2, taken_back = 0, settled_at = ?3
          WHERE id = ?1 AND status = 'failed'",
    )
    .bind(id)
    .bind(reference)
    .bind(now)
}

// The payouts of some commissions, and those that replace parts of them, oldest first.
macro_rules! records_sql {
    ($commissions:literal) => {
        concat!(
            "WITH RECURSIVE family (root, id) AS (
               SELECT DISTINCT payout_id, payout_id FROM affiliate_commissions WHERE payout_id IS NOT NULL AND ",
            $commissions,
            " UNION SELECT family.root, p.id FROM family CROSS JOIN payouts p ON p.replaces = family.id)
             SELECT p.id, family.root, p.month_period, p.amount_pence, p.paid_at, p.status, p.replaces, p.failed_at, p.returned_at,
                    p.settled_at
               FROM family CROSS JOIN payouts p ON p.id = family.id ORDER BY p.paid_at, p.id"
        )
    };
}

/// Returns the records of a partner's payouts.
pub async fn records(db: &Db, affiliate_id: &str) -> Result<Vec<PayoutRecord>> {
    db.all(Query::new(records_sql!("affiliate_id = ?1")).bind(affiliate_id)).await
}

/// Returns the records of a partner's payouts for a month.
pub async fn records_of_month(db: &Db, affiliate_id: &str, month: Month) -> Result<Vec<PayoutRecord>> {
    let query = Query::new(records_sql!("affiliate_id = ?1 AND month_period = ?2"));
    db.all(query.bind(affiliate_id).bind(&month.to_string())).await
}

/// Returns the records of all partners' payouts for the months that a range touches.
pub async fn records_of_range(db: &Db, range: DateRange) -> Result<Vec<PayoutRecord>> {
    let query = Query::new(records_sql!("month_period BETWEEN ?1 AND ?2"));
    let (first, last) = range.months();
    db.all(query.bind(&first.to_string()).bind(&last.to_string())).await
}

/// A payout made by an admin outside Stripe.
#[derive(Deserialize)]
pub struct ManualPayout {
    pub id: String,
    pub name: String,
    pub email: String,
    pub amount_pence: i64,
    /// The admin's reference.
    pub reference: String,
    pub paid_at: i64,
}

/// Returns the payouts that admins made by hand within a range, at once or after a failed transfer.
pub async fn manual_payouts(db: &Db, range: DateRange) -> Result<Vec<ManualPayout>> {
    let query = Query::new(
        "SELECT p.id, a.first_name || ' ' || a.surname AS name, a.email, p.amount_pence, p.reference, p.paid_at
           FROM payouts p JOIN affiliates a ON a.id = p.affiliate_id
          WHERE p.status = ?3 AND p.settled_at IS NULL AND p.paid_at >= ?1 AND p.paid_at < ?2
          UNION ALL
         SELECT p.id, a.first_name || ' ' || a.surname, a.email, p.amount_pence, p.reference, p.settled_at
           FROM payouts p JOIN affiliates a ON a.id = p.affiliate_id
          WHERE p.status = ?3 AND p.settled_at >= ?1 AND p.settled_at < ?2
          ORDER BY paid_at",
    );
    let (from, until) = range.bounds();
    db.all(query.bind(from).bind(until).bind(PayoutStatus::Recorded.as_str())).await
}

macro_rules! admin_row_sql {
    ($condition:literal) => {
        concat!(
            "SELECT p.id, p.affiliate_id, a.first_name || ' ' || a.surname AS name, p.month_period, p.amount_pence, p.paid_at, p.status,
                    p.reference, p.destination, p.transfer_id, p.problem, p.replaces, p.taken_back
               FROM payouts p JOIN affiliates a ON a.id = p.affiliate_id ",
            $condition
        )
    };
}

#[derive(Deserialize)]
struct KeyedPayout(PayoutLine);

impl Keyed for KeyedPayout {
    fn key(&self) -> (i64, &str) {
        (self.0.paid_at, &self.0.id)
    }
}

/// Returns a payout for the admin area.
pub async fn admin_row(db: &Db, id: &str) -> Result<Option<PayoutLine>> {
    db.first(Query::new(admin_row_sql!("WHERE p.id = ?1")).bind(id)).await
}

/// Returns failed payouts, newest first, up to `ATTENTION_SHOWN`.
pub async fn failed(db: &Db) -> Result<Vec<PayoutLine>> {
    let query = Query::new(admin_row_sql!("WHERE p.status = 'failed' ORDER BY p.paid_at DESC LIMIT ?1"));
    db.all(query.bind(ATTENTION_SHOWN)).await
}

#[derive(Deserialize)]
struct TotalRow {
    pence: i64,
}

/// Sum of the failed payouts, in pence.
pub async fn failed_pence(db: &Db) -> Result<i64> {
    let query = Query::new("SELECT coalesce(sum(amount_pence), 0) AS pence FROM payouts WHERE status = 'failed'");
    Ok(db.first::<TotalRow>(query).await?.map_or(0, |sum| sum.pence))
}

/// Whether a partner has a transfer in progress, or a failed one that is unresolved.
pub async fn is_under_way(db: &Db, affiliate_id: &str) -> Result<bool> {
    let query = Query::new("SELECT 1 FROM payouts WHERE affiliate_id = ?1 AND status IN ('sending', 'failed') LIMIT 1");
    db.has_row(query.bind(affiliate_id)).await
}

/// Returns a partner's newest payouts, up to `SHOWN`.
pub async fn newest_of_affiliate(db: &Db, affiliate_id: &str) -> Result<Vec<PayoutView>> {
    let query = Query::new(
        "SELECT id, month_period, amount_pence, paid_at, status, coalesce(transfer_id, reference) AS reference, replaces, taken_back
           FROM payouts WHERE affiliate_id = ?1 ORDER BY paid_at DESC, id LIMIT ?2",
    );
    db.all(query.bind(affiliate_id).bind(SHOWN)).await
}

/// Returns a page of all payouts, newest first.
pub async fn page(db: &Db, before: Option<&Cursor>) -> Result<Page<PayoutLine>> {
    let (at, id) = Cursor::keyset(before);
    let query = Query::new(admin_row_sql!(
        "WHERE p.paid_at <= ?1 AND (p.paid_at < ?1 OR p.id > ?2) ORDER BY p.paid_at DESC, p.id LIMIT ?3"
    ));
    let rows: Vec<KeyedPayout> = db.all(query.bind(at).bind(id).bind(limit_plus_one(ROWS_PER_PAGE))).await?;
    Ok(Page::split(rows, ROWS_PER_PAGE).map(|line| line.0))
}

/// A payout whose partner has not been notified of its current status.
#[derive(Deserialize)]
pub struct PayoutToNotify {
    pub id: String,
    pub affiliate_id: String,
    /// The partner's address.
    pub email: String,
    pub status: PayoutStatus,
    /// Number of retried and reversed transfers; makes the mail's subject unique.
    pub attempt: u32,
}

/// Returns one batch of payouts to notify.
pub async fn payouts_to_notify(db: &Db) -> Result<Vec<PayoutToNotify>> {
    let query = Query::new(
        "SELECT p.id, p.affiliate_id, a.email, p.status, p.spent_keys + p.retries AS attempt FROM payouts p JOIN affiliates a ON a.id = p.affiliate_id
          WHERE p.status <> 'sending' AND p.told IS NOT p.status AND a.erased_at IS NULL LIMIT ?1",
    );
    db.all(query.bind(CONNECT_BATCH)).await
}

/// Records that the partner was notified.
#[must_use]
pub fn mark_notified(notification: &PayoutToNotify) -> Query {
    Query::new("UPDATE payouts SET told = ?2 WHERE id = ?1").bind(&notification.id).bind(notification.status.as_str())
}
