//! Reads a customer's subscriptions from Stripe, and updates its clients, their credits and their access. Idempotent,
//! whatever the reason to read.

use domain::comparable::email_address;
use domain::email::EmailTemplate;
use domain::stripe::checkout::CheckoutSession;
use domain::stripe::invoice::{Invoice, Upcoming};
use domain::stripe::objects::{Card, Customer, LatestInvoice, Subscription};
use domain::stripe::returns::RefundedMoney;
use domain::stripe::standing::{Origin, facts_of, has_begun, is_by_product, plan_of, problem_of, product_of};
use domain::subscription::{Facts, SubscriptionState, state};
use media_wasm::submission::is_email;

use crate::app::App;
use crate::config::Stripe;
use crate::email::set_up::PENDING_SUFFIX;
use crate::error::{Error, Result};
use crate::flows::clients::set_up_client;
use crate::flows::payments::sync_error::{SyncError, SyncResult};
use crate::flows::payments::{
    create_paid_client, end_duplicates, issue_refunds, notify_dispute, notify_doubt, notify_resumed, sync_client_plan,
};
use crate::flows::platform::queue_email::{self, EmailRequest};
use crate::integrations::stripe::{Fault, InvoiceDisputes, StripeResult};
use crate::store::clients::client;
use crate::store::db::Query;
use crate::store::partners::referral;
use crate::store::payments::plan_product;
use crate::store::payments::subscription::{
    self, Charges, Payment, StripeState, Subscription as StoredSubscription, duplicate,
};

/// Result of a sync.
pub struct SyncReport {
    /// Summary for an admin.
    pub summary: String,
    /// Whether Stripe's state differed from the stored one.
    pub changed: bool,
    /// Whether an admin has to decide about it.
    pub is_doubtful: bool,
}

/// Reads per run if concurrent ones write: the events of a purchase arrive together.
const MAX_READS: u32 = 6;

/// Reads all subscriptions of a customer from Stripe and stores them, their payments and the credits of the paid months.
/// Then ends those that its clients pay twice, refunds them, and reads the changed customers again.
///
/// # Errors
/// If Stripe or the database fails.
pub async fn run(app: &App, customer: &str) -> SyncResult<SyncReport> {
    run_with(app, customer, &[]).await
}

/// Like [`run`]. `unknown` holds ids of the customer's subscriptions whose events were lost: Stripe lists those of a
/// deleted customer only among all others.
///
/// # Errors
/// If Stripe or the database fails.
pub async fn run_with(app: &App, customer: &str, unknown: &[String]) -> SyncResult<SyncReport> {
    let report = sync_until_written(app, customer, unknown).await?;
    let stripe = app.stripe()?;
    // The stored state of the other payer may be outdated: its subscription may have ended or been paid. So reads it
    // before deciding which of two to end.
    sync_others(app, duplicate::other_payers(&app.db, customer).await?).await?;
    let mut changed = end_duplicates::run(app, stripe, customer).await?;
    let mut payers = changed.clone();
    payers.insert(customer.to_owned());
    for payer in payers {
        if issue_refunds::run(app, stripe, &payer).await? {
            changed.insert(payer);
        }
    }
    sync_others(app, changed).await?;
    end_duplicates::notify(app, customer).await?;
    issue_refunds::notify_buyers(app, customer).await?;
    Ok(report)
}

/// Syncs these customers without ending duplicates or issuing refunds.
async fn sync_others(app: &App, customers: impl IntoIterator<Item = String>) -> SyncResult<()> {
    for customer in customers {
        sync_until_written(app, &customer, &[]).await?;
    }
    Ok(())
}

/// Syncs a customer for a waiting caller.
///
/// # Errors
/// [`Error::payments_unavailable`] if Stripe does not answer; if the database fails.
pub async fn require(app: &App, customer: &str) -> Result<()> {
    run(app, customer).await.map(drop).or_else(SyncError::ignore_overtaken)
}

async fn sync_until_written(app: &App, customer: &str, unknown: &[String]) -> SyncResult<SyncReport> {
    let mut report = sync_all(app, customer, unknown).await;
    for _ in 1..MAX_READS {
        if !matches!(report, Err(SyncError::Overtaken)) {
            break;
        }
        report = sync_all(app, customer, unknown).await;
    }
    report
}

