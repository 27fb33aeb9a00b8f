//! What is known of a partner: to take along, and to erase.

use domain::api::affiliate::{PartnerErasure, PartnerExport};
use worker::{Response, ResponseBuilder};

use super::dashboard;
use crate::app::App;
use crate::auth::guard::{AffiliateUser, FullUser};
use crate::error::Result;
use crate::flows::erase_partner;
use crate::request::Request;
use crate::store::{audit, email};

/// `GET /api/affiliate/export?affiliateId=…`.
pub async fn export(app: &App, request: &Request) -> Result<Response> {
    let AffiliateUser { affiliate, .. } = AffiliateUser::of(app, request, request.query("affiliateId")).await?;
    let export = PartnerExport {
        email: affiliate.email.clone(),
        sponsor: affiliate.sponsor_name.clone(),
        applied_at: affiliate.created_at,
        notes: affiliate.notes.clone(),
        emails: email::of_partner(&app.db, &affiliate.id, &affiliate.email).await?,
        decisions: audit::about(&app.db, &affiliate.id).await?,
        dashboard: dashboard::of(app, affiliate).await?,
    };
    Ok(ResponseBuilder::new()
        .with_header("content-type", "application/json")?
        .with_header("content-disposition", "attachment; filename=\"sayso-partner.json\"")?
        .fixed(serde_json::to_string(&export)?.into_bytes()))
}

/// `POST /api/affiliate/erasure?affiliateId=…`.
pub async fn erase(app: &App, request: &Request) -> Result<Response> {
    let AffiliateUser { affiliate, admin } = AffiliateUser::of(app, request, request.query("affiliateId")).await?;
    let PartnerErasure { password, reason } = request.json().await?;
    match admin {
        Some(admin) => erase_partner::by_admin(app, &admin, &affiliate, &reason).await?,
        None => {
            let FullUser(session) = FullUser::of(app, request).await?;
            erase_partner::by_partner(app, request, &session, &affiliate, &password).await?;
        }
    }
    Ok(Response::from_json(&serde_json::Map::new())?)
}
