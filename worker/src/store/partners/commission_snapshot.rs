//! `commission_snapshots` and `commission_months`: the facts that commissions are computed from.

use std::collections::BTreeMap;

use domain::api::commission::StatementRevision;
use domain::commission::month::Month;
use domain::commission::snapshot::PartnerFacts;
use domain::limits::COMMISSION_BATCH;
use serde::{Deserialize, Serialize};

use crate::error::Result;
use crate::store::db::{Db, Query, stale_if};

/// A partner whose snapshot of the month is missing or older than `since`.
#[derive(Deserialize)]
pub struct PartnerToSnapshot {
    pub id: String,
    pub left_at: Option<i64>,
    /// `as_of`, `revision` and `facts` of the earlier snapshot; `None` without one.
    as_of: Option<i64>,
    revision: Option<u32>,
    facts: Option<String>,
}

impl PartnerToSnapshot {
    /// Revision of a snapshot with these facts: 0 while the month is open, then 1, or one more than the earlier closing
    /// snapshot's if its facts differ.
    fn revision(&self, facts: &PartnerFacts, month: Month, as_of: i64) -> Result<u32> {
        if as_of < month.closes_at() {
            return Ok(0);
        }
        let before = self.facts.as_deref().filter(|_| self.as_of == Some(as_of));
        let before = before.map(serde_json::from_str::<PartnerFacts>).transpose()?;
        let before = before.map(|before| before.known_at(as_of));
        let number = self.revision.unwrap_or_default().max(1);
        Ok(match before {
            None => 1,
            Some(before) if before == *facts => number,
            Some(_) => number.saturating_add(1),
        })
    }
}

/// Lists partners whose snapshot of a month is missing or older than `since`, one batch. Excludes partners approved after
/// `as_of`.
pub async fn partners_to_snapshot(db: &Db, month: Month, as_of: i64, since: i64) -> Result<Vec<PartnerToSnapshot>> {
    let query = Query::new(
        "SELECT a.id, a.left_at, s.as_of, s.revision, s.facts FROM affiliates a
           LEFT JOIN commission_snapshots s ON s.month_period = ?1 AND s.affiliate_id = a.id
          WHERE a.approved_at < ?2 AND (s.taken_at IS NULL OR s.taken_at < ?3)
          ORDER BY a.id LIMIT ?4",
    );
    db.all(query.bind(&month.to_string()).bind(as_of).bind(since).bind(COMMISSION_BATCH)).await
}

#[derive(Serialize)]
pub struct Snapshot {
    affiliate_id: String,
    facts: String,
    active_clients: u32,
    sponsored_clients: u32,
    revision: u32,
}

impl Snapshot {
    /// Snapshot of a partner at `as_of`, without later events.
    pub fn of(partner: PartnerToSnapshot, facts: PartnerFacts, month: Month, as_of: i64) -> Result<Self> {
        let facts = facts.known_at(as_of);
        Ok(Self {
            revision: partner.revision(&facts, month, as_of)?,
            active_clients: facts.active_clients(month, as_of),
            sponsored_clients: facts.sponsored_clients(month, as_of),
            facts: serde_json::to_string(&facts)?,
            affiliate_id: partner.id,
        })
    }
}

/// Bytes of facts in one statement: D1 takes parameters of at most 2 MB, and limits the statements of a run.
const FACTS_BYTES: usize = 1_000_000;

/// Stores snapshots with `since` as their `taken_at`, unless newer ones exist.
pub fn store(snapshots: &[Snapshot], month: Month, as_of: i64, since: i64) -> Result<Vec<Query>> {
    let mut bytes = 0_usize;
    let parts = snapshots.chunk_by(|one, next| {
        bytes = bytes.saturating_add(one.facts.len());
        let fits = bytes.saturating_add(next.facts.len()) <= FACTS_BYTES;
        if !fits {
            bytes = 0;
        }
        fits
    });
    parts.map(|part| Ok(store_batch(&serde_json::to_string(part)?, month, as_of, since))).collect()
}