async fn sync_all(app: &App, customer: &str, unknown: &[String]) -> SyncResult<SyncReport> {
    let stripe = app.config.stripe.as_ref().ok_or_else(|| Fault::Permanent("No Stripe key is set.".into()))?;
    // Loads the stored rows before asking Stripe, so that an older state never overwrites a newer one.
    let known = subscription::of_customer(&app.db, customer).await?;
    // Recorded first, so that other customers are read before this one is retried.
    subscription::record_read(&app.db, customer, app.now).await?;
    let person = stripe.customer(customer).await?;
    let found = subscriptions(stripe, customer, &person, &known, unknown).await?;
    let (returned, disputes) = stripe.returned(customer).await?;
    let payer = Payer { id: customer, customer: person, returned, disputes };
    let mut all = Vec::new();
    let (mut any_changed, mut any_doubtful) = (false, false);
    // Reads ended subscriptions first: then a live one is known to be the only one.
    let (ended, living): (Vec<_>, Vec<_>) = found.iter().rev().partition(|one| one.ended_at.is_some());
    for one in ended.into_iter().chain(living) {
        let before = known.iter().find(|known| known.id == one.id);
        let client_id = owner(app, before, one, &known).await?;
        let SyncReport { summary, changed, is_doubtful } =
            sync_one(app, stripe, &payer, one, client_id, before).await?;
        all.push(summary);
        any_changed |= changed;
        any_doubtful |= is_doubtful;
    }
    // Ended subscriptions are no news if the customer has a live one.
    if all.iter().any(|summary| summary != ENDED) {
        all.retain(|summary| summary != ENDED);
    }
    let summary = if all.is_empty() { "There is no plan.".into() } else { all.join(" ") };
    Ok(SyncReport { summary, changed: any_changed, is_doubtful: any_doubtful })
}

/// Returns the customer's subscriptions, newest first. Reads those of a deleted customer by their ids.
async fn subscriptions(
    stripe: &Stripe,
    customer: &str,
    person: &Customer,
    known: &[StoredSubscription],
    unknown: &[String],
) -> StripeResult<Vec<Subscription>> {
    if !person.deleted {
        return stripe.subscriptions(customer).await;
    }
    let known = known.iter().rev().map(|stored| &stored.id);
    let mut found = Vec::new();
    for id in unknown.iter().chain(known) {
        found.push(stripe.subscription(id).await?);
    }
    Ok(found)
}

/// Returns the client of a subscription, if known: assigned before, subscribed from the client's portal, or of an
/// earlier subscription of the customer.
async fn owner(
    app: &App,
    before: Option<&StoredSubscription>,
    one: &Subscription,
    known: &[StoredSubscription],
) -> Result<Option<String>> {
    if let Some(id) = before.and_then(|before| before.client_id.clone()) {
        return Ok(Some(id));
    }
    if let Some(id) = &one.metadata.sayso_client
        && client::exists(&app.db, id).await?
    {
        return Ok(Some(id.clone()));
    }
    Ok(known.iter().rev().find_map(|known| known.client_id.clone()))
}

/// Amounts of the open and the next payment. `open` holds the unpaid invoices.
fn charges_of(upcoming: Option<&Upcoming>, open: &[LatestInvoice]) -> Result<Charges> {
    let remaining = open.iter().fold(0_u32, |sum, invoice| sum.saturating_add(invoice.amount_remaining));
    Ok(Charges {
        open_pence: (remaining > 0).then_some(remaining),
        retry_at: open.iter().filter_map(|invoice| invoice.next_payment_attempt).min().map(ms),
        next_pence: upcoming.map(|next| next.amount_due),
        next_at: upcoming.map(|next| ms(next.due_at())),
        discounts: upcoming.map(|next| serde_json::to_string(&next.discounts())).transpose()?,
    })
}

/// The card that the next payment is charged to.
fn card_of<'a>(one: &'a Subscription, person: &'a Customer) -> Option<&'a Card> {
    let own = one.default_payment_method.as_ref();
    own.or(person.invoice_settings.default_payment_method.as_ref()).and_then(|method| method.card.as_ref())
}

/// The payer's state at Stripe.
struct Payer<'a> {
    id: &'a str,
    customer: Customer,
    /// Returned money of its invoices.
    returned: RefundedMoney,
    disputes: Vec<InvoiceDisputes>,
}

