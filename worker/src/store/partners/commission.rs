//! `affiliate_commissions`: the earnings of partners. Amounts are pence.

use std::collections::BTreeMap;

use domain::api::commission::{CommissionView, MonthlyCommission};
use domain::api::payout::OwedLine;
use domain::commission::month::Month;
use domain::commission::{Commission, CommissionStatus, CommissionType, FIRST_RATE_PENCE};
use domain::date::DateRange;
use domain::limits::{MAX_EXPORTED_ROWS, ROWS_PER_PAGE};
use domain::page::{Cursor, Page, limit_plus_one};
use domain::payout::{OwedBalance, PayoutRecord, arrival};
use serde::{Deserialize, Serialize};

use crate::error::Result;
use crate::store::db::{Db, Query};

#[derive(Deserialize)]
struct Row {
    affiliate_id: String,
    month_period: String,
    commission_type: CommissionType,
    rate_per_client: i64,
    active_clients_count: u32,
    commission_amount: i64,
    status: CommissionStatus,
    paid_at: Option<i64>,
    payout_id: Option<String>,
}

impl Row {
    fn commission(&self) -> Commission {
        Commission {
            commission_type: self.commission_type,
            rate_pence: self.rate_per_client,
            clients: self.active_clients_count,
            amount_pence: self.commission_amount,
        }
    }

    /// Converts the row. `payouts` holds, among others, the records of its payout.
    fn view(self, payouts: &[PayoutRecord]) -> CommissionView {
        let payout = payouts.iter().find(|one| self.payout_id.as_ref() == Some(&one.id));
        CommissionView {
            payout_status: payout.map(|one| arrival(&one.id, payouts)),
            band: self.commission().band(),
            commission_type: self.commission_type,
            rate_per_client: self.rate_per_client,
            active_clients_count: self.active_clients_count,
            commission_amount: self.commission_amount,
            status: self.status,
            paid_at: payout.map(PayoutRecord::last_paid_at).or(self.paid_at),
            payout_id: self.payout_id,
        }
    }
}

macro_rules! rows_sql {
    ($condition:literal) => {
        concat!(
            "SELECT affiliate_id, month_period, commission_type, rate_per_client, active_clients_count, commission_amount,
                    status, paid_at, payout_id FROM affiliate_commissions ",
            $condition
        )
    };
}

/// Returns the paid commissions of a month, by partner. `affiliate_ids` is a JSON array.
pub async fn paid_commissions(db: &Db, affiliate_ids: &str, month: Month) -> Result<BTreeMap<String, Vec<Commission>>> {
    let query = Query::new(rows_sql!(
        "WHERE affiliate_id IN (SELECT value FROM json_each(?1)) AND month_period = ?2 AND status = 'paid' ORDER BY affiliate_id, seq"
    ));
    let rows: Vec<Row> = db.all(query.bind(affiliate_ids).bind(&month.to_string())).await?;
    let mut all: BTreeMap<String, Vec<Commission>> = BTreeMap::new();
    for row in rows {
        let commission = row.commission();
        all.entry(row.affiliate_id).or_default().push(commission);
    }
    Ok(all)
}

/// A pending commission to store.
#[derive(Serialize)]
pub struct PendingCommission<'a> {
    pub affiliate_id: &'a str,
    pub seq: usize,
    pub commission_type: &'static str,
    pub rate: i64,
    pub clients: u32,
    pub amount: i64,
}

/// Replaces the pending commissions of a month for these partners. Both parameters are JSON arrays: ids, and [`PendingCommission`].
#[must_use]
pub fn replace(month: Month, affiliate_ids: &str, pending: &str) -> [Query; 2] {
    let delete = Query::new(
        "DELETE FROM affiliate_commissions
          WHERE month_period = ?1 AND affiliate_id IN (SELECT value FROM json_each(?2)) AND status = 'pending'",
    );
    let insert = Query::new(
        "INSERT INTO affiliate_commissions (affiliate_id, month_period, seq, commission_type, rate_per_client, active_clients_count,
                                            commission_amount)
         SELECT value ->> 'affiliate_id', ?1, value ->> 'seq', value ->> 'commission_type', value ->> 'rate', value ->> 'clients',
                value ->> 'amount'
           FROM json_each(?2)",
    );
    [delete.bind(&month.to_string()).bind(affiliate_ids), insert.bind(&month.to_string()).bind(pending)]
}

