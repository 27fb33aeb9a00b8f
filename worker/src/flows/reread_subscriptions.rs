//! Asks Stripe about every customer once a day, and about purchases that no event told of: an event that was lost is made good.

use domain::retention::DAY_MS;
use domain::stripe::checkout::CheckoutSession;
use domain::stripe::top_up::is_returned;
use std::collections::BTreeSet;

use crate::app::App;
use crate::error::Result;
use crate::flows::read_subscriptions::{self, Reading};
use crate::flows::read_top_up;
use crate::integrations::stripe::Fault;
use crate::store::{subscription, top_up};

/// Purchases of so many days are looked for.
const LOOK_BACK_MS: i64 = 3 * DAY_MS;

/// What one run found.
#[derive(Default)]
pub struct Counts {
    pub read: usize,
    /// Customers of whom something was not as it should be, and top-ups that were missed: ids.
    pub mended: Vec<String>,
    /// Why Stripe could not be asked.
    pub fault: Option<String>,
}

/// One bounded run.
///
/// # Errors
/// Of the database.
pub async fn run(app: &App) -> Result<Counts> {
    let mut counts = Counts::default();
    let Some(stripe) = &app.config.stripe else { return Ok(counts) };
    let mut customers: BTreeSet<String> =
        subscription::unread_since(&app.db, app.now.saturating_sub(DAY_MS)).await?.into_iter().collect();
    let since = app.now.saturating_sub(LOOK_BACK_MS).div_euclid(1000);
    match stripe.subscriptions_since(since).await {
        Ok(bought) => {
            let ids: Vec<&str> = bought.iter().map(|one| one.id.as_str()).collect();
            let unknown = subscription::unknown(&app.db, &serde_json::to_string(&ids)?).await?;
            customers.extend(bought.into_iter().filter(|one| unknown.contains(&one.id)).map(|one| one.customer));
        }
        Err(Fault::Passing(reason, _) | Fault::Permanent(reason)) => {
            counts.fault = Some(reason);
            return Ok(counts);
        }
    }
    for customer in customers {
        match read_subscriptions::run(app, &customer).await? {
            Reading::Done { changed, .. } => {
                counts.read = counts.read.saturating_add(1);
                counts.mended.extend(changed.then_some(customer));
            }
            // Whoever wrote has read the same.
            Reading::Overtaken => {}
            Reading::Later(reason, _) | Reading::Never(reason) => counts.fault = Some(reason),
        }
    }
    match stripe.checkouts_since(since).await {
        Ok(found) => top_ups(app, found, &mut counts).await?,
        Err(Fault::Passing(reason, _) | Fault::Permanent(reason)) => counts.fault = Some(reason),
    }
    Ok(counts)
}

/// Top-ups that no event told of, and those whose money went back.
async fn top_ups(app: &App, found: Vec<CheckoutSession>, counts: &mut Counts) -> Result<()> {
    let bought: Vec<CheckoutSession> = found.into_iter().filter(|session| session.mode == "payment").collect();
    let ids: Vec<&str> = bought.iter().map(|session| session.id.as_str()).collect();
    let unknown = top_up::unknown(&app.db, &serde_json::to_string(&ids)?).await?;
    for session in bought.iter().filter(|session| unknown.contains(&session.id) || is_returned(session)) {
        if read_top_up::run(app, session).await?.1 {
            counts.mended.push(session.id.clone());
        }
    }
    Ok(())
}
