//! Applies an event from Stripe: re-reads its object, which is a purchase of credits or a customer's subscriptions.

use crate::app::App;
use crate::config::Stripe;
use crate::flows::payments::sync_error::SyncResult;
use crate::flows::payments::sync_subscriptions::{self, SyncReport};
use crate::flows::payments::{notify_dispute, sync_top_up};
use crate::integrations::stripe::Fault;
use crate::store::payments::payment_event::ReceivedEvent;

/// A refund alone does not end the plan.
const REFUNDED: &str = "charge.refunded";
const DISPUTE: &str = "charge.dispute.";
const DISPUTED: &str = "A payment is or was disputed or under inquiry. Answer it in Stripe.";

/// Re-reads the event's object and stores it.
///
/// # Errors
/// If Stripe or the database fails.
pub async fn run(app: &App, event: &ReceivedEvent) -> SyncResult<SyncReport> {
    let stripe = app.config.stripe.as_ref().ok_or_else(|| Fault::Permanent("No Stripe key is set.".into()))?;
    let is_disputed = event.kind.starts_with(DISPUTE);
    let found = match (&event.object_id, &event.payment_intent) {
        (Some(id), _) if id.starts_with("cs_") => Some(stripe.checkout_session(id).await?),
        (_, Some(payment)) => stripe.checkout_of_payment(payment).await?,
        _ => None,
    };
    let mut session = found.filter(|session| session.mode == "payment");
    if let Some(found) = session.as_ref().filter(|found| found.payment_intent.is_none()) {
        // Stripe's list leaves the payment's state out.
        session = Some(stripe.checkout_session(&found.id).await?);
    }
    // Not by the event's type: a session of the mode `payment` is a top-up, everything else concerns a plan.
    match (session, &event.customer) {
        (Some(session), _) => {
            let (summary, changed) = sync_top_up::run(app, stripe, &session).await?;
            Ok(done(if is_disputed { format!("{DISPUTED} {summary}") } else { summary }, changed))
        }
        // A dispute names only the payment.
        (None, _) if is_disputed => apply_dispute(app, stripe, event).await,
        (None, Some(customer)) => {
            let report = sync_subscriptions::run(app, customer).await?;
            Ok(if event.kind == REFUNDED {
                prefix_summary("Money was refunded.", report)
            } else {
                of_plan(event, report)
            })
        }
        (None, None) => Ok(done("The event names no customer.".into(), false)),
    }
}

const fn done(summary: String, changed: bool) -> SyncReport {
    SyncReport { summary, changed, is_doubtful: false }
}

/// Omits the plan's state if the event does not concern it, such as one about a card or an address, or one that changed
/// nothing. Purchases, payments and ends always report it.
fn of_plan(event: &ReceivedEvent, report: SyncReport) -> SyncReport {
    let is_news = report.is_doubtful || reports_plan(&event.kind, report.changed);
    if is_news { report } else { done(String::new(), report.changed) }
}

fn reports_plan(kind: &str, changed: bool) -> bool {
    match kind {
        "payment_method.attached" | "customer.updated" => false,
        "customer.deleted" | "customer.subscription.deleted" | "invoice.paid" | "invoice.payment_failed" => true,
        other => changed || other.starts_with("checkout.session."),
    }
}

/// Re-reads a disputed payment's customer: a dispute names the payment, and the payment its customer.
async fn apply_dispute(app: &App, stripe: &Stripe, event: &ReceivedEvent) -> SyncResult<SyncReport> {
    let customer = match &event.payment_intent {
        Some(payment) => stripe.payer(payment).await?,
        None => None,
    };
    // Reading subscriptions notifies only about disputes of their invoices.
    if let Some(id) = &event.object_id {
        let dispute = stripe.dispute(id).await?;
        notify_dispute::run(app, customer.as_deref().unwrap_or_default(), [&dispute]).await?;
    }
    match customer {
        Some(customer) => Ok(prefix_summary(DISPUTED, sync_subscriptions::run(app, &customer).await?)),
        None => Ok(done(DISPUTED.into(), false)),
    }
}

/// Prefixes a report's summary with its cause.
fn prefix_summary(before: &str, report: SyncReport) -> SyncReport {
    SyncReport { summary: format!("{before} {}", report.summary), ..report }
}
