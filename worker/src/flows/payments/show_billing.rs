//! A client's plan and payments, as the client sees them.

use domain::api::billing::{Billing, CardView, OpenPayment, PaidBy, TopUpOffer};
use domain::client::ClientStatus;
use domain::date::date_of;
use domain::plan::TOP_UP;
use domain::setting::PAYMENT_TOP_UP;
use domain::stripe::top_up;
use domain::subscription::{PlanState, state};

use crate::app::App;
use crate::auth::guard::ClientUser;
use crate::error::{Error, Result};
use crate::store::payments::plan_change;
use crate::store::payments::subscription::client_plan::{self, ClientPlan};
use crate::store::payments::subscription::referral;
use crate::store::platform::setting;

/// Returns a client's billing data.
///
/// # Errors
/// [`Error::not_found`].
pub async fn run(app: &App, user: &ClientUser) -> Result<Billing> {
    let id = &user.client_id;
    let client_plan = client_plan::of_client(&app.db, id).await?.ok_or_else(|| Error::not_found("Client"))?;
    let (is, until) = state(client_plan.facts(), app.now).parts();
    let is_live = client_plan.live().is_some();
    let unanswered = client_plan::newest_unassigned(&app.db, &client_plan.email).await?;
    // Credits bought while the page is closed would lapse unused.
    let takes_videos =
        client_plan.status != ClientStatus::Suspended && !matches!(is, PlanState::Suspended | PlanState::Ended);
    let top_up =
        if client_plan.has_plan() && takes_videos && client_plan.facts().cancelled_at.is_none_or(|at| at > app.now) {
            top_up::page(&setting::get(&app.db, PAYMENT_TOP_UP).await?, id, &client_plan.email)
        } else {
            None
        };
    Ok(Billing {
        plan_type: client_plan.plan_type,
        state: is,
        until,
        subscription: client_plan.subscription_id.as_ref().map(|_| PaidBy {
            paid_until: client_plan.paid_until,
            is_paid: client_plan.is_paid,
            ends: !is_live || client_plan.ends_at.is_some(),
            has_ended: !is_live,
            is_due: client_plan.is_due(),
            next: client_plan.next(),
            open: client_plan.open_pence.map(|pence| OpenPayment { pence, retry_at: client_plan.retry_at }),
            card: card_of(&client_plan),
        }),
        top_up: top_up.map(|url| TopUpOffer { credits: TOP_UP.credits, pence: TOP_UP.pence, url }),
        can_subscribe: app.config.stripe.is_some()
            && client_plan.has_plan()
            && !is_live
            && unanswered.is_none()
            && !client_plan.is_suspended_by_admin(),
        unanswered,
        referral: if user.user.is_admin() { referral::of_client(&app.db, id).await? } else { None },
        changes: if user.user.is_admin() { plan_change::newest(&app.db, id).await? } else { Vec::new() },
    })
}

fn card_of(client_plan: &ClientPlan) -> Option<CardView> {
    let expires = client_plan.card_expires.clone()?;
    let next_payment = client_plan.paid_until.map(|at| date_of(at).format("%Y-%m").to_string());
    Some(CardView {
        brand: client_plan.card_brand.clone()?,
        last4: client_plan.card_last4.clone()?,
        // Compares as text: both are `yyyy-MM`.
        expires_before_payment: next_payment.is_some_and(|month| expires < month),
        expires,
    })
}