/// Returns a partner's pending commissions up to a month.
pub async fn pending(db: &Db, affiliate_id: &str, until: Month) -> Result<Vec<Commission>> {
    let query = Query::new(rows_sql!(
        "WHERE affiliate_id = ?1 AND month_period <= ?2 AND status = 'pending' ORDER BY month_period, seq"
    ));
    let rows: Vec<Row> = db.all(query.bind(affiliate_id).bind(&until.to_string())).await?;
    Ok(rows.iter().map(Row::commission).collect())
}

#[derive(Deserialize)]
struct MonthRow {
    month_period: String,
}

/// Returns the oldest month up to `until` with pending commissions that were computed before the month was over.
pub async fn oldest_provisional_month(db: &Db, affiliate_id: &str, until: Month) -> Result<Option<Month>> {
    let query = Query::new(
        "SELECT c.month_period FROM affiliate_commissions c
           JOIN commission_snapshots s ON s.month_period = c.month_period AND s.affiliate_id = c.affiliate_id
          WHERE c.affiliate_id = ?1 AND c.month_period <= ?2 AND c.status = 'pending'
            AND s.as_of < unixepoch(c.month_period, '+1 month') * 1000
          ORDER BY c.month_period LIMIT 1",
    );
    let row: Option<MonthRow> = db.first(query.bind(affiliate_id).bind(&until.to_string())).await?;
    Ok(row.and_then(|row| Month::parse(&row.month_period)))
}

/// Returns a partner's commissions by month, newest first, with the status of their payouts.
pub async fn history(
    db: &Db,
    affiliate_id: &str,
    payouts: &[PayoutRecord],
) -> Result<Vec<(String, Vec<CommissionView>)>> {
    let query = Query::new(rows_sql!("WHERE affiliate_id = ?1 ORDER BY month_period DESC, seq"));
    let rows: Vec<Row> = db.all(query.bind(affiliate_id)).await?;
    let mut months: Vec<(String, Vec<CommissionView>)> = Vec::new();
    for row in rows {
        if months.last().is_none_or(|(month, _)| *month != row.month_period) {
            months.push((row.month_period.clone(), Vec::new()));
        }
        if let Some((_, views)) = months.last_mut() {
            views.push(row.view(payouts));
        }
    }
    Ok(months)
}

/// Returns a partner's commissions of a month, with the status of their payouts.
pub async fn of_month(
    db: &Db,
    affiliate_id: &str,
    month: Month,
    payouts: &[PayoutRecord],
) -> Result<Vec<CommissionView>> {
    let query = Query::new(rows_sql!("WHERE affiliate_id = ?1 AND month_period = ?2 ORDER BY seq"));
    let rows: Vec<Row> = db.all(query.bind(affiliate_id).bind(&month.to_string())).await?;
    Ok(rows.into_iter().map(|row| row.view(payouts)).collect())
}

/// Sums paid out to a partner and still pending, in pence.
#[derive(Deserialize)]
pub struct Balance {
    /// Excludes failed and reversed payouts, which are `delayed`.
    pub lifetime: i64,
    pub delayed: i64,
    pub pending: i64,
    /// The pending sum up to the newest month that is due for payout.
    pub payable: i64,
}

// Sum of a partner's failed or reversed payouts, in pence.
macro_rules! delayed_sql {
    ($affiliate:literal) => {
        concat!(
            "(SELECT coalesce(sum(p.amount_pence), 0) FROM payouts p WHERE p.affiliate_id = ",
            $affiliate,
            " AND p.status = 'failed')"
        )
    };
}

// Sum of a partner's paid commissions less its failed or reversed payouts, in pence.
macro_rules! lifetime_sql {
    ($affiliate:literal) => {
        concat!("coalesce(sum(iif(status = 'paid', commission_amount, 0)), 0) - ", delayed_sql!($affiliate))
    };
}

/// Sums the rows: no balance is stored.
pub async fn balance(db: &Db, affiliate_id: &str, payable: Month) -> Result<Balance> {
    let query = Query::new(concat!(
        "SELECT ",
        lifetime_sql!("?1"),
        " AS lifetime, ",
        delayed_sql!("?1"),
        " AS delayed, coalesce(sum(iif(status = 'pending', commission_amount, 0)), 0) AS pending,
                coalesce(sum(iif(status = 'pending' AND month_period <= ?2, commission_amount, 0)), 0) AS payable
           FROM affiliate_commissions WHERE affiliate_id = ?1"
    ));
    let query = query.bind(affiliate_id).bind(&payable.to_string());
    Ok(db.first(query).await?.unwrap_or(Balance { lifetime: 0, delayed: 0, pending: 0, payable: 0 }))
}

