//! Computes the commissions of a month: takes a snapshot of the payments of each partner's clients, then computes from
//! the snapshots alone. Resumes an aborted run, and concurrent runs write the same rows. A run has two times: `as_of` is
//! the state that its snapshots show; `since` identifies the run and is stored as `taken_at`, `computed_at` and
//! `revised_at`.

use std::collections::BTreeMap;

use domain::commission::month::Month;
use domain::commission::snapshot::PartnerFacts;
use domain::commission::{commissions_of, unpaid_rows};

use crate::app::App;
use crate::error::{Error, Result};
use crate::store::partners::commission::PendingCommission;
use crate::store::partners::commission_snapshot::{CommissionInputs, Snapshot};
use crate::store::partners::{commission, commission_snapshot, referral};

/// Retries of a batch when a concurrent change made it stale.
const MAX_ATTEMPTS: u32 = 10;

/// A month, the time its snapshots show (`as_of`), and the time since which they must have been taken.
#[derive(Clone, Copy)]
pub struct Calculation {
    pub month: Month,
    pub as_of: i64,
    pub since: i64,
}

impl Calculation {
    /// Calculation requested by an admin: the current month as of now, an earlier one as of its close.
    ///
    /// # Errors
    /// [`Error::malformed`] for a month that has not begun, or in which there were no partners.
    pub async fn for_admin(app: &App, month: Month) -> Result<Self> {
        if month > Month::of(app.now) {
            return Err(Error::malformed("This month has not begun yet."));
        }
        let first = commission_snapshot::first_approval(&app.db).await?;
        if first.is_none_or(|first| month < Month::of(first)) {
            return Err(Error::malformed("There were no partners in this month yet."));
        }
        Ok(Self { month, as_of: app.now.min(month.closes_at()), since: app.now })
    }
}

/// Runs the calculation. Returns the number of partners.
///
/// # Errors
/// If the database fails.
pub async fn run(app: &App, calculation: Calculation) -> Result<u32> {
    let mut processed = 0_u32;
    while let seen @ 1.. = take_snapshots(app, calculation).await? {
        processed = processed.saturating_add(seen);
    }
    let mut tries = MAX_ATTEMPTS;
    loop {
        let batch = commission_snapshot::uncomputed(&app.db, calculation.month, calculation.since).await?;
        if batch.is_empty() {
            return Ok(processed);
        }
        match compute(app, calculation, &batch).await {
            Ok(()) => tries = MAX_ATTEMPTS,
            Err(error) if tries > 0 && error.is(&Error::STALE) => {
                tries = tries.saturating_sub(1);
            }
            Err(error) => return Err(error),
        }
    }
}

async fn take_snapshots(app: &App, Calculation { month, as_of, since }: Calculation) -> Result<u32> {
    let partners = commission_snapshot::partners_to_snapshot(&app.db, month, as_of, since).await?;
    if partners.is_empty() {
        return Ok(0);
    }
    let ids: Vec<&str> = partners.iter().map(|partner| partner.id.as_str()).collect();
    let mut facts = referral::facts(&app.db, &serde_json::to_string(&ids)?, month, as_of).await?;
    let seen = u32::try_from(partners.len()).unwrap_or(u32::MAX);
    let snapshots = partners.into_iter().map(|partner| {
        let referrals = facts.remove(&partner.id).unwrap_or_default();
        let facts = PartnerFacts { left_at: partner.left_at, referrals };
        Snapshot::of(partner, facts, month, as_of)
    });
    let snapshots: Vec<Snapshot> = snapshots.collect::<Result<_>>()?;
    app.db.transaction(commission_snapshot::store(&snapshots, month, as_of, since)?).await?;
    Ok(seen)
}

async fn compute(app: &App, Calculation { month, since, .. }: Calculation, batch: &[CommissionInputs]) -> Result<()> {
    let ids: Vec<&str> = batch.iter().map(|one| one.id.as_str()).collect();
    let ids = serde_json::to_string(&ids)?;
    let paid = commission::paid_commissions(&app.db, &ids, month).await?;
    let rows: Vec<PendingCommission<'_>> = batch.iter().flat_map(|one| rows_of(one, &paid)).collect();
    let mut statements = vec![commission_snapshot::abort_if_counts_changed(month, &serde_json::to_string(batch)?)];
    statements.extend(commission::replace(month, &ids, &serde_json::to_string(&rows)?));
    statements.push(commission_snapshot::mark_computed(month, &ids, since));
    app.db.transaction(statements).await.map(drop)
}

fn rows_of<'a>(
    counted: &'a CommissionInputs,
    paid: &BTreeMap<String, Vec<domain::commission::Commission>>,
) -> Vec<PendingCommission<'a>> {
    let paid = paid.get(&counted.id).map_or(&[][..], Vec::as_slice);
    let rows = unpaid_rows(commissions_of(counted.own, counted.sponsored), paid);
    let row = |(index, one): (usize, domain::commission::Commission)| PendingCommission {
        affiliate_id: &counted.id,
        seq: paid.len().saturating_add(index),
        commission_type: one.commission_type.as_str(),
        rate: one.rate_pence,
        clients: one.clients,
        amount: one.amount_pence,
    };
    rows.into_iter().enumerate().map(row).collect()
}
