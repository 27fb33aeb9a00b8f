//! The account that a partner's payouts go to. Only the partner itself connects one; admins look on.

use domain::affiliate::postal_address;
use domain::api::payout::{PartnerAddress, PayoutOnboarding};
use worker::Response;

use crate::app::App;
use crate::auth::guard::OwnPartner;
use crate::error::{Error, Result};
use crate::flows::connect_payouts;
use crate::request::Request;
use crate::store::affiliate;

/// `POST /api/affiliate/payout-account?affiliateId=…`.
pub async fn begin(app: &App, request: &Request) -> Result<Response> {
    let OwnPartner(partner) = OwnPartner::of(app, request, request.query("affiliateId")).await?;
    let url = connect_payouts::begin(app, &partner).await?;
    Ok(Response::from_json(&PayoutOnboarding { url })?)
}

/// `PUT /api/affiliate/address?affiliateId=…`.
pub async fn change_address(app: &App, request: &Request) -> Result<Response> {
    let OwnPartner(partner) = OwnPartner::of(app, request, request.query("affiliateId")).await?;
    let PartnerAddress { address } = request.json().await?;
    let address = postal_address(&address).map_err(Error::Malformed)?;
    affiliate::change_address(&app.db, &partner.id, &address).await?;
    Ok(Response::from_json(&serde_json::Map::new())?)
}

/// `POST /api/affiliate/payout-account/check?affiliateId=…`.
pub async fn check(app: &App, request: &Request) -> Result<Response> {
    let OwnPartner(partner) = OwnPartner::of(app, request, request.query("affiliateId")).await?;
    Ok(Response::from_json(&connect_payouts::check(app, &partner).await?)?)
}
