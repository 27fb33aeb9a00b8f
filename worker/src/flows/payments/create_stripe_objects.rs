//! Creates missing required objects in the Stripe account and corrects its own.

use domain::api::stripe_setup::StripeSetupDone;
use domain::audit::AuditAction;
use domain::plan::PlanType;
use domain::stripe::setup::account::{Account, StripeObject};
use domain::stripe::setup::{Deployment, SetupItem, SetupState, compare, next_step, page_setting};

use crate::app::App;
use crate::config::Stripe;
use crate::error::{Error, Result};
use crate::flows::payments::check_stripe;
use crate::flows::platform::change_setting;
use crate::integrations::stripe::Fault;
use crate::store::identity::session::CurrentSession;
use crate::store::payments::plan_product;
use crate::store::platform::audit::Entry;

/// Steps per item. A price needs its product first; no item needs more than creating one object and correcting an old one.
const MAX_STEPS: usize = 3;

/// Idempotent, and concurrent calls get the same objects.
///
/// # Errors
/// If the database fails.
pub async fn run(app: &App, by: &CurrentSession) -> Result<StripeSetupDone> {
    let mut deployment = check_stripe::deployment(app).await?;
    let mut done = StripeSetupDone {
        setup: check_stripe::comparison(app, &Account::default(), &deployment),
        created: Vec::new(),
        changed: Vec::new(),
        faults: Vec::new(),
        webhook_secret: None,
    };
    let Some(stripe) = &app.config.stripe else { return Ok(done) };
    let mut account = stripe.account().await;
    // Creates nothing if the key does not fit this deployment.
    if compare(SetupItem::Key, &account, &deployment).state == SetupState::Present {
        for item in SetupItem::ALL {
            match fix(app, by, stripe, *item, &mut account, &mut deployment, &mut done).await? {
                Ok(()) => {}
                Err(Fault::Permanent(reason)) => done.faults.push(format!("{}. {reason}", item.needed())),
                // The other items would fail the same way.
                Err(Fault::Transient(reason, _)) => {
                    done.faults.push(format!("{}. {reason} Please try again in a minute.", item.needed()));
                    break;
                }
            }
        }
    }
    done.setup = check_stripe::comparison(app, &account, &deployment);
    Ok(done)
}

async fn fix(
    app: &App,
    by: &CurrentSession,
    stripe: &Stripe,
    item: SetupItem,
    account: &mut Account,
    deployment: &mut Deployment,
    done: &mut StripeSetupDone,
) -> Result<std::result::Result<(), Fault>> {
    for _ in 0..MAX_STEPS {
        let Some(step) = next_step(item, account, deployment) else { break };
        let written = match stripe.write(&step).await {
            Ok(written) => written,
            Err(fault) => return Ok(Err(fault)),
        };
        if let Err(error) = account.insert(step.collection, written.object) {
            return Ok(Err(Fault::Permanent(format!("Stripe answered what cannot be read: {error}"))));
        }
        let is_new = step.id.is_none();
        let action = if is_new { AuditAction::StripeCreate } else { AuditAction::StripeChange };
        let needed = item.needed();
        let entry = Entry::change(action, &written.id, &needed, (item.as_str(), None, &written.id));
        app.db.idempotent_change(entry.query_once_an_hour(by, app.now)).await?;
        push_unique(if is_new { &mut done.created } else { &mut done.changed }, item);
        done.webhook_secret = written.secret.or(done.webhook_secret.take());
    }
    let plan = match item {
        SetupItem::StandardPrice => Some(PlanType::Standard),
        SetupItem::NoSetupPrice => Some(PlanType::NoSetup),
        _ => None,
    };
    let product = account.products.iter().find(|product| product.is(item));
    if let (Some(plan), Some(product)) = (plan, product) {
        app.db.idempotent_change(plan_product::record_sold_plan(&product.id, plan, app.now)).await?;
    }
    if let Some((setting, url)) = page_setting(item, account, deployment) {
        let loaded = setting.value_in(&deployment.settings);
        match change_setting::write(app, by, &setting, &url, loaded).await {
            Ok(()) => push_unique(&mut done.changed, item),
            // Another admin has written the same, or a value that stays.
            Err(error) if error.is(&Error::STALE) => {}
            Err(error) => return Err(error),
        }
        deployment.settings = check_stripe::deployment(app).await?.settings;
    }
    Ok(Ok(()))
}

fn push_unique(list: &mut Vec<SetupItem>, item: SetupItem) {
    if !list.contains(&item) {
        list.push(item);
    }
}
