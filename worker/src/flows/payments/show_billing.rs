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
use crate::store::payments::subscription::referral;
use crate::store::payments::subscription::standing::{self, Standing};
use crate::store::platform::setting;

/// Returns a client's billing data.
///
/// # Errors
/// [`Error::not_found`].
pub async fn run(app: &App, user: &ClientUser) -> Result<Billing> {
    let id = &user.client_id;
    let standing = standing::of_client(&app.db, id).await?.ok_or_else(|| Error::not_found("Client"))?;
    let (is, until) = state(standing.facts(), app.now).parts();
    let living = standing.live().is_some();
    let unanswered = standing::newest_unassigned(&app.db, &standing.email).await?;
    // Credits bought while the page is closed would lapse unused.
    let takes_videos =
        standing.status != ClientStatus::Suspended && !matches!(is, PlanState::Suspended | PlanState::Ended);
    let top_up = if standing.has_plan() && takes_videos && standing.facts().cancelled_at.is_none_or(|at| at > app.now) {
        top_up::page(&setting::get(&app.db, PAYMENT_TOP_UP).await?, id, &standing.email)
    } else {
        None
    };
    Ok(Billing {
        plan_type: standing.plan_type,
        state: is,
        until,
        subscription: standing.subscription_id.as_ref().map(|_| PaidBy {
            paid_until: standing.paid_until,
            is_paid: standing.is_paid,
            ends: !living || standing.ends_at.is_some(),
            has_ended: !living,
            is_due: standing.is_due(),
            next: standing.next(),
            open: standing.open_pence.map(|pence| OpenPayment { pence, retry_at: standing.retry_at }),
            card: card_of(&standing),
        }),
        top_up: top_up.map(|url| TopUpOffer { credits: TOP_UP.credits, pence: TOP_UP.pence, url }),
        can_subscribe: app.config.stripe.is_some()
            && standing.has_plan()
            && !living
            && unanswered.is_none()
            && !standing.is_suspended_by_admin(),
        unanswered,
        referral: if user.user.is_admin() { referral::of_client(&app.db, id).await? } else { None },
        changes: if user.user.is_admin() { plan_change::newest(&app.db, id).await? } else { Vec::new() },
    })
}

fn card_of(standing: &Standing) -> Option<CardView> {
    let expires = standing.card_expires.clone()?;
    let next_payment = standing.paid_until.map(|at| date_of(at).format("%Y-%m").to_string());
    Some(CardView {
        brand: standing.card_brand.clone()?,
        last4: standing.card_last4.clone()?,
        // Compares as text: both are `yyyy-MM`.
        expires_before_payment: next_payment.is_some_and(|month| expires < month),
        expires,
    })
}
