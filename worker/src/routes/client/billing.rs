//! What a client pays, and the payment provider's pages for it.

use domain::api::billing::BillingPage;
use worker::Response;

use crate::app::App;
use crate::auth::guard::ClientUser;
use crate::error::{Error, Result};
use crate::flows::{show_billing, subscribe_again};
use crate::request::Request;
use crate::store::subscription::standing;

/// `GET /api/client/{client}/billing`.
pub async fn get(app: &App, request: &Request, client_id: &str) -> Result<Response> {
    let user = ClientUser::of(app, request, client_id).await?;
    Ok(Response::from_json(&show_billing::run(app, &user).await?)?)
}

/// `POST /api/client/{client}/billing`.
pub async fn open(app: &App, request: &Request, client_id: &str) -> Result<Response> {
    let user = ClientUser::of(app, request, client_id).await?;
    let stripe = app.config.stripe.as_ref().ok_or(Error::NoSubscription)?;
    let standing = standing::of_client(&app.db, &user.client_id).await?;
    let customer = standing.and_then(|standing| standing.customer).ok_or(Error::NoSubscription)?;
    let back = subscribe_again::billing_page(app, &user);
    Ok(Response::from_json(&BillingPage { url: stripe.portal(&customer, &back).await? })?)
}

/// `POST /api/client/{client}/subscription`.
pub async fn subscribe(app: &App, request: &Request, client_id: &str) -> Result<Response> {
    let user = ClientUser::of(app, request, client_id).await?;
    Ok(Response::from_json(&BillingPage { url: subscribe_again::run(app, &user).await? })?)
}

/// `GET /api/client/{client}/invoices/{id}`: where an invoice is. Asked for each time, because the address does not hold for ever.
pub async fn invoice(app: &App, request: &Request, client_id: &str, invoice_id: &str) -> Result<Response> {
    let user = ClientUser::of(app, request, client_id).await?;
    let none = || Error::NotFound("Invoice");
    let stripe = app.config.stripe.as_ref().ok_or_else(none)?;
    if !standing::has_invoice(&app.db, &user.client_id, invoice_id).await? {
        return Err(none());
    }
    let url = stripe.invoice(invoice_id).await?.hosted_invoice_url.ok_or_else(none)?;
    Ok(Response::from_json(&BillingPage { url })?)
}