fn store_batch(snapshots: &str, month: Month, as_of: i64, since: i64) -> Query {
    Query::new(
        "INSERT INTO commission_snapshots (month_period, affiliate_id, as_of, facts, active_clients, sponsored_clients, taken_at,
                                           revision, revised_at)
         SELECT ?1, value ->> 'affiliate_id', ?2, value ->> 'facts', value ->> 'active_clients', value ->> 'sponsored_clients', ?3,
                value ->> 'revision', ?3
           FROM json_each(?4) WHERE true
         ON CONFLICT (month_period, affiliate_id) DO UPDATE
            SET as_of = excluded.as_of, facts = excluded.facts, active_clients = excluded.active_clients,
                sponsored_clients = excluded.sponsored_clients, taken_at = excluded.taken_at,
                revision = max(revision, excluded.revision),
                revised_at = iif(excluded.revision > revision, excluded.revised_at, revised_at)
          WHERE excluded.taken_at >= taken_at",
    )
    .bind(&month.to_string())
    .bind(as_of)
    .bind(since)
    .bind(snapshots)
}

/// Inputs of a partner's commissions: its counted clients, those of the partners it sponsors, and its paid commissions of the month.
#[derive(Deserialize, Serialize)]
pub struct CommissionInputs {
    pub id: String,
    pub own: u32,
    pub sponsored: u32,
    pub paid: u32,
}

// Counted clients by partner. A sponsor's sponsored clients count only until its earnings after leaving end, as in
// `earns` (`domain/src/commission/activity.rs`).
// `CROSS JOIN` fixes the join order: from a partner to those it sponsors, instead of the whole month for each partner.
macro_rules! counted_sql {
    ($end:literal) => {
        concat!(
            "SELECT s.affiliate_id AS id, s.active_clients AS own,
                    iif(a.left_at < s.as_of - ?2, 0,
                        (SELECT coalesce(sum(coalesce(o.sponsored_clients, o.active_clients)), 0) FROM affiliates p
                           CROSS JOIN commission_snapshots o ON o.month_period = s.month_period AND o.affiliate_id = p.id
                          WHERE p.sponsor_id = s.affiliate_id)) AS sponsored,
                    (SELECT count(*) FROM affiliate_commissions c
                      WHERE c.affiliate_id = s.affiliate_id AND c.month_period = s.month_period AND c.status = 'paid') AS paid
               FROM commission_snapshots s JOIN affiliates a ON a.id = s.affiliate_id
              WHERE s.month_period = ?1 ",
            $end
        )
    };
}

/// Lists partners whose commissions of a month were not computed since a time, one batch.
pub async fn uncomputed(db: &Db, month: Month, since: i64) -> Result<Vec<CommissionInputs>> {
    let query =
        Query::new(counted_sql!("AND (s.computed_at IS NULL OR s.computed_at < ?3) ORDER BY s.affiliate_id LIMIT ?4"));
    db.all(query.bind(&month.to_string()).bind(after_leaving()).bind(since).bind(COMMISSION_BATCH)).await
}

/// How long a partner keeps earning after leaving, in milliseconds.
fn after_leaving() -> i64 {
    domain::retention::days(domain::commission::activity::DAYS_AFTER_LEAVING)
}

/// Aborts the transaction with `Error::STALE` if the counts have changed. `counted` is a JSON array of [`CommissionInputs`].
#[must_use]
pub fn abort_if_counts_changed(month: Month, counted: &str) -> Query {
    Query::new(stale_if!(
        "EXISTS (SELECT 1 FROM json_each(?3) AS was
           LEFT JOIN (",
        counted_sql!("AND s.affiliate_id IN (SELECT value ->> 'id' FROM json_each(?3))"),
        ") AS now ON now.id = was.value ->> 'id'
          WHERE now.own IS NOT was.value ->> 'own' OR now.sponsored IS NOT was.value ->> 'sponsored' OR now.paid IS NOT was.value ->> 'paid')"
    ))
    .bind(&month.to_string())
    .bind(after_leaving())
    .bind(counted)
}

