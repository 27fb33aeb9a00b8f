//! Reads what Stripe says of a purchase of more credits, and gives them, or takes them back. Whatever led here, and however often, comes
//! to the same.

use domain::stripe::checkout::CheckoutSession;
use domain::stripe::top_up::{credits_of, is_paid, is_returned};

use crate::app::App;
use crate::error::Result;
use crate::flows::tell_of_doubt;
use crate::store::client;
use crate::store::top_up::{self, TopUp};

const NAMELESS: &str = "It names no client of ours.";

/// Follows a purchase that was paid once. Says what came of it, in words for an admin, and whether that was new.
///
/// # Errors
/// Of the database.
pub async fn run(app: &App, session: &CheckoutSession) -> Result<(String, bool)> {
    if !is_paid(session) {
        return Ok(("It is not paid.".to_owned(), false));
    }
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
        paid_at: session.created.saturating_mul(1000),
    };
    let is_new = app.db.transaction(top_up::give(&bought, app.now)).await?.first() == Some(&1);
    if is_returned(session) {
        // An admin may have said whose it is.
        let holder = top_up::holder(&app.db, &session.id).await?.flatten();
        let taken = app.db.transaction(top_up::take_back(&session.id, holder.as_deref(), app.now)).await?;
        return Ok((
            "Its money went back, and with it what was left of its credits.".into(),
            taken.first() == Some(&1),
        ));
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
