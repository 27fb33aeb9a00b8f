//! Compares the Stripe account with the product's requirements. Read-only.

use domain::api::stripe_setup::{SetupRow, StripeSetup};
use domain::stripe::setup::account::Account;
use domain::stripe::setup::{Deployment, SetupItem, SetupState, compare, webhook_address};

use crate::app::App;
use crate::config::Stripe;
use crate::error::Result;
use crate::store::platform::setting;

/// # Errors
/// If the database fails.
pub async fn run(app: &App) -> Result<StripeSetup> {
    let deployment = deployment(app).await?;
    let account = match &app.config.stripe {
        Some(stripe) => stripe.account().await,
        None => Account::default(),
    };
    Ok(comparison(app, &account, &deployment))
}

/// Returns this deployment's side of the comparison.
///
/// # Errors
/// If the database fails.
pub async fn deployment(app: &App) -> Result<Deployment> {
    let stripe = app.config.stripe.as_ref();
    Ok(Deployment {
        public_origin: app.config.public_origin.clone(),
        base: stripe.map_or_else(String::new, |stripe| stripe.base.clone()),
        secret_key: stripe.map_or_else(String::new, |stripe| stripe.secret_key.clone()),
        refuses_key: app.config.refuses_stripe_key,
        has_webhook_secrets: stripe.is_some_and(|stripe| !stripe.webhook_secrets.is_empty()),
        settings: setting::all(&app.db).await?,
    })
}

/// Returns the comparison for admins. Without a key it has only the row of the key.
#[must_use]
pub fn comparison(app: &App, account: &Account, deployment: &Deployment) -> StripeSetup {
    let stripe = app.config.stripe.as_ref();
    let shown = SetupItem::ALL.iter().filter(|item| stripe.is_some() || **item == SetupItem::Key);
    StripeSetup {
        is_live: stripe.map(Stripe::is_live),
        webhook_address: webhook_address(&deployment.public_origin),
        rows: shown.map(|item| row(*item, account, deployment)).collect(),
    }
}

fn row(item: SetupItem, account: &Account, deployment: &Deployment) -> SetupRow {
    let found = compare(item, account, deployment);
    let mut remedies: Vec<String> = found.problems.iter().filter_map(|problem| problem.remedy.clone()).collect();
    remedies.dedup();
    let is_made_here = item.collection().is_some() && found.state != SetupState::Present;
    SetupRow {
        item,
        needed: item.needed(),
        state: found.state,
        id: found.id,
        is_mended_here: is_made_here && remedies.is_empty(),
        problems: found.problems.into_iter().map(|problem| problem.text).collect(),
        ways_out: remedies,
    }
}
