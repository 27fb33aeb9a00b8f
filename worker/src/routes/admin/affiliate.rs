//! Partners, and who wants to be one.

use domain::affiliate::AffiliateStatus;
use domain::api::affiliate::{AffiliateConfiguration, AffiliatePage};
use worker::Response;

use crate::app::App;
use crate::auth::guard::AdminUser;
use crate::error::Result;
use crate::flows::{configure_affiliate, end_partnership, list_affiliates, reject_affiliate};
use crate::request::Request;
use crate::store::affiliate;

/// `GET /api/admin/affiliates?status=…&before=…`.
pub async fn list(app: &App, request: &Request) -> Result<Response> {
    AdminUser::of(app, request).await?;
    let status = request.filter("status", AffiliateStatus::parse, "There is no such status.")?;
    let is_pending = status == Some(AffiliateStatus::Pending);
    let mut page = affiliate::page(&app.db, is_pending, request.before()?.as_ref()).await?;
    if !is_pending {
        list_affiliates::add_figures(app, &mut page.rows).await?;
    }
    Ok(Response::from_json(&AffiliatePage {
        pending: affiliate::pending(&app.db).await?,
        checks_codes: app.config.stripe.is_some(),
        next: page.next_text(),
        affiliates: page.rows,
    })?)
}

/// `PUT /api/admin/affiliates/{id}`.
pub async fn configure(app: &App, request: &Request, id: &str) -> Result<Response> {
    let AdminUser(admin) = AdminUser::of(app, request).await?;
    let wish: AffiliateConfiguration = request.json().await?;
    configure_affiliate::run(app, &admin, id, &wish).await?;
    Ok(Response::from_json(&serde_json::Map::new())?)
}

/// `DELETE /api/admin/affiliates/{id}/departure`.
pub async fn take_back(app: &App, request: &Request, id: &str) -> Result<Response> {
    let AdminUser(admin) = AdminUser::of(app, request).await?;
    end_partnership::undo(app, &admin, id).await?;
    Ok(Response::from_json(&serde_json::Map::new())?)
}

/// `DELETE /api/admin/affiliates/{id}`: rejects an application.
pub async fn reject(app: &App, request: &Request, id: &str) -> Result<Response> {
    let AdminUser(admin) = AdminUser::of(app, request).await?;
    reject_affiliate::run(app, &admin, id).await?;
    Ok(Response::from_json(&serde_json::Map::new())?)
}
