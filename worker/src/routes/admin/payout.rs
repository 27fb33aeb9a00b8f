//! Payouts to partners, and settling failed ones.

use domain::api::payout::{OwedPage, PayoutLine, PayoutResolution, Payouts};
use domain::payout::{newest_payable, payable_from};

use crate::app::App;
use crate::auth::guard::AdminUser;
use crate::error::Result;
use crate::flows::partners::resolve_payout;
use crate::request::Request;
use crate::store::partners::{commission, payout};

/// `GET /api/admin/payouts?before=…`.
pub async fn list(app: &App, _: AdminUser, request: &Request) -> Result<Payouts> {
    let page = payout::page(&app.db, request.before()?.as_ref()).await?;
    Ok(Payouts { next: page.next_text(), rows: page.rows })
}

/// `GET /api/admin/owed?before=…`.
pub async fn owed(app: &App, _: AdminUser, request: &Request) -> Result<OwedPage> {
    let payable = newest_payable(app.now);
    let page =
        commission::owed_page(&app.db, payable, app.config.connect.is_some(), request.before()?.as_ref()).await?;
    Ok(OwedPage {
        payable_month: payable.to_string(),
        next_payable_from: payable_from(payable.after()),
        failed_pence: payout::failed_pence(&app.db).await?,
        next: page.next_text(),
        rows: page.rows,
    })
}

/// `POST /api/admin/payouts/{id}/settlement`.
pub async fn settle(app: &App, AdminUser(admin): AdminUser, id: &str, request: PayoutResolution) -> Result<PayoutLine> {
    resolve_payout::run(app, &admin, id, &request).await
}
