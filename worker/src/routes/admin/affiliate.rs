//! Partners and applications.

use domain::affiliate::AffiliateStatus;
use domain::api::affiliate::{AffiliateConfiguration, AffiliatePage};

use crate::answer::Empty;
use crate::app::App;
use crate::auth::guard::AdminUser;
use crate::error::Result;
use crate::flows::partners::{configure_affiliate, end_partnership, list_affiliates, reject_affiliate};
use crate::request::Request;
use crate::store::partners::affiliate;

/// `GET /api/admin/affiliates?status=…&before=…`.
pub async fn list(app: &App, _: AdminUser, request: &Request) -> Result<AffiliatePage> {
    let status = request.filter("status", AffiliateStatus::parse, "There is no such status.")?;
    let is_pending = status == Some(AffiliateStatus::Pending);
    let mut page = affiliate::page(&app.db, is_pending, request.before()?.as_ref()).await?;
    if !is_pending {
        list_affiliates::add_figures(app, &mut page.rows).await?;
    }
    Ok(AffiliatePage {
        pending: affiliate::pending(&app.db).await?,
        checks_codes: app.config.stripe.is_some(),
        next: page.next_text(),
        affiliates: page.rows,
    })
}

/// `PUT /api/admin/affiliates/{id}`.
pub async fn configure(
    app: &App,
    AdminUser(admin): AdminUser,
    id: &str,
    request: AffiliateConfiguration,
) -> Result<Empty> {
    configure_affiliate::run(app, &admin, id, &request).await?;
    Ok(Empty {})
}

/// `DELETE /api/admin/affiliates/{id}/departure`.
pub async fn take_back(app: &App, AdminUser(admin): AdminUser, id: &str) -> Result<Empty> {
    end_partnership::undo(app, &admin, id).await?;
    Ok(Empty {})
}

/// `DELETE /api/admin/affiliates/{id}`: rejects an application.
pub async fn reject(app: &App, AdminUser(admin): AdminUser, id: &str) -> Result<Empty> {
    reject_affiliate::run(app, &admin, id).await?;
    Ok(Empty {})
}
