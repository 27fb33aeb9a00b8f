//! Switches promotion codes at Stripe: off for partners who have left, on for reinstated ones.

use crate::app::App;
use crate::config::Stripe;
use crate::error::Result;
use crate::integrations::stripe::StripeResult;
use crate::log;
use crate::store::partners::affiliate_departure::{CodeToSwitch, codes_to_switch, mark_code_switched};

/// Switches one batch of codes, and returns the number. The next run retries failed ones.
///
/// # Errors
/// If the database fails.
pub async fn run(app: &App) -> Result<usize> {
    let mut settled: usize = 0;
    for one in codes_to_switch(&app.db).await? {
        if let Some(stripe) = &app.config.stripe
            && let Err(fault) = switch(stripe, &one).await
        {
            log::warning("promotion codes", &fault.reason());
            continue;
        }
        app.db.idempotent_change(mark_code_switched(&one.id, one.left_at)).await?;
        settled = settled.saturating_add(1);
    }
    Ok(settled)
}

/// Switches off all codes with the name, or switches on the newest if none is on.
async fn switch(stripe: &Stripe, CodeToSwitch { code, left_at, .. }: &CodeToSwitch) -> StripeResult<()> {
    let codes = stripe.promotion_codes(code).await?;
    if left_at.is_some() {
        for one in codes.iter().filter(|one| one.active) {
            stripe.switch_promotion_code(&one.id, false).await?;
        }
    } else if let Some(newest) = codes.first().filter(|_| codes.iter().all(|one| !one.active)) {
        stripe.switch_promotion_code(&newest.id, true).await?;
    }
    Ok(())
}
