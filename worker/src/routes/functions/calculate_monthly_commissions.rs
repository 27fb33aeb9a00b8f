//! `POST /functions/v1/calculate-monthly-commissions`: computes the partners' commissions of a month.

use domain::api::commission::{CalculateCommissions, CalculationResult};
use domain::audit::AuditAction;
use domain::commission::month::Month;

use crate::app::App;
use crate::auth::guard::AdminUser;
use crate::error::{Error, Result};
use crate::flows::partners::calculate_commissions::{self, Calculation};
use crate::store::partners::commission;
use crate::store::platform::audit::Entry;

/// Admins only. Without a month, uses the server's current one.
pub async fn calculate(
    app: &App,
    AdminUser(admin): AdminUser,
    request: CalculateCommissions,
) -> Result<CalculationResult> {
    let month = match &request.month {
        None => Month::of(app.now),
        Some(text) => Month::parse(text).ok_or_else(|| Error::malformed("Please name a month, such as 2026-11."))?,
    };
    let what = Calculation::for_admin(app, month).await?;
    calculate_commissions::run(app, what).await?;
    let affiliates_processed = commission::affiliates_of_month(&app.db, month).await?;
    let month = month.to_string();
    let entry = Entry::without_fields(AuditAction::CommissionCalculate, &month, &month);
    app.db.idempotent_change(entry.query(&admin, app.now)).await?;
    Ok(CalculationResult { month, affiliates_processed })
}
