//! Applying to become a partner.

use domain::affiliate::name_key;
use domain::api::affiliate::AffiliateApplication;
use domain::api::public::SubmitReply;
use worker::Response;

use crate::app::App;
use crate::error::Result;
use crate::flows::apply_as_affiliate;
use crate::request::Request;
use crate::store::affiliate;

/// `GET /api/public/get_affiliate_by_sponsor_name?_sponsor_name=…`: an array, most often with zero or one partner.
pub async fn by_sponsor_name(app: &App, request: &Request) -> Result<Response> {
    let name_key = name_key(&request.search("_sponsor_name")?);
    Ok(Response::from_json(&affiliate::by_sponsor_name(&app.db, &name_key).await?)?)
}

/// `POST /api/public/affiliates`.
pub async fn apply(app: &App, request: &Request) -> Result<Response> {
    let form: AffiliateApplication = request.json().await?;
    apply_as_affiliate::run(app, request, &form).await?;
    Ok(Response::from_json(&SubmitReply::DONE)?)
}
