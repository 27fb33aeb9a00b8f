//! Follows what Stripe told of, by asking what is so now: a purchase of more credits, or the subscriptions of a customer.

use crate::app::App;
use crate::error::Result;
use crate::flows::read_subscriptions::{self, Reading};
use crate::flows::read_top_up;
use crate::store::payment_event::ReceivedEvent;

/// The plan goes on after it: who gives money back may end the plan in Stripe too.
const REFUNDED: &str = "charge.refunded";

/// What an event is about.
///
/// # Errors
/// Of the database.
pub async fn run(app: &App, event: &ReceivedEvent) -> Result<Reading> {
    let Some(stripe) = &app.config.stripe else { return Ok(Reading::Never("No Stripe key is set.".into())) };
    if event.object_id.as_deref().is_some_and(|id| id.starts_with("du_") || id.starts_with("dp_")) {
        let words = "A payment is disputed, or was: what can be done about it is in Stripe.".into();
        return Ok(Reading::Done { words, changed: false });
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
        (None, Some(customer)) => match read_subscriptions::run(app, customer).await? {
            Reading::Done { words, changed } if event.kind == REFUNDED => {
                Ok(Reading::Done { words: format!("Money was refunded. Of the plan: {words}"), changed })
            }
            reading => Ok(reading),
        },
        (None, None) => Ok(Reading::Done { words: "It names no customer.".into(), changed: false }),
    }
}