#[derive(Deserialize)]
struct KeyedCommission(MonthlyCommission);

impl domain::page::Keyed for KeyedCommission {
    fn key(&self) -> (i64, &str) {
        (0, &self.0.affiliate_id)
    }
}

/// A commission in the accountants' export.
#[derive(Deserialize)]
pub struct ExportRow {
    pub month_period: String,
    pub name: String,
    pub code: Option<String>,
    pub commission_type: CommissionType,
    pub rate_per_client: i64,
    pub active_clients_count: u32,
    pub commission_amount: i64,
    pub status: CommissionStatus,
    pub paid_at: Option<i64>,
    pub payout_id: Option<String>,
}

/// Returns the commissions of every month that a range touches, at most one more than an export may have.
pub async fn export_rows(db: &Db, range: DateRange) -> Result<Vec<ExportRow>> {
    let query = Query::new(
        "SELECT c.month_period, a.first_name || ' ' || a.surname AS name, a.stripe_coupon_id AS code, c.commission_type,
                c.rate_per_client, c.active_clients_count, c.commission_amount, c.status, c.paid_at, c.payout_id
           FROM affiliate_commissions c JOIN affiliates a ON a.id = c.affiliate_id
          WHERE c.month_period BETWEEN ?1 AND ?2 ORDER BY c.month_period, c.affiliate_id, c.seq LIMIT ?3",
    );
    let (first, last) = range.months();
    let query = query.bind(&first.to_string()).bind(&last.to_string());
    db.all(query.bind(MAX_EXPORTED_ROWS.saturating_add(1))).await
}

/// A partner's lifetime earnings and pending sum of a month.
#[derive(Deserialize)]
pub struct Earnings {
    pub affiliate_id: String,
    pub lifetime: i64,
    pub pending: i64,
}

/// Returns the earnings of those partners that have commissions. `affiliate_ids` is a JSON array.
pub async fn earned(db: &Db, affiliate_ids: &str, month: Month) -> Result<Vec<Earnings>> {
    let query = Query::new(concat!(
        "SELECT affiliate_id, ",
        lifetime_sql!("c.affiliate_id"),
        " AS lifetime, sum(iif(status = 'pending' AND month_period = ?2, commission_amount, 0)) AS pending
           FROM affiliate_commissions c WHERE affiliate_id IN (SELECT value FROM json_each(?1)) GROUP BY affiliate_id"
    ));
    db.all(query.bind(affiliate_ids).bind(&month.to_string())).await
}

/// Returns a page of a month, one row per partner, ordered by id.
pub async fn month_page(db: &Db, month: Month, before: Option<&Cursor>) -> Result<Page<MonthlyCommission>> {
    let (_, after) = Cursor::keyset(before);
    let query = Query::new(
        "SELECT c.affiliate_id, a.first_name || ' ' || a.surname AS name, a.email,
                sum(iif(c.commission_type = ?4 AND c.rate_per_client = ?7, c.active_clients_count, 0)) AS first_clients,
                sum(iif(c.commission_type = ?4 AND c.rate_per_client = ?7, c.commission_amount, 0)) AS first_amount,
                sum(iif(c.commission_type = ?4 AND c.rate_per_client <> ?7, c.active_clients_count, 0)) AS second_clients,
                sum(iif(c.commission_type = ?4 AND c.rate_per_client <> ?7, c.commission_amount, 0)) AS second_amount,
                sum(iif(c.commission_type = ?5, c.commission_amount, 0)) AS override_amount,
                sum(iif(c.commission_type = ?6, c.commission_amount, 0)) AS adjustment_amount,
                (SELECT coalesce(sum(commission_amount), 0) FROM affiliate_commissions
                  WHERE affiliate_id = c.affiliate_id AND month_period < ?1 AND status = 'pending') AS carried_over,
                (SELECT coalesce(sum(commission_amount), 0) FROM affiliate_commissions
                  WHERE affiliate_id = c.affiliate_id AND month_period <= ?1 AND status = 'pending') AS total_due,
                iif(a.connect_ready = 1, a.stripe_connect_account_id, NULL) AS transfer_to,
                iif(EXISTS (SELECT 1 FROM affiliate_commissions
                             WHERE affiliate_id = c.affiliate_id AND month_period <= ?1 AND status = 'pending'), 'pending', 'paid') AS status,
                max(c.paid_at) AS paid_at,
                (SELECT p.status FROM affiliate_commissions o JOIN payouts p ON p.id = o.payout_id OR p.replaces = o.payout_id
                  WHERE o.affiliate_id = c.affiliate_id AND o.month_period = ?1 AND p.status IN ('failed', 'sending')
                  ORDER BY p.status LIMIT 1) AS unsettled_payout
           FROM affiliate_commissions c JOIN affiliates a ON a.id = c.affiliate_id
          WHERE c.month_period = ?1 AND c.affiliate_id > ?2
          GROUP BY c.affiliate_id ORDER BY c.affiliate_id LIMIT ?3",
    );
    let query = query
        .bind(&month.to_string())
        .bind(after)
        .bind(limit_plus_one(ROWS_PER_PAGE))
        .bind(CommissionType::Direct.as_str())
        .bind(CommissionType::Override.as_str())
        .bind(CommissionType::Adjustment.as_str())
        .bind(FIRST_RATE_PENCE);
    Ok(Page::split(db.all::<KeyedCommission>(query).await?, ROWS_PER_PAGE).map(|line| line.0))
}

