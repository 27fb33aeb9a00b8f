//! The purchase of a checkout session, after Stripe's page has redirected back.

use domain::api::site::{PaidCheckout, PurchaseAnswer, PurchaseAnswered};
use domain::site_form;

use crate::app::App;
use crate::error::{Error, Result};
use crate::flows::payments::{answer_purchase, find_checkout};
use crate::request::Request;

/// `GET /api/public/checkout/{id}`.
pub async fn get(app: &App, request: &Request, id: &str) -> Result<PaidCheckout> {
    find_checkout::run(app, request, id).await
}

/// `POST /api/public/checkout/{id}/business`.
pub async fn answer(app: &App, request: &Request, id: &str, answer: PurchaseAnswer) -> Result<PurchaseAnswered> {
    let answer = site_form::purchase_answer(answer).map_err(Error::invalid)?;
    let outcome = answer_purchase::run(app, request, id, &answer).await?;
    Ok(PurchaseAnswered { outcome })
}