/// Invoices of a subscription, and its checkout session.
struct SubscriptionInvoices {
    paid: Vec<Invoice>,
    /// Unpaid invoices, only if a payment has failed.
    open: Vec<LatestInvoice>,
    upcoming: Option<Upcoming>,
    checkout: Option<CheckoutSession>,
}

async fn invoices_of(stripe: &Stripe, one: &Subscription, facts: Facts) -> StripeResult<SubscriptionInvoices> {
    let lives = has_begun(one) && one.ended_at.is_none();
    let is_unpaid = facts.unpaid_since.is_some();
    let draft = if lives { stripe.draft(&one.id).await? } else { None };
    Ok(SubscriptionInvoices {
        paid: stripe.paid_invoices(&one.id).await?,
        open: if is_unpaid { stripe.open_invoices(&one.id).await? } else { Vec::new() },
        upcoming: match draft {
            None if lives && one.cancel_at.is_none() => stripe.upcoming(&one.id).await?,
            draft => draft,
        },
        checkout: stripe.checkout(&one.id).await?,
    })
}

async fn sync_one(
    app: &App,
    stripe: &Stripe,
    payer: &Payer<'_>,
    one: &Subscription,
    client_id: Option<String>,
    before: Option<&StoredSubscription>,
) -> SyncResult<SyncReport> {
    let facts = facts_of(one, before.and_then(|stored| stored.unpaid_since));
    let SubscriptionInvoices { paid, open, upcoming, checkout } = invoices_of(stripe, one, facts).await?;
    let product = product_of(&one.items);
    let known = plan_product::plan_of(&app.db, product).await?;
    let is_sold = checkout.is_some() || one.metadata.sayso_client.is_some();
    let origin = if is_sold { Origin::PaymentPage } else { Origin::Stripe };
    let plan = problem_of(one).map_or_else(|| plan_of(&one.items, known, origin), |doubt| Err(doubt.to_owned()));
    let email = email_address(payer.customer.email.as_deref().unwrap_or_default());
    let now_is = state(facts, app.now);
    let is_over = matches!(now_is, SubscriptionState::Ended(_));
    let mut statements = Vec::new();
    let mut is_new = false;
    let (client, problem) = match (client_id, &plan) {
        _ if !has_begun(one) => (None, None),
        // An ended subscription needs no admin.
        (client, _) if one.ended_at.is_some() && (is_over || client.is_some() || plan.is_err()) => (client, None),
        (Some(id), plan) => (Some(id), plan.as_ref().err().cloned()),
        (None, Err(problem)) => (None, Some(problem.clone())),
        (None, Ok(plan)) => {
            match create_paid_client::prepare(app, *plan, payer.customer.name.as_deref(), &email).await? {
                Ok(new) => {
                    statements.extend(new.statements);
                    is_new = true;
                    (Some(new.id), None)
                }
                Err(_) if one.ended_at.is_some() => (None, None),
                Err(problem) => (None, Some(problem.to_owned())),
            }
        }
    };
    let current = StripeState {
        id: &one.id,
        customer: payer.id,
        email: &email,
        plan: plan.as_ref().ok().copied(),
        product,
        by_product: is_by_product(one),
        problem: problem.as_deref(),
        facts,
        paid_until: one.items.data.first().map(|item| ms(item.current_period_end)),
        ended_at: one.ended_at.map(ms),
        ends_at: one.cancel_at.map(ms),
        created_at: ms(one.created),
        charges: charges_of(upcoming.as_ref(), &open)?,
        card: card_of(one, &payer.customer),
        checkout_id: checkout.as_ref().map(|checkout| checkout.id.as_str()),
        promotion_code: checkout.as_ref().and_then(|checkout| checkout.promotion_code()),
        client_reference: checkout.as_ref().and_then(|checkout| checkout.client_reference_id.as_deref()),
    };
    statements.push(subscription::write(&current, client.as_deref(), before.map(|stored| stored.version), app.now));
    statements.push(Query::abort_unless_changed());
    if let (Ok(plan), Some(product)) = (&plan, product) {
        statements.push(plan_product::record_sold_plan(product, *plan, app.now));
    }
    for invoice in paid.iter().filter(|invoice| invoice.currency == "gbp") {
        let lines = serde_json::to_string(&invoice.payment_lines())?;
        let mut paid = payment(invoice, &lines, &one.id, &payer.returned);
        // A payment that fits no plan counts for no month and adds no credits.
        if let (Some(paid), true) = (&mut paid, plan.is_err()) {
            paid.period = (0, 0);
        }
        statements.extend(paid.map(|paid| subscription::record_payment(&paid, app.now)));
    }
    if let Some(client_id) = &client {
        // A client created in this transaction has the payer's address.
        let client_email = client::email(&app.db, client_id).await?.unwrap_or_else(|| email.clone());
        statements.extend(referral::record(&one.id, client_id, &client_email, app.now));
        statements.extend(sync_client_plan::statements(client_id, &one.id, facts, is_new, app.now));
    }
    match app.db.transaction(statements).await {
        Ok(_) => {}
        Err(error) if error.is(&Error::STALE) => return Err(SyncError::Overtaken),
        Err(error) => return Err(Fault::Transient(error.cause().unwrap_or_default(), None).into()),
    }
    let changed = before.is_none_or(|stored| !stored.is(&current));
    let is_paid = |of: &&InvoiceDisputes| paid.iter().any(|invoice| invoice.id == of.invoice);
    let disputes = payer.disputes.iter().filter(is_paid).flat_map(|of| &of.disputes);
    notify_dispute::run(app, payer.id, disputes).await?;
    if problem.is_some() {
        notify_doubt::run(app, &one.id).await?;
    }
    if let (SubscriptionState::Active, Some(client_id)) = (now_is, &client) {
        notify_resumed::run(app, client_id).await?;
    }
    if let Some(checkout) = &checkout {
        set_up_client::run(app, &checkout.id).await?;
        request_set_up(app, &checkout.id).await?;
    }
    Ok(SyncReport { summary: summary(problem.as_deref(), now_is), changed, is_doubtful: problem.is_some() })
}