/// Counts the partners with commissions of a month.
pub async fn affiliates_of_month(db: &Db, month: Month) -> Result<u32> {
    let query =
        Query::new("SELECT count(DISTINCT affiliate_id) AS count FROM affiliate_commissions WHERE month_period = ?1");
    db.count(query.bind(&month.to_string())).await
}

#[derive(Deserialize)]
struct BalanceRow {
    affiliate_id: String,
    name: String,
    email: String,
    since: String,
    since_ms: i64,
    pending: i64,
    payable: i64,
    account: Option<String>,
    #[serde(deserialize_with = "domain::row::flag")]
    connect_ready: bool,
}

impl domain::page::Keyed for BalanceRow {
    fn key(&self) -> (i64, &str) {
        (self.since_ms, &self.affiliate_id)
    }
}

impl BalanceRow {
    fn line(self, can_transfer: bool) -> OwedLine {
        let account = self.account.is_some().then_some(self.connect_ready);
        let balance = OwedBalance { pending_pence: self.pending, payable_pence: self.payable, account };
        OwedLine {
            status: balance.status(can_transfer),
            transfer_to: self.account.filter(|_| can_transfer && self.connect_ready),
            affiliate_id: self.affiliate_id,
            name: self.name,
            email: self.email,
            since: self.since,
            pending: self.pending,
            total_due: self.payable,
        }
    }
}

/// Returns a page of the partners with a balance, longest waiting first. `payable` is the newest month that is due for
/// payout. `can_transfer` says whether this deployment transfers payouts at all.
pub async fn owed_page(db: &Db, payable: Month, can_transfer: bool, after: Option<&Cursor>) -> Result<Page<OwedLine>> {
    let (at, id) = after.map_or((0, ""), |cursor| (cursor.at, cursor.id.as_str()));
    let query = Query::new(
        "SELECT c.affiliate_id, a.first_name || ' ' || a.surname AS name, a.email,
                coalesce(min(iif(c.commission_amount > 0, c.month_period, NULL)), min(c.month_period)) AS since,
                unixepoch(coalesce(min(iif(c.commission_amount > 0, c.month_period, NULL)), min(c.month_period))) * 1000 AS since_ms, sum(c.commission_amount) AS pending,
                sum(iif(c.month_period <= ?1, c.commission_amount, 0)) AS payable, a.stripe_connect_account_id AS account, a.connect_ready
           FROM affiliate_commissions c JOIN affiliates a ON a.id = c.affiliate_id
          WHERE c.status = 'pending' GROUP BY c.affiliate_id
         HAVING (sum(c.commission_amount) <> 0 OR sum(iif(c.month_period <= ?1, c.commission_amount, 0)) <> 0)
            AND (since_ms > ?2 OR since_ms = ?2 AND c.affiliate_id > ?3)
          ORDER BY since_ms, c.affiliate_id LIMIT ?4",
    );
    let query = query.bind(&payable.to_string()).bind(at).bind(id).bind(limit_plus_one(ROWS_PER_PAGE));
    Ok(Page::split(db.all::<BalanceRow>(query).await?, ROWS_PER_PAGE).map(|balance| balance.line(can_transfer)))
}
