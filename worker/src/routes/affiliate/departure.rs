//! A partner leaves the programme.

use domain::api::affiliate::PartnershipEnd;
use worker::Response;

use crate::app::App;
use crate::auth::guard::AffiliateUser;
use crate::error::Result;
use crate::flows::end_partnership;
use crate::request::Request;

/// `POST /api/affiliate/departure?affiliateId=…`.
pub async fn leave(app: &App, request: &Request) -> Result<Response> {
    let AffiliateUser { affiliate, admin } = AffiliateUser::of(app, request, request.query("affiliateId")).await?;
    let PartnershipEnd { reason } = request.json().await?;
    match admin {
        Some(admin) => end_partnership::by_admin(app, &admin, &affiliate, &reason).await?,
        None => end_partnership::by_partner(app, &affiliate).await?,
    }
    Ok(Response::from_json(&serde_json::Map::new())?)
}