/// Marks commissions as computed: stores `since` as `computed_at`. `ids` is a JSON array of partners.
#[must_use]
pub fn mark_computed(month: Month, ids: &str, since: i64) -> Query {
    Query::new(
        "UPDATE commission_snapshots SET computed_at = ?3
          WHERE month_period = ?1 AND affiliate_id IN (SELECT value FROM json_each(?2)) AND (computed_at IS NULL OR computed_at < ?3)",
    )
    .bind(&month.to_string())
    .bind(ids)
    .bind(since)
}

/// An interrupted calculation.
#[derive(Deserialize)]
pub struct UnfinishedMonth {
    pub month_period: String,
    pub as_of: i64,
    pub taken_at: i64,
}

/// Lists months whose commissions were not computed since their newest snapshot, oldest first.
pub async fn unfinished(db: &Db) -> Result<Vec<UnfinishedMonth>> {
    let query = Query::new(
        "SELECT month_period, max(as_of) AS as_of, max(taken_at) AS taken_at FROM commission_snapshots
          WHERE computed_at IS NULL OR computed_at < taken_at GROUP BY month_period ORDER BY month_period",
    );
    db.all(query).await
}

/// Whether all closing snapshots of a month exist.
pub async fn is_closed(db: &Db, month: Month) -> Result<bool> {
    let query = Query::new("SELECT 1 FROM commission_months WHERE month_period = ?1");
    db.has_row(query.bind(&month.to_string())).await
}

/// Marks a month as closed. Repeated calls keep the first time.
pub async fn mark_closed(db: &Db, month: Month, now: i64) -> Result<()> {
    let query =
        Query::new("INSERT INTO commission_months (month_period, closed_at) VALUES (?1, ?2) ON CONFLICT DO NOTHING");
    db.idempotent_change(query.bind(&month.to_string()).bind(now)).await.map(drop)
}

#[derive(Deserialize)]
struct TimeRow {
    at: Option<i64>,
}

/// Returns when the first partner was approved.
pub async fn first_approval(db: &Db) -> Result<Option<i64>> {
    let query = Query::new("SELECT min(approved_at) AS at FROM affiliates");
    Ok(db.first::<TimeRow>(query).await?.and_then(|row| row.at))
}

/// Returns the latest `as_of` of a month's snapshots.
pub async fn as_of(db: &Db, month: Month) -> Result<Option<i64>> {
    let query = Query::new("SELECT max(as_of) AS at FROM commission_snapshots WHERE month_period = ?1");
    Ok(db.first::<TimeRow>(query.bind(&month.to_string())).await?.and_then(|row| row.at))
}

/// The snapshot that a partner's month was computed from.
#[derive(Deserialize)]
pub struct StoredSnapshot {
    pub affiliate_id: String,
    pub as_of: i64,
    pub taken_at: i64,
    /// `since` of the calculation that last computed commissions from it.
    pub computed_at: Option<i64>,
    /// Revision of the facts, counted from 1 at the month's close; `revised_at` is `since` of its calculation.
    revision: u32,
    revised_at: Option<i64>,
    facts: String,
}

impl StoredSnapshot {
    /// Decodes the facts.
    pub fn facts(&self) -> Result<PartnerFacts> {
        let facts: PartnerFacts = serde_json::from_str(&self.facts)?;
        Ok(facts.known_at(self.as_of))
    }
}

/// Revision of the statement computed from these snapshots: 1, plus one for each revision of a snapshot. `None` while
/// the month is open.
pub fn revision_of(all: &[StoredSnapshot], month: Month) -> Option<StatementRevision> {
    if all.iter().any(|one| one.as_of < month.closes_at()) {
        return None;
    }
    let changes = all.iter().fold(0_u32, |sum, one| sum.saturating_add(one.revision.saturating_sub(1)));
    let issued_at = all.iter().map(|one| one.revised_at.unwrap_or(one.as_of)).max()?;
    Some(StatementRevision { number: changes.saturating_add(1), issued_at })
}

