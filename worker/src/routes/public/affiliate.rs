//! Becoming a partner, and what a partner's link says.

use domain::affiliate::name_key;
use domain::api::affiliate::{AffiliateApplication, PartnerCode};
use domain::api::public::SubmitReply;
use worker::Response;

use crate::app::App;
use crate::error::{Error, Result};
use crate::flows::apply_as_affiliate;
use crate::request::Request;
use crate::store::affiliate;

/// `GET /api/public/get_affiliate_by_sponsor_name?_sponsor_name=…`: an array, most often with zero or one partner.
pub async fn by_sponsor_name(app: &App, request: &Request) -> Result<Response> {
    let name_key = name_key(&request.search("_sponsor_name")?);
    Ok(Response::from_json(&affiliate::by_sponsor_name(&app.db, &name_key).await?)?)
}

/// `GET /api/public/partner-codes/{code}`.
pub async fn code(app: &App, _: &Request, code: &str) -> Result<Response> {
    let code = code.to_uppercase();
    affiliate::by_open_code(&app.db, &code).await?.ok_or(Error::NotFound("Partner code"))?;
    Ok(Response::from_json(&PartnerCode { code })?)
}

/// `POST /api/public/affiliates`.
pub async fn apply(app: &App, request: &Request) -> Result<Response> {
    let form: AffiliateApplication = request.json().await?;
    apply_as_affiliate::run(app, request, &form).await?;
    Ok(Response::from_json(&SubmitReply::DONE)?)
}
