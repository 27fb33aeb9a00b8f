//! Exports and erases a partner's data.

use domain::api::affiliate::{PartnerErasure, PartnerExport};

use super::dashboard;
use crate::answer::{Empty, WithHeaders};
use crate::app::App;
use crate::auth::guard::AffiliateUser;
use crate::error::Result;
use crate::flows::partners::erase_partner;
use crate::request::Request;
use crate::store::platform::{audit, email};

/// `GET /api/affiliate/export?affiliateId=…`.
pub async fn export(app: &App, AffiliateUser { affiliate, .. }: AffiliateUser) -> Result<WithHeaders<PartnerExport>> {
    let export = PartnerExport {
        email: affiliate.email.clone(),
        sponsor: affiliate.sponsor_name.clone(),
        applied_at: affiliate.created_at,
        notes: affiliate.notes.clone(),
        emails: email::of_partner(&app.db, &affiliate.id, &affiliate.email).await?,
        decisions: audit::about(&app.db, &affiliate.id).await?,
        dashboard: dashboard::of(app, affiliate).await?,
    };
    Ok(WithHeaders::new(export).header("content-disposition", "attachment; filename=\"sayso-partner.json\""))
}

/// `POST /api/affiliate/erasure?affiliateId=…`.
pub async fn erase(
    app: &App,
    user: AffiliateUser,
    request: &Request,
    PartnerErasure { password, reason }: PartnerErasure,
) -> Result<Empty> {
    match user.admin() {
        Some(admin) => erase_partner::by_admin(app, admin, &user.affiliate, &reason).await?,
        None => erase_partner::by_partner(app, request, user.session(), &user.affiliate, &password).await?,
    }
    Ok(Empty {})
}
