//! Commissions, payouts and referrers.

use domain::api::commission::{MonthlyCommission, MonthlyCommissions, ReferralRecord, ReferrerChange};
use domain::api::payout::{Payout, PayoutRequest};
use domain::commission::month::Month;
use domain::payout::payable_from;

use crate::answer::Empty;
use crate::app::App;
use crate::auth::guard::AdminUser;
use crate::error::{Error, Result};
use crate::flows::partners::{assign_referral, pay_affiliate};
use crate::request::Request;
use crate::store::clients::client;
use crate::store::partners::{commission, commission_snapshot, referral};

/// `GET /api/admin/commissions?month=…&before=…`.
pub async fn list(app: &App, _: AdminUser, request: &Request) -> Result<MonthlyCommissions> {
    let current = Month::of(app.now);
    let first = commission_snapshot::first_approval(&app.db).await?.map(Month::of);
    let month = match request.query("month") {
        None => first.map_or(current, |first| current.before().max(first)),
        Some(text) => Month::parse(text).ok_or_else(|| Error::malformed("Please name a month, such as 2026-11."))?,
    };
    let page = commission::month_page(&app.db, month, request.before()?.as_ref()).await?;
    let next = page.next_text();
    let can_transfer = app.config.connect.is_some();
    let rows = page.rows.into_iter();
    let rows = rows.map(|row| MonthlyCommission { transfer_to: row.transfer_to.filter(|_| can_transfer), ..row });
    let payable_from = payable_from(month);
    Ok(MonthlyCommissions {
        month: month.to_string(),
        current_month: current.to_string(),
        first_month: first.map(|month| month.to_string()),
        as_of: commission_snapshot::as_of(&app.db, month).await?,
        payable_from,
        is_payable: payable_from <= app.now,
        next,
        rows: rows.collect(),
    })
}

/// `POST /api/admin/affiliates/{id}/payouts`.
pub async fn pay(app: &App, AdminUser(admin): AdminUser, id: &str, request: PayoutRequest) -> Result<Payout> {
    pay_affiliate::run(app, &admin, id, &request).await
}

/// `GET /api/admin/clients/{id}/referral`.
pub async fn referral(app: &App, _: AdminUser, client_id: &str) -> Result<Option<ReferralRecord>> {
    client::name(&app.db, client_id, None).await?.ok_or_else(|| Error::not_found("Client"))?;
    referral::referrer(&app.db, client_id).await
}

/// `PUT /api/admin/clients/{id}/referral`.
pub async fn settle(app: &App, AdminUser(admin): AdminUser, client_id: &str, request: ReferrerChange) -> Result<Empty> {
    assign_referral::run(app, &admin, client_id, &request).await?;
    Ok(Empty {})
}
