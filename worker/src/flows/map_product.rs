//! An admin says which plan a product at the payment provider is; whoever pays for it has that plan from now on, and for what was paid.

use domain::audit::AuditAction;
use domain::plan::PlanType;

use crate::app::App;
use crate::error::{Error, Result};
use crate::flows::read_subscriptions;
use crate::store::audit::Entry;
use crate::store::plan_product;
use crate::store::session::CurrentSession;

/// Notes it, and reads everybody again who waits for it.
///
/// # Errors
/// [`Error::NotFound`] where nobody waits for it, [`Error::PaymentsAway`].
pub async fn run(app: &App, by: &CurrentSession, product: &str, plan: PlanType) -> Result<()> {
    let waiting = plan_product::waiting(&app.db, product).await?;
    if waiting.is_empty() {
        return Err(Error::NotFound("Product"));
    }
    let entry = Entry::change(AuditAction::ProductMap, product, product, ("plan", None, plan.as_str()));
    app.db.transaction(vec![plan_product::decide(product, plan, app.now), entry.query(by, app.now)]).await?;
    for customer in waiting {
        // If this fails, the daily reading applies them.
        read_subscriptions::require(app, &customer).await?;
    }
    Ok(())
}
