//! Applications of partners, and look-ups of their codes.

use domain::affiliate::name_key;
use domain::api::affiliate::{AffiliateApplication, PartnerCode, Sponsor};
use domain::api::public::SubmitReply;

use crate::app::App;
use crate::error::{Error, Result};
use crate::flows::partners::apply_as_affiliate;
use crate::request::Request;
use crate::store::partners::affiliate;

/// `GET /api/public/get_affiliate_by_sponsor_name?_sponsor_name=…`: an array, usually with zero or one partner.
pub async fn by_sponsor_name(app: &App, request: &Request) -> Result<Vec<Sponsor>> {
    let name_key = name_key(&request.search("_sponsor_name")?);
    affiliate::by_sponsor_name(&app.db, &name_key).await
}

/// `GET /api/public/partner-codes/{code}`.
pub async fn code(app: &App, code: &str) -> Result<PartnerCode> {
    let code = code.to_uppercase();
    affiliate::by_open_code(&app.db, &code).await?.ok_or_else(|| Error::not_found("Partner code"))?;
    Ok(PartnerCode { code })
}

/// `POST /api/public/affiliates`.
pub async fn apply(app: &App, request: &Request, form: AffiliateApplication) -> Result<SubmitReply> {
    apply_as_affiliate::run(app, request, &form).await?;
    Ok(SubmitReply::DONE)
}
