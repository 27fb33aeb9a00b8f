//! Maps a Stripe product to a plan for an admin. Its payers have that plan from now on, including for past payments.
//! Can be changed again.

use domain::audit::AuditAction;
use domain::plan::PlanType;

use crate::app::App;
use crate::error::{Error, Result};
use crate::flows::payments::sync_subscriptions;
use crate::store::identity::session::CurrentSession;
use crate::store::payments::plan_product;
use crate::store::platform::audit::Entry;

const NO_EFFECT: &str =
    "Only what is paid once a month in pounds, for one, can be a plan. Put it right in Stripe, or refund it.";

/// Stores the mapping and re-reads all payers of the product.
///
/// # Errors
/// [`Error::not_found`] if nobody pays for it, [`Error::malformed`] if no plan resolves it, [`Error::payments_unavailable`].
pub async fn run(app: &App, by: &CurrentSession, product: &str, plan: PlanType) -> Result<()> {
    let before = plan_product::mapped_plan(&app.db, product).await?;
    let payers = plan_product::payers(&app.db, product).await?;
    if payers.is_empty() && before.is_none() {
        return Err(if plan_product::is_in_doubt(&app.db, product).await? {
            Error::malformed(NO_EFFECT)
        } else {
            Error::not_found("Product")
        });
    }
    if before != Some(plan) {
        let change = ("plan", before.map(PlanType::as_str), plan.as_str());
        let entry = Entry::change(AuditAction::ProductMap, product, product, change);
        app.db.transaction(vec![plan_product::set_plan(product, plan, app.now), entry.query(by, app.now)]).await?;
    }
    for customer in payers {
        // If this fails, the daily read applies it.
        sync_subscriptions::require(app, &customer).await?;
    }
    Ok(())
}
