//! The account that a partner's payouts go to. Only the partner itself connects one; admins look on.

use domain::api::payout::PayoutOnboarding;
use worker::Response;

use crate::app::App;
use crate::auth::guard::OwnPartner;
use crate::error::Result;
use crate::flows::connect_payouts;
use crate::request::Request;

/// `POST /api/affiliate/payout-account?affiliateId=…`.
pub async fn begin(app: &App, request: &Request) -> Result<Response> {
    let OwnPartner(partner) = OwnPartner::of(app, request, request.query("affiliateId")).await?;
    let url = connect_payouts::begin(app, &partner).await?;
    Ok(Response::from_json(&PayoutOnboarding { url })?)
}

/// `POST /api/affiliate/payout-account/check?affiliateId=…`.
pub async fn check(app: &App, request: &Request) -> Result<Response> {
    let OwnPartner(partner) = OwnPartner::of(app, request, request.query("affiliateId")).await?;
    Ok(Response::from_json(&connect_payouts::check(app, &partner).await?)?)
}