/// Returns the snapshots of a partner and of the partners it sponsors.
pub async fn with_sponsored(db: &Db, affiliate_id: &str, month: Month) -> Result<Vec<StoredSnapshot>> {
    let query = Query::new(
        "SELECT s.affiliate_id, s.as_of, s.taken_at, s.computed_at, s.revision, s.revised_at, s.facts FROM affiliates a
           JOIN commission_snapshots s ON s.month_period = ?2 AND s.affiliate_id = a.id
          WHERE a.id = ?1 OR a.sponsor_id = ?1 ORDER BY a.id",
    );
    db.all(query.bind(affiliate_id).bind(&month.to_string())).await
}

/// One of a partner's monthly snapshots.
#[derive(Deserialize)]
pub struct MonthSnapshot {
    month_period: String,
    pub as_of: i64,
    /// Only of a month with pending commissions.
    facts: Option<String>,
}

impl MonthSnapshot {
    /// Ids of the referrals that count; none unless the month is closed and has pending commissions.
    pub fn owed_referrals(&self) -> Result<Vec<String>> {
        let (Some(facts), Some(month)) = (&self.facts, Month::parse(&self.month_period)) else { return Ok(Vec::new()) };
        if self.as_of < month.closes_at() {
            return Ok(Vec::new());
        }
        let facts: PartnerFacts = serde_json::from_str(facts)?;
        let facts = facts.known_at(self.as_of);
        Ok(facts.counted(month, self.as_of).map(|one| one.id.clone()).collect())
    }
}

/// Returns each of a partner's snapshots, by month.
pub async fn snapshots_of(db: &Db, affiliate_id: &str) -> Result<BTreeMap<String, MonthSnapshot>> {
    let query = Query::new(
        "SELECT s.month_period, s.as_of,
                iif(EXISTS (SELECT 1 FROM affiliate_commissions c
                             WHERE c.affiliate_id = s.affiliate_id AND c.month_period = s.month_period AND c.status = 'pending'),
                    s.facts, NULL) AS facts
           FROM commission_snapshots s WHERE s.affiliate_id = ?1",
    );
    let rows: Vec<MonthSnapshot> = db.all(query.bind(affiliate_id)).await?;
    Ok(rows.into_iter().map(|row| (row.month_period.clone(), row)).collect())
}

/// A partner not yet notified of a closed month.
#[derive(Deserialize)]
pub struct MonthToNotify {
    pub month_period: String,
    pub affiliate_id: String,
    pub email: String,
    /// Whether the month has pending or paid commissions.
    #[serde(deserialize_with = "domain::row::flag")]
    pub has_commissions: bool,
}

/// Lists partners not yet notified of months closed within a week, one batch.
pub async fn months_to_notify(db: &Db, now: i64) -> Result<Vec<MonthToNotify>> {
    let query = Query::new(
        "SELECT s.month_period, s.affiliate_id, a.email,
                EXISTS (SELECT 1 FROM affiliate_commissions c WHERE c.affiliate_id = s.affiliate_id AND c.month_period = s.month_period) AS has_commissions
           FROM commission_months m
          CROSS JOIN commission_snapshots s ON s.month_period = m.month_period AND s.told_at IS NULL
           JOIN affiliates a ON a.id = s.affiliate_id
          WHERE m.closed_at > ?1 AND a.erased_at IS NULL ORDER BY s.month_period, s.affiliate_id LIMIT ?2",
    );
    db.all(query.bind(now.saturating_sub(domain::retention::days(7))).bind(COMMISSION_BATCH)).await
}

/// Marks a partner as notified.
#[must_use]
pub fn mark_notified(notification: &MonthToNotify, now: i64) -> Query {
    Query::new("UPDATE commission_snapshots SET told_at = ?3 WHERE month_period = ?1 AND affiliate_id = ?2")
        .bind(&notification.month_period)
        .bind(&notification.affiliate_id)
        .bind(now)
}
