//! Reads what Stripe says of a purchase of more credits, and gives them, or takes them back. Whatever led here, and however often, comes
//! to the same.

use domain::stripe::checkout::CheckoutSession;
use domain::stripe::returns::Dispute;
use domain::stripe::top_up::{charge_of, credits_of, is_paid, is_returned, returned};

use crate::app::App;
use crate::config::Stripe;
use crate::error::Result;
use crate::flows::tell_of_doubt;
use crate::integrations::stripe::Outcome;
use crate::store::client;
use crate::store::top_up::{self, TopUp};

const NAMELESS: &str = "It names no client of ours.";

/// Follows a purchase that was paid once. Says what came of it, in words for an admin, and whether that was new; or why Stripe does not say
/// what of it is disputed.
///
/// # Errors
/// Of the database.
pub async fn run(app: &App, stripe: &Stripe, session: &CheckoutSession) -> Result<Outcome<(String, bool)>> {
    if !is_paid(session) {
        return Ok(Ok(("It is not paid.".to_owned(), false)));
    }
    match disputes_of(stripe, session).await {
        Ok(disputes) => follow(app, session, &disputes).await.map(Ok),
        Err(fault) => Ok(Err(fault)),
    }
}

async fn disputes_of(stripe: &Stripe, session: &CheckoutSession) -> Outcome<Vec<Dispute>> {
    match charge_of(session).filter(|charge| charge.disputed) {
        Some(charge) => stripe.disputes(&charge.id).await,
        None => Ok(Vec::new()),
    }
}

async fn follow(app: &App, session: &CheckoutSession, disputes: &[Dispute]) -> Result<(String, bool)> {
    let named = session.client_reference_id.as_deref();
    let known = match named {
        Some(id) => client::exists(&app.db, id).await?,
        None => false,
    };
    let (client_id, credits, problem) = match (credits_of(session), named.filter(|_| known)) {
        (Ok(credits), Some(id)) => (Some(id), credits, None),
        (Ok(credits), None) => (None, credits, Some(NAMELESS.to_owned())),
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
        // Its page may have been open for long.
        paid_at: charge_of(session).and_then(|charge| charge.created).unwrap_or(session.created).saturating_mul(1000),
        invoice: session.invoice.as_deref(),
        returned: returned(session, disputes),
    };
    let is_new = app.db.transaction(top_up::give(&bought, app.now)).await?.first() == Some(&1);
    // An admin may have said whose it is.
    let held = top_up::holder(&app.db, &session.id).await?;
    let holder = held.as_ref().and_then(|held| held.client_id.clone());
    if is_returned(session, disputes) {
        let taken = app.db.transaction(top_up::take_back(&session.id, holder.as_deref(), app.now)).await?;
        return Ok((
            "Its money went back, and with it what was left of its credits.".into(),
            taken.first() == Some(&1),
        ));
    }
    if held.is_some_and(|held| held.returned_at.is_some()) {
        let given = app.db.transaction(top_up::give_back(&session.id, holder.as_deref(), app.now)).await?;
        let words = "Its money came again, and with it what had gone of its credits.";
        return Ok((words.into(), given.first() == Some(&1)));
    }
    let words = match problem {
        None => format!("{credits} credits were bought."),
        Some(problem) => {
            tell_of_doubt::run(app, &session.id).await?;
            format!("It needs an admin: {problem}")
        }
    };
    Ok((words, is_new))
}
