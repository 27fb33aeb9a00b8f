//! Exports for an accountant.

use domain::date::{DateRange, iso_time};
use worker::Response;

use crate::app::App;
use crate::auth::guard::AdminUser;
use crate::error::{Error, Result};
use crate::flows::list_movements;
use crate::request::Request;
use crate::routes::csv::csv_response;
use crate::store::commission::{self, Exported};

fn range(request: &Request) -> Result<DateRange> {
    DateRange::parse(&request.search("from")?, &request.search("to")?).map_err(Error::Malformed)
}

/// An amount as spreadsheets read it: `-10.00`.
fn pounds(pence: i64) -> String {
    let sign = if pence < 0 { "-" } else { "" };
    format!("{sign}{}.{:02}", pence.unsigned_abs() / 100, pence.unsigned_abs() % 100)
}

/// `GET /api/admin/money.csv?from=…&to=…`.
pub async fn movements(app: &App, request: &Request) -> Result<Response> {
    AdminUser::of(app, request).await?;
    let range = range(request)?;
    let head = [
        "Time (UTC)",
        "Kind",
        "Amount",
        "Fee",
        "Net",
        "Currency",
        "Name",
        "Email",
        "Reference",
        "Description",
        "Stripe",
    ];
    let rows = list_movements::run(app, range).await?.into_iter().map(|one| {
        let (amount, fee, net) = (pounds(one.moved.amount), pounds(one.moved.fee), pounds(one.moved.net));
        vec![
            iso_time(one.moved.created.saturating_mul(1000)),
            one.moved.kind().to_owned(),
            amount,
            fee,
            net,
            one.moved.currency.to_uppercase(),
            one.name.unwrap_or_default(),
            one.email.unwrap_or_default(),
            one.reference.unwrap_or_default(),
            one.moved.description.unwrap_or_default(),
            one.moved.id,
        ]
    });
    csv_response(&format!("sayso-money-{}.csv", range.text()), &head, rows)
}

/// `GET /api/admin/commissions.csv?from=…&to=…`.
pub async fn commissions(app: &App, request: &Request) -> Result<Response> {
    AdminUser::of(app, request).await?;
    let range = range(request)?;
    let head =
        ["Month", "Partner", "Promo code", "Kind", "Rate", "Clients", "Amount", "Currency", "Status", "Paid", "Payout"];
    let rows = commission::exported(&app.db, range).await?.into_iter().map(|one: Exported| {
        vec![
            one.month_period.chars().take(7).collect(),
            one.name,
            one.code.unwrap_or_default(),
            one.commission_type.as_str().to_owned(),
            pounds(one.rate_per_client),
            one.active_clients_count.to_string(),
            pounds(one.commission_amount),
            "GBP".to_owned(),
            one.status.as_str().to_owned(),
            one.paid_at.map(iso_time).unwrap_or_default(),
            one.payout_id.unwrap_or_default(),
        ]
    });
    csv_response(&format!("sayso-commissions-{}.csv", range.text()), &head, rows)
}
