//! Hourly: closes an ended month whose commissions are not computed, and compares payouts with Stripe.

use domain::schedule::CLOSE_COMMISSIONS;

use super::record_run;
use crate::app::App;
use crate::error::Result;
use crate::flows;

/// Closes a month, logs one line of counts and records the run.
pub async fn run(app: &App) {
    let outcome = steps(app).await.map_err(|error| error.cause().unwrap_or_default());
    record_run(app, &CLOSE_COMMISSIONS, outcome).await;
}

async fn steps(app: &App) -> Result<Vec<(&'static str, usize)>> {
    let partners = flows::partners::close_commissions::run(app).await?;
    let (payouts, accounts) = flows::partners::reconcile_payouts::run(app).await?;
    let notified = flows::partners::notify_partners::run(app).await?;
    Ok(vec![
        ("partners", usize::try_from(partners).unwrap_or(usize::MAX)),
        ("payouts", payouts),
        ("payout accounts", accounts),
        ("notified", notified),
    ])
}
