//! What the product needs in its Stripe account.

use worker::Response;

use crate::app::App;
use crate::auth::guard::AdminUser;
use crate::error::Result;
use crate::flows::{check_stripe, create_stripe_objects};
use crate::request::Request;

/// `GET /api/admin/stripe-setup`.
pub async fn get(app: &App, request: &Request) -> Result<Response> {
    AdminUser::of(app, request).await?;
    Ok(Response::from_json(&check_stripe::run(app).await?)?)
}

/// `POST /api/admin/stripe-setup`. The secret of a new webhook endpoint is in this answer and nowhere else.
pub async fn create(app: &App, request: &Request) -> Result<Response> {
    let AdminUser(admin) = AdminUser::of(app, request).await?;
    Ok(Response::from_json(&create_stripe_objects::run(app, &admin).await?)?)
}