/// Mails the buyer the link to the set-up, once per purchase whose client waits for it or that needs the buyer's
/// answer, or once that the purchase waits for us.
async fn request_set_up(app: &App, checkout_id: &str) -> Result<()> {
    let Some(purchase) = subscription::purchase(&app.db, checkout_id).await? else { return Ok(()) };
    let subject_id = match purchase.needs_buyer() {
        // The payer was already mailed the question. The other business has its own address.
        true if purchase.is_other => format!("{checkout_id}/other"),
        true => checkout_id.to_owned(),
        false if purchase.is_nobodys && is_email(&purchase.email) => format!("{checkout_id}{PENDING_SUFFIX}"),
        false => return Ok(()),
    };
    let mail = EmailRequest {
        template: EmailTemplate::SetUp,
        subject_id: Some(&subject_id),
        recipient: &purchase.email,
        params: (),
    };
    queue_email::run(app, &mail, Vec::new()).await
}

const ENDED: &str = "The plan has ended.";

fn summary(problem: Option<&str>, state: SubscriptionState) -> String {
    if let Some(problem) = problem {
        return format!("It needs an admin: {problem}");
    }
    match state {
        SubscriptionState::Active => "The plan is active.",
        SubscriptionState::Grace(_) => "A payment failed: the plan is in its grace period.",
        SubscriptionState::Suspended(_) => "A payment failed: the plan is suspended.",
        SubscriptionState::Cancelled(_) => "The plan is cancelled.",
        SubscriptionState::Ended(_) => ENDED,
    }
    .to_owned()
}

fn payment<'a>(
    invoice: &'a Invoice,
    lines: &'a str,
    subscription_id: &'a str,
    returned: &RefundedMoney,
) -> Option<Payment<'a>> {
    let (month_pence, month_returned_pence) = invoice.month(returned);
    Some(Payment {
        id: &invoice.id,
        subscription_id,
        amount_pence: invoice.amount_paid,
        returned: returned.of(&invoice.id),
        month_pence,
        month_returned_pence,
        due_at: invoice.status_transitions.finalized_at.map(ms),
        paid_at: ms(invoice.status_transitions.paid_at?),
        period: invoice.period().map_or((0, 0), |period| (ms(period.start), ms(period.end))),
        lines,
    })
}

fn ms(seconds: i64) -> i64 {
    seconds.saturating_mul(1000)
}
