//! The purchase that the payment provider's page leads back with.

use worker::Response;

use crate::app::App;
use crate::error::Result;
use crate::flows::find_checkout;
use crate::request::Request;

/// `GET /api/public/checkout/{id}`.
pub async fn get(app: &App, request: &Request, id: &str) -> Result<Response> {
    Ok(Response::from_json(&find_checkout::run(app, request, id).await?)?)
}
