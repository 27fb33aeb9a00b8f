//! Switches the promotion codes of partners who have left off at the payment provider, and of those who are back on.

use crate::app::App;
use crate::config::Stripe;
use crate::error::Result;
use crate::integrations::stripe::Outcome;
use crate::log;
use crate::store::affiliate_departure::{UnsettledCode, code_settled, unsettled_codes};

/// Whatever has to be switched, a bounded number of codes; what Stripe refuses is tried again the next time. Says how many were switched.
///
/// # Errors
/// Of the database.
pub async fn run(app: &App) -> Result<usize> {
    let mut settled: usize = 0;
    for one in unsettled_codes(&app.db).await? {
        if let Some(stripe) = &app.config.stripe
            && let Err(fault) = switch(stripe, &one).await
        {
            log::warning("promotion codes", &fault.reason());
            continue;
        }
        app.db.idempotent_change(code_settled(&one.id, one.left_at)).await?;
        settled = settled.saturating_add(1);
    }
    Ok(settled)
}

/// Off are all codes of the name; on is the newest, where none is.
async fn switch(stripe: &Stripe, UnsettledCode { code, left_at, .. }: &UnsettledCode) -> Outcome<()> {
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
