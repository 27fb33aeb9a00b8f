//! The purchase that the payment provider's page leads back with.

use domain::api::site::PurchaseAnswered;
use domain::site_form;
use worker::Response;

use crate::app::App;
use crate::error::{Error, Result};
use crate::flows::{answer_purchase, find_checkout};
use crate::request::Request;

/// `GET /api/public/checkout/{id}`.
pub async fn get(app: &App, request: &Request, id: &str) -> Result<Response> {
    Ok(Response::from_json(&find_checkout::run(app, request, id).await?)?)
}

/// `POST /api/public/checkout/{id}/business`.
pub async fn answer(app: &App, request: &Request, id: &str) -> Result<Response> {
    let answer = site_form::purchase_answer(request.json().await?).map_err(Error::Invalid)?;
    let outcome = answer_purchase::run(app, request, id, &answer).await?;
    Ok(Response::from_json(&PurchaseAnswered { outcome })?)
}
