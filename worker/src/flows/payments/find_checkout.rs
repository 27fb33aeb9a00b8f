//! Finds what a checkout session bought: from its row once its event was applied, until then from Stripe.

use domain::api::site::{PaidCheckout, PurchaseState};
use domain::stripe::is_checkout_id;
use domain::stripe::standing::Purchase;

use crate::app::App;
use crate::auth::client_ip;
use crate::error::{Error, Result};
use crate::integrations::stripe::Fault;
use crate::request::Request;
use crate::store::identity::rate_limit_event;
use crate::store::payments::{plan_product, subscription};

/// Returns the plan and the payer's address.
///
/// # Errors
/// [`Error::not_found`], [`Error::too_many_attempts`], [`Error::payments_unavailable`].
pub async fn run(app: &App, request: &Request, id: &str) -> Result<PaidCheckout> {
    let unknown = || Error::not_found("Purchase");
    if !is_checkout_id(id) {
        return Err(unknown());
    }
    if let Some(known) = subscription::purchase(&app.db, id).await? {
        let discounts = known.next().map(|next| next.discounts).unwrap_or_default();
        return Ok(PaidCheckout {
            plan: known.plan_type.ok_or_else(unknown)?,
            needs_address: known.needs_address(),
            state: known.state(),
            returned_pence: known.returned_pence,
            takes_set_up: known.accepts_set_up(),
            email: known.email,
            paid_pence: known.paid_pence,
            lines: known.lines,
            next_pence: known.next_pence,
            next_at: known.next_at,
            discounts,
            question: known.known_company,
        });
    }
    let Some(stripe) = &app.config.stripe else { return Err(unknown()) };
    let event_id = uuid::Uuid::new_v4().to_string();
    let household = client_ip::household(&app.config, request);
    rate_limit_event::record_checkout(&app.db, &event_id, &household, app.now)
        .await?
        .map_err(Error::too_many_attempts)?;
    let details = match stripe.checkout_details(id).await {
        Ok(details) => details,
        Err(Fault::Permanent(_)) => return Err(unknown()),
        Err(Fault::Transient(why, _)) => return Err(Error::payments_unavailable(why)),
    };
    let bought = Purchase::of(&details).ok_or_else(unknown)?;
    let known = plan_product::plan_of(&app.db, bought.product()).await?;
    let (plan, email) = (bought.plan(known).ok_or_else(unknown)?, bought.email);
    let lines = details.payment_lines();
    Ok(PaidCheckout {
        plan,
        email,
        paid_pence: details.amount_total,
        lines,
        next_pence: None,
        next_at: None,
        discounts: Vec::new(),
        question: None,
        needs_address: false,
        state: PurchaseState::Paid,
        returned_pence: 0,
        takes_set_up: true,
    })
}
