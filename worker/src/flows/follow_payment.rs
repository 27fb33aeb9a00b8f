//! Follows what Stripe told of, by asking what is so now: a purchase of more credits, or the subscriptions of a customer.

use crate::app::App;
use crate::config::Stripe;
use crate::error::Result;
use crate::flows::read_subscriptions::{self, Reading};
use crate::flows::read_top_up;
use crate::store::payment_event::ReceivedEvent;

/// The plan goes on after it: who gives money back may end the plan in Stripe too.
const REFUNDED: &str = "charge.refunded";
const DISPUTE: &str = "charge.dispute.";
const DISPUTED: &str = "A payment is disputed, or was: answer it in Stripe.";

/// What an event is about.
///
/// # Errors
/// Of the database.
pub async fn run(app: &App, event: &ReceivedEvent) -> Result<Reading> {
    let Some(stripe) = &app.config.stripe else { return Ok(Reading::Never("No Stripe key is set.".into())) };
    if event.kind.starts_with(DISPUTE) {
        return disputed(app, stripe, event.payment_intent.as_deref()).await;
    }
    let found = match (&event.object_id, &event.payment_intent) {
        (Some(id), _) if id.starts_with("cs_") => stripe.checkout_session(id).await.map(Some),
        (_, Some(payment)) => stripe.checkout_of_payment(payment).await,
        _ => Ok(None),
    };
    let mut session = match found {
        Ok(found) => found.filter(|session| session.mode == "payment"),
        Err(fault) => return Ok(fault.into()),
    };
    if let Some(found) = session.as_ref().filter(|found| found.payment_intent.is_none()) {
        // The list does not say what became of the payment.
        session = match stripe.checkout_session(&found.id).await {
            Ok(found) => Some(found),
            Err(fault) => return Ok(fault.into()),
        };
    }
    match (session, &event.customer) {
        (Some(session), _) => {
            let (words, changed) = read_top_up::run(app, &session).await?;
            Ok(Reading::Done { words, changed })
        }
        (None, Some(customer)) => {
            let reading = read_subscriptions::run(app, customer).await?;
            Ok(if event.kind == REFUNDED { with_words("Money was refunded.", reading) } else { reading })
        }
        (None, None) => Ok(Reading::Done { words: "It names no customer.".into(), changed: false }),
    }
}

/// A dispute names the payment, and that its customer.
async fn disputed(app: &App, stripe: &Stripe, payment: Option<&str>) -> Result<Reading> {
    let customer = match payment {
        Some(payment) => stripe.payer(payment).await,
        None => Ok(None),
    };
    match customer {
        Ok(Some(customer)) => Ok(with_words(DISPUTED, read_subscriptions::run(app, &customer).await?)),
        Ok(None) => Ok(Reading::Done { words: DISPUTED.into(), changed: false }),
        Err(fault) => Ok(fault.into()),
    }
}

/// What came of a reading, after what led to it.
fn with_words(before: &str, reading: Reading) -> Reading {
    match reading {
        Reading::Done { words, changed } => Reading::Done { words: format!("{before} Of the plan: {words}"), changed },
        other => other,
    }
}
