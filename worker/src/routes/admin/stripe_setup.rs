//! Required objects in the Stripe account.

use domain::api::stripe_setup::{StripeSetup, StripeSetupDone};

use crate::app::App;
use crate::auth::guard::AdminUser;
use crate::error::Result;
use crate::flows::payments::{check_stripe, create_stripe_objects};

/// `GET /api/admin/stripe-setup`.
pub async fn get(app: &App, _: AdminUser) -> Result<StripeSetup> {
    check_stripe::run(app).await
}

/// `POST /api/admin/stripe-setup`. Only this answer contains the secret of a new webhook endpoint.
pub async fn create(app: &App, AdminUser(admin): AdminUser) -> Result<StripeSetupDone> {
    create_stripe_objects::run(app, &admin).await
}
