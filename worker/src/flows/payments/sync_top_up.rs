//! Syncs a purchase of credits with Stripe: stores the purchase, then revokes or restores its credits. Idempotent.

use domain::date::{date_of, short};
use domain::stripe::checkout::CheckoutSession;
use domain::stripe::returns::Dispute;
use domain::stripe::top_up::{charge_of, credits_of, is_paid, is_returned, returned};
use domain::subscription::{SubscriptionState, state};

use crate::app::App;
use crate::config::Stripe;
use crate::error::Result;
use crate::flows::payments::sync_error::SyncResult;
use crate::flows::payments::{issue_refunds, notify_dispute, notify_doubt};
use crate::integrations::stripe::StripeResult;
use crate::store::payments::subscription::client_plan;
use crate::store::payments::top_up::{self, TopUp};

const NO_CLIENT: &str = "It names no client of ours.";
const DECIDE: &str = "Refund it, or assign it to the right business.";

/// Syncs a paid purchase. Returns a summary for an admin and whether it changed anything.
///
/// # Errors
/// If Stripe or the database fails.
pub async fn run(app: &App, stripe: &Stripe, session: &CheckoutSession) -> SyncResult<(String, bool)> {
    if !is_paid(session) {
        return Ok(("It is not paid.".to_owned(), false));
    }
    let disputes = disputes_of(stripe, session).await?;
    Ok(apply(app, session, &disputes).await?)
}

async fn disputes_of(stripe: &Stripe, session: &CheckoutSession) -> StripeResult<Vec<Dispute>> {
    match charge_of(session).filter(|charge| charge.disputed) {
        Some(charge) => stripe.disputes(&charge.id).await,
        None => Ok(Vec::new()),
    }
}

async fn apply(app: &App, session: &CheckoutSession, disputes: &[Dispute]) -> Result<(String, bool)> {
    // The payment page may have been open for long, so the session's creation would be too early.
    let paid_at = charge_of(session).and_then(|charge| charge.created).unwrap_or(session.created).saturating_mul(1000);
    let client = takes_credits(app, session.client_reference_id.as_deref(), paid_at).await?;
    let (client_id, credits, problem) = match (credits_of(session), client) {
        (Ok(credits), Ok(id)) => (Some(id), credits, None),
        (Ok(credits), Err(problem)) => (None, credits, Some(problem)),
        (Err(problem), _) => (None, 0, Some(problem)),
    };
    let email = session.customer_details.as_ref().and_then(|details| details.email.as_deref()).unwrap_or_default();
    let bought = TopUp {
        id: &session.id,
        client_id,
        email,
        amount_pence: session.amount_total.unwrap_or_default(),
        currency: session.currency.as_deref().unwrap_or_default(),
        credits,
        problem: problem.as_deref(),
        paid_at,
        invoice: session.invoice.as_deref(),
        returned: returned(session, disputes),
    };
    let is_new = app.db.transaction(top_up::grant(&bought, app.now)).await?.first() == Some(&1);
    notify_dispute::run(app, &session.id, disputes).await?;
    // An admin may have assigned it, and the plan may have changed, since it was first read.
    let held = top_up::state(&app.db, &session.id).await?;
    let holder = held.as_ref().and_then(|held| held.client_id.clone());
    if is_returned(session, disputes) {
        let taken = app.db.transaction(top_up::revoke_credits(&session.id, holder.as_deref(), app.now)).await?;
        issue_refunds::notify_top_up_buyer(app, &session.id).await?;
        return Ok((
            "The payment was returned, and its remaining credits were taken away.".into(),
            taken.first() == Some(&1),
        ));
    }
    if held.as_ref().is_some_and(|held| held.returned_at.is_some()) {
        let given = app.db.transaction(top_up::restore_credits(&session.id, holder.as_deref(), app.now)).await?;
        if held.is_some_and(|held| held.problem.is_some()) {
            notify_doubt::run(app, &session.id).await?;
        }
        let summary = "The payment came back, and its credits were restored.";
        return Ok((summary.into(), given.first() == Some(&1)));
    }
    let summary = match held.and_then(|held| held.problem) {
        None => format!("{credits} credits were bought."),
        Some(problem) => {
            notify_doubt::run(app, &session.id).await?;
            format!("It needs an admin: {problem}")
        }
    };
    Ok((summary, is_new))
}

/// Returns the client of a top-up, or the reason for an admin why nobody gets its credits.
async fn takes_credits<'a>(
    app: &App,
    client_id: Option<&'a str>,
    paid_at: i64,
) -> Result<std::result::Result<&'a str, String>> {
    let Some(id) = client_id else { return Ok(Err(NO_CLIENT.to_owned())) };
    let Some(client_plan) = client_plan::of_client(&app.db, id).await? else { return Ok(Err(NO_CLIENT.to_owned())) };
    let company = &client_plan.company_name;
    if client_plan.is_suspended_by_admin() {
        // A payment page may stay open or be bookmarked.
        return Ok(Err(format!("It was paid for {company}, which is suspended: no credits were given. {DECIDE}")));
    }
    Ok(match state(client_plan.facts(), paid_at) {
        SubscriptionState::Ended(end) => Err(format!(
            "It was paid after the plan of {company} had ended, on {} (UTC): no credits were given. {DECIDE}",
            short(date_of(end))
        )),
        SubscriptionState::Suspended(_) => Err(format!(
            "It was paid while the plan of {company} is unpaid and its page closed: no credits were given. {DECIDE}"
        )),
        _ => Ok(id),
    })
}
