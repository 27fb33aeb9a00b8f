//! Cancels a client's plan, or resumes it.

use std::collections::BTreeSet;

use domain::api::billing::Cancellation;
use domain::audit::AuditAction;
use domain::subscription::{Facts, SubscriptionState, access_end, state};

use crate::app::App;
use crate::auth::guard::ClientUser;
use crate::error::{Error, Result, refusal};
use crate::flows::clients::notify_leavers;
use crate::flows::payments::{notify_resumed, sync_subscriptions};
use crate::store::clients::client;
use crate::store::clients::client::cancellation::{self, Leaver};
use crate::store::db::Query;
use crate::store::identity::session::CurrentSession;
use crate::store::payments::plan_change::record_state;
use crate::store::payments::subscription::client_plan::{self, LiveSubscription};
use crate::store::payments::subscription::refund_due;
use crate::store::platform::audit::Entry;

/// The client has no plan, as Sayso's own pages.
pub const NO_PLAN: Error = refusal!(409, "no_plan", "There is no plan to cancel here.");

/// A plan cancelled too long ago to be resumed.
pub const PLAN_ENDED: Error =
    refusal!(409, "plan_ended", "This plan has ended. Please contact support to begin again.");

/// The client has no subscription.
pub const NO_SUBSCRIPTION: Error = refusal!(409, "no_subscription", "There is no subscription to manage here.");

/// Cancels the plan and confirms it by mail, once Stripe has confirmed that nothing more is charged. Idempotent. A subscription
/// ends with the paid month; one whose current month is unpaid ends at once, and its payment is not retried.
///
/// # Errors
/// [`NO_PLAN`], [`Error::payments_unavailable`].
pub async fn run(app: &App, by: &ClientUser) -> Result<Cancellation> {
    let ended = end_payments(app, &by.client_id).await?;
    let client_plan = client_plan::of_client(&app.db, &by.client_id).await?.ok_or(NO_PLAN)?;
    if ended > 0
        && let Some((entry, admin)) = line(by, AuditAction::PlanCancel)
    {
        app.db.idempotent_change(entry.query(admin, app.now)).await?;
    }
    if client_plan.facts().cancelled_at.is_none() {
        match client_plan.live() {
            // A subscription has just started.
            Some(_) => return Err(Error::payments_unavailable("A subscription has started in the meantime.".into())),
            None => {
                let mut statements = vec![cancellation::cancel(&by.client_id, app.now)];
                statements.extend(line_after_change(app, by, AuditAction::PlanCancel));
                app.db.transaction(statements).await?;
            }
        }
    }
    let leaver = cancellation::leaver(&app.db, &by.client_id).await?.ok_or(NO_PLAN)?;
    if client_plan.live().is_none() {
        app.db.transaction(record_state(&leaver.id, None, state(facts_of(&leaver), app.now), app.now)).await?;
    }
    // If this fails, the schedule does it.
    notify_leavers::one(app, &leaver).await?;
    Ok(Cancellation { cancelled_at: leaver.cancelled_at, access_ends_at: access_end(leaver.cancelled_at) })
}

/// Stops all charges of a client at Stripe: expires its open payment pages, deletes pending invoice items, ends every subscription, and
/// refunds unassigned purchases with its address. Returns the number of ended subscriptions, once a new read shows that none will charge.
async fn end_payments(app: &App, client_id: &str) -> Result<usize> {
    let Some(stripe) = &app.config.stripe else { return Ok(0) };
    let email = client::email(&app.db, client_id).await?.ok_or(NO_PLAN)?;
    let mut own: BTreeSet<String> = client_plan::customers(&app.db, client_id).await?.into_iter().collect();
    let mut customers = own.clone();
    // The event of a purchase with the client's address may not have arrived.
    customers.extend(stripe.customers_with(&email).await?);
    for customer in &customers {
        stripe.close_subscribe_pages(customer).await?;
        // Such a purchase may have been paid without its event arriving.
        sync_subscriptions::require(app, customer).await?;
    }
    let going_on = client_plan::ongoing(&app.db, client_id, &email).await?;
    for one in &going_on {
        if one.is_unanswered {
            if app.db.idempotent_change(refund_due::mark(&one.id, app.now)).await? == 0 {
                // The buyer has just assigned it.
                continue;
            }
            own.insert(one.customer.clone());
        }
        if one.is_unanswered || one.is_unpaid {
            stripe.end_subscription(&one.id).await?;
        } else {
            stripe.set_renewal(&one.id, false).await?;
        }
    }
    for customer in &own {
        stripe.delete_pending_items(customer).await?;
    }
    if !going_on.is_empty() {
        for customer in &customers {
            sync_subscriptions::require(app, customer).await?;
        }
    }
    match client_plan::ongoing(&app.db, client_id, &email).await?.first() {
        None => Ok(going_on.len()),
        Some(left) => Err(Error::payments_unavailable(format!("Stripe goes on with {}.", left.id))),
    }
}

/// Resumes the plan while access lasts. No-op if it was not cancelled.
///
/// # Errors
/// [`PLAN_ENDED`], also if a subscription has ended, because a new one is needed. [`Error::payments_unavailable`].
pub async fn withdraw(app: &App, by: &ClientUser) -> Result<()> {
    let Some(leaver) = cancellation::leaver(&app.db, &by.client_id).await? else { return Ok(()) };
    let client_plan = client_plan::of_client(&app.db, &by.client_id).await?.ok_or(NO_PLAN)?;
    match (client_plan.live(), &client_plan.subscription_id) {
        (Some(living), _) => {
            renew(app, &living).await?;
            if let Some((entry, admin)) = line(by, AuditAction::PlanResume) {
                app.db.idempotent_change(entry.query(admin, app.now)).await?;
            }
        }
        (None, Some(_)) => return Err(PLAN_ENDED),
        (None, None) => {
            let mut statements = vec![cancellation::withdraw(&leaver.id, leaver.cancelled_at, app.now)];
            statements.extend(line_after_change(app, by, AuditAction::PlanResume));
            app.db.transaction(statements).await?;
        }
    }
    // A concurrent request may have done it.
    match cancellation::leaver(&app.db, &by.client_id).await? {
        Some(_) => Err(PLAN_ENDED),
        None if client_plan.live().is_some() => Ok(()),
        None => {
            let resume = record_state(&by.client_id, None, SubscriptionState::Active, app.now);
            app.db.transaction(resume).await?;
            notify_resumed::run(app, &by.client_id).await
        }
    }
}

fn facts_of(leaver: &Leaver) -> Facts {
    Facts { cancelled_at: Some(leaver.cancelled_at), unpaid_since: None }
}

/// Renews a subscription at Stripe and re-reads it.
async fn renew(app: &App, living: &LiveSubscription<'_>) -> Result<()> {
    let stripe = app.config.stripe.as_ref().ok_or(NO_SUBSCRIPTION)?;
    stripe.set_renewal(living.id, true).await?;
    sync_subscriptions::require(app, living.customer).await
}

/// The audit entry and its admin, if an admin acts.
fn line<'a>(by: &'a ClientUser, action: AuditAction) -> Option<(Entry<'a>, &'a CurrentSession)> {
    by.user.admin().map(|admin| (Entry::without_fields(action, &by.client_id, &by.company_name), admin))
}

fn line_after_change(app: &App, by: &ClientUser, action: AuditAction) -> Option<Query> {
    line(by, action).map(|(entry, admin)| entry.query_after_change(admin, app.now))
}
