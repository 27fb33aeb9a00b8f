//! The account that a partner's payouts go to. Only the partner itself connects one; admins look on.

use domain::api::payout::PayoutOnboarding;
use worker::Response;

use crate::app::App;
use crate::auth::guard::AffiliateUser;
use crate::error::{Error, Result};
use crate::flows::connect_payouts;
use crate::request::Request;
use crate::store::affiliate::Affiliate;

/// `POST /api/affiliate/payout-account?affiliateId=…`.
pub async fn begin(app: &App, request: &Request) -> Result<Response> {
    let url = connect_payouts::begin(app, &own(app, request).await?).await?;
    Ok(Response::from_json(&PayoutOnboarding { url })?)
}

/// `POST /api/affiliate/payout-account/check?affiliateId=…`.
pub async fn check(app: &App, request: &Request) -> Result<Response> {
    Ok(Response::from_json(&connect_payouts::check(app, &own(app, request).await?).await?)?)
}

async fn own(app: &App, request: &Request) -> Result<Affiliate> {
    let found = AffiliateUser::of(app, request, request.query("affiliateId")).await?;
    if found.admin.is_some() { Err(Error::Forbidden) } else { Ok(found.affiliate) }
}
