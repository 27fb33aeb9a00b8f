//! A client's payments, and Stripe's pages for them.

use domain::api::billing::{Billing, BillingPage, PaymentPage};
use domain::stripe::top_up::charge_of;

use crate::app::App;
use crate::auth::guard::ClientUser;
use crate::error::{Error, Result};
use crate::flows::payments::cancel_plan::NO_SUBSCRIPTION;
use crate::flows::payments::{show_billing, subscribe_again};
use crate::request::Request;
use crate::store::payments::payment;
use crate::store::payments::subscription::client_plan;

/// `GET /api/client/{client}/billing`.
pub async fn get(app: &App, user: ClientUser) -> Result<Billing> {
    show_billing::run(app, &user).await
}

/// `POST /api/client/{client}/billing`.
pub async fn open(app: &App, user: ClientUser) -> Result<BillingPage> {
    let stripe = app.config.stripe.as_ref().ok_or(NO_SUBSCRIPTION)?;
    let client_plan = client_plan::of_client(&app.db, &user.client_id).await?;
    let customer = client_plan.and_then(|client_plan| client_plan.customer).ok_or(NO_SUBSCRIPTION)?;
    let back = subscribe_again::billing_page(app, &user);
    Ok(BillingPage { url: stripe.portal(&customer, &back).await? })
}

/// `POST /api/client/{client}/subscription`.
pub async fn subscribe(app: &App, user: ClientUser) -> Result<BillingPage> {
    Ok(BillingPage { url: subscribe_again::run(app, &user).await? })
}

/// `GET /api/client/{client}/payments?before=…`.
pub async fn payments(app: &App, user: ClientUser, request: &Request) -> Result<PaymentPage> {
    let page = payment::page(&app.db, &user.client_id, request.before()?.as_ref()).await?;
    Ok(PaymentPage { next: page.next_text(), entries: page.rows })
}

/// `GET /api/client/{client}/invoices/{id}`: returns the URL of a payment's invoice or receipt. Asks Stripe each time,
/// because the URLs expire.
pub async fn invoice(app: &App, user: ClientUser, payment_id: &str) -> Result<BillingPage> {
    let none = || Error::not_found("Invoice");
    let stripe = app.config.stripe.as_ref().ok_or_else(none)?;
    let id = payment::invoice_of(&app.db, &user.client_id, payment_id).await?.ok_or_else(none)?;
    let url = if id.starts_with("in_") {
        stripe.invoice(&id).await?.hosted_invoice_url
    } else {
        let session = stripe.checkout_session(&id).await?;
        charge_of(&session).and_then(|charge| charge.receipt_url.clone())
    };
    Ok(BillingPage { url: url.ok_or_else(none)? })
}
