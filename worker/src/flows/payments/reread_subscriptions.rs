//! Recovers lost events: reads every customer and top-up whose money can still move from Stripe once a day, and looks for new purchases.

use domain::retention::{DAY_MS, days};
use domain::schedule::REREAD_SUBSCRIPTIONS;
use domain::stripe::checkout::CheckoutSession;
use domain::stripe::returns::DISPUTE_DAYS;
use std::collections::BTreeMap;

use crate::app::App;
use crate::config::Stripe;
use crate::error::Result;
use crate::flows::payments::sync_error::SyncError;
use crate::flows::payments::{sync_subscriptions, sync_top_up};
use crate::store::payments::{subscription, top_up};
use crate::store::platform::schedule_run;

/// Minimum period searched for new purchases; longer if the last successful run is older. Stripe retries an event for three days.
const LOOKBACK_MS: i64 = 3 * DAY_MS;
/// Age of an unread customer or top-up that alerts the admins: there are more than a day's runs can read.
const OVERDUE_MS: i64 = 2 * DAY_MS;
const OVERDUE: &str =
    "Stripe is not asked about every customer and top-up once a day: there are too many for the runs.";

/// Counts of one run.
#[derive(Default)]
pub struct Counts {
    pub read: usize,
    /// Ids of customers whose state differed, and of top-ups that were missed.
    pub repaired: Vec<String>,
    /// Why Stripe could not be read.
    pub fault: Option<String>,
}

/// Runs one batch.
///
/// # Errors
/// If the database fails.
pub async fn run(app: &App) -> Result<Counts> {
    let mut counts = Counts::default();
    let Some(stripe) = &app.config.stripe else { return Ok(counts) };
    let yesterday = app.now.saturating_sub(DAY_MS);
    let moves_after = app.now.saturating_sub(days(DISPUTE_DAYS));
    let unread = subscription::unread_since(&app.db, yesterday, moves_after).await?;
    // Each with its subscriptions whose events were lost, newest first.
    let mut customers: BTreeMap<String, Vec<String>> =
        unread.into_iter().map(|customer| (customer, Vec::new())).collect();
    let last = schedule_run::last_success_at(&app.db, REREAD_SUBSCRIPTIONS.name).await?.unwrap_or(app.now);
    let since = last.saturating_sub(DAY_MS).min(app.now.saturating_sub(LOOKBACK_MS)).max(moves_after).div_euclid(1000);
    match stripe.subscriptions_since(since).await {
        Ok(bought) => {
            let ids: Vec<&str> = bought.iter().map(|one| one.id.as_str()).collect();
            let unknown = subscription::unknown(&app.db, &serde_json::to_string(&ids)?).await?;
            for one in bought.into_iter().filter(|one| unknown.contains(&one.id)) {
                customers.entry(one.customer).or_default().push(one.id);
            }
        }
        Err(fault) => {
            counts.fault = Some(fault.reason());
            return Ok(counts);
        }
    }
    for (customer, unknown) in customers {
        match sync_subscriptions::run_with(app, &customer, &unknown).await {
            Ok(report) => {
                counts.read = counts.read.saturating_add(1);
                counts.repaired.extend(report.changed.then_some(customer));
            }
            // A concurrent writer has read the same.
            Err(SyncError::Overtaken) => {}
            Err(SyncError::Stripe(fault)) => counts.fault = Some(fault.reason()),
            Err(SyncError::Internal(error)) => return Err(error),
        }
    }
    match stripe.checkouts_since(since).await {
        Ok(found) => apply_missed_top_ups(app, stripe, &found, &mut counts).await?,
        Err(fault) => counts.fault = Some(fault.reason()),
    }
    for id in top_up::due_for_read(&app.db, app.now).await? {
        top_up::record_read(&app.db, &id, app.now).await?;
        match stripe.checkout_session(&id).await {
            Ok(session) => sync_one_top_up(app, stripe, &session, &mut counts).await?,
            Err(fault) => counts.fault = Some(fault.reason()),
        }
    }
    let overdue = app.now.saturating_sub(OVERDUE_MS);
    let is_late = !subscription::unread_since(&app.db, overdue, moves_after).await?.is_empty()
        || !top_up::due_for_read(&app.db, overdue).await?.is_empty();
    counts.fault = counts.fault.or_else(|| is_late.then(|| OVERDUE.to_owned()));
    Ok(counts)
}

/// Applies the top-ups whose events were lost.
async fn apply_missed_top_ups(
    app: &App,
    stripe: &Stripe,
    found: &[CheckoutSession],
    counts: &mut Counts,
) -> Result<()> {
    let bought: Vec<&CheckoutSession> = found.iter().filter(|session| session.mode == "payment").collect();
    let ids: Vec<&str> = bought.iter().map(|session| session.id.as_str()).collect();
    let unknown = top_up::unknown(&app.db, &serde_json::to_string(&ids)?).await?;
    for session in bought.into_iter().filter(|session| unknown.contains(&session.id)) {
        sync_one_top_up(app, stripe, session, counts).await?;
    }
    Ok(())
}

async fn sync_one_top_up(app: &App, stripe: &Stripe, session: &CheckoutSession, counts: &mut Counts) -> Result<()> {
    match sync_top_up::run(app, stripe, session).await {
        Ok((_, is_new)) => counts.repaired.extend(is_new.then(|| session.id.clone())),
        Err(SyncError::Overtaken) => {}
        Err(SyncError::Stripe(fault)) => counts.fault = Some(fault.reason()),
        Err(SyncError::Internal(error)) => return Err(error),
    }
    Ok(())
}
