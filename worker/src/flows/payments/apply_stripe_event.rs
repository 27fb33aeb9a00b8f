//! Applies an event from Stripe: re-reads its object, which is a purchase of credits or a customer's subscriptions.

use crate::app::App;
use crate::config::Stripe;
use crate::error::Result;
use crate::flows::payments::read_subscriptions::{self, Reading};
use crate::flows::payments::{notify_dispute, read_top_up};
use crate::integrations::stripe::Outcome;
use crate::store::payments::payment_event::ReceivedEvent;

/// A refund alone does not end the plan.
const REFUNDED: &str = "charge.refunded";
const DISPUTE: &str = "charge.dispute.";
const DISPUTED: &str = "A payment is, or was, disputed or queried: answer it in Stripe.";

/// Re-reads the event's object and stores it.
///
/// # Errors
/// Fails if the database does.
pub async fn run(app: &App, event: &ReceivedEvent) -> Result<Reading> {
    let Some(stripe) = &app.config.stripe else { return Ok(Reading::Never("No Stripe key is set.".into())) };
    let is_disputed = event.kind.starts_with(DISPUTE);
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
        // Stripe's list leaves the payment's state out.
        session = match stripe.checkout_session(&found.id).await {
            Ok(found) => Some(found),
            Err(fault) => return Ok(fault.into()),
        };
    }
    match (session, &event.customer) {
        (Some(session), _) => Ok(match read_top_up::run(app, stripe, &session).await? {
            Ok((words, changed)) if is_disputed => done(format!("{DISPUTED} {words}"), changed),
            Ok((words, changed)) => done(words, changed),
            Err(fault) => fault.into(),
        }),
        // A dispute names only the payment.
        (None, _) if is_disputed => disputed(app, stripe, event).await,
        (None, Some(customer)) => {
            let reading = read_subscriptions::run(app, customer).await?;
            Ok(if event.kind == REFUNDED {
                with_words("Money was refunded.", reading)
            } else {
                of_plan(event, reading)
            })
        }
        (None, None) => Ok(done("It names no customer.".into(), false)),
    }
}

const fn done(words: String, changed: bool) -> Reading {
    Reading::Done { words, changed, is_doubtful: false }
}

/// Omits the plan's state if the event does not concern it, such as one about a card or an address, or one that changed
/// nothing. Purchases, payments and ends always report it.
fn of_plan(event: &ReceivedEvent, reading: Reading) -> Reading {
    match reading {
        Reading::Done { changed, is_doubtful: false, .. } if !reports_plan(&event.kind, changed) => {
            done(String::new(), changed)
        }
        other => other,
    }
}

fn reports_plan(kind: &str, changed: bool) -> bool {
    match kind {
        "payment_method.attached" | "customer.updated" => false,
        "customer.deleted" | "customer.subscription.deleted" | "invoice.paid" | "invoice.payment_failed" => true,
        other => changed || other.starts_with("checkout.session."),
    }
}

/// Re-reads a disputed payment's customer: a dispute names the payment, and the payment its customer.
async fn disputed(app: &App, stripe: &Stripe, event: &ReceivedEvent) -> Result<Reading> {
    let customer = match &event.payment_intent {
        Some(payment) => stripe.payer(payment).await,
        None => Ok(None),
    };
    let customer = match customer {
        Ok(customer) => customer,
        Err(fault) => return Ok(fault.into()),
    };
    // Reading subscriptions notifies only about disputes of their invoices.
    if let Err(fault) = notify(app, stripe, event, customer.as_deref().unwrap_or_default()).await? {
        return Ok(fault.into());
    }
    match customer {
        Some(customer) => Ok(with_words(DISPUTED, read_subscriptions::run(app, &customer).await?)),
        None => Ok(done(DISPUTED.into(), false)),
    }
}

async fn notify(app: &App, stripe: &Stripe, event: &ReceivedEvent, payer: &str) -> Result<Outcome<()>> {
    let Some(id) = &event.object_id else { return Ok(Ok(())) };
    match stripe.dispute(id).await {
        Ok(dispute) => notify_dispute::run(app, payer, [&dispute]).await.map(Ok),
        Err(fault) => Ok(Err(fault)),
    }
}

/// Prefixes a reading's summary with its cause.
fn with_words(before: &str, reading: Reading) -> Reading {
    match reading {
        Reading::Done { words, changed, is_doubtful } => {
            Reading::Done { words: format!("{before} {words}"), changed, is_doubtful }
        }
        other => other,
    }
}
