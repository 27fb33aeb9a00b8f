//! Exports for an accountant.

use domain::commission::plain_pounds;
use domain::date::{DateRange, iso_time};
use domain::limits::MAX_EXPORTED_ROWS;
use domain::payout::{PayoutArrival, PayoutEntry, PayoutRecord, arrival};
use std::collections::BTreeMap;
use worker::Response;

use crate::app::App;
use crate::auth::guard::AdminUser;
use crate::error::{Error, Result};
use crate::flows::payments::list_movements;
use crate::request::Request;
use crate::routes::csv::csv_response;
use crate::store::partners::{commission, payout};

fn range(request: &Request) -> Result<DateRange> {
    DateRange::parse(&request.search("from")?, &request.search("to")?).map_err(Error::malformed)
}

/// `GET /api/admin/money.csv?from=…&to=…`: every transaction of Stripe's balance, whose `Net` adds up to the balance's
/// change, and payouts made by hand, with their amounts in a separate column.
pub async fn movements(app: &App, _: AdminUser, request: &Request) -> Result<Response> {
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
        "Outside Stripe",
    ];
    let by_hand = payout::manual_payouts(&app.db, range).await?.into_iter().map(|one| {
        let mut row = vec![iso_time(one.paid_at), "payout by hand".to_owned()];
        row.extend(["", "", ""].map(str::to_owned));
        row.extend(["GBP".to_owned(), one.name, one.email, one.id, one.reference, String::new()]);
        row.push(plain_pounds(one.amount_pence.saturating_neg()));
        row
    });
    let moved = list_movements::run(app, range).await?.into_iter().map(|one| {
        let (amount, fee, net) =
            (plain_pounds(one.moved.amount), plain_pounds(one.moved.fee), plain_pounds(one.moved.net));
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
            String::new(),
        ]
    });
    let mut rows: Vec<Vec<String>> = moved.chain(by_hand).collect();
    // Sorts as text: the first cells are ISO times.
    rows.sort_by(|one, other| one.first().cmp(&other.first()));
    csv_response(&format!("sayso-money-{}.csv", range.text()), &head, rows.into_iter())
}

const TOO_MANY: &str = "There are too many commissions for one file. Please choose a shorter range.";

/// `GET /api/admin/commissions.csv?from=…&to=…`: commissions, followed by a signed row for each failure, reversal or
/// repeated payment of their payouts.
pub async fn commissions(app: &App, _: AdminUser, request: &Request) -> Result<Response> {
    let range = range(request)?;
    let head =
        ["Month", "Partner", "Promo code", "Kind", "Rate", "Clients", "Amount", "Currency", "Status", "Paid", "Payout"];
    let commissions = commission::export_rows(&app.db, range).await?;
    if commissions.len() > MAX_EXPORTED_ROWS as usize {
        return Err(Error::malformed(TOO_MANY));
    }
    let records = payout::records_of_range(&app.db, range).await?;
    let mut families: BTreeMap<&str, Vec<PayoutRecord>> = BTreeMap::new();
    for record in &records {
        families.entry(&record.root).or_default().push(record.clone());
    }
    let mut owners: BTreeMap<&str, (&str, &str)> = BTreeMap::new();
    let mut rows = Vec::with_capacity(commissions.len());
    for one in &commissions {
        let code = one.code.as_deref().unwrap_or_default();
        let payout_id = one.payout_id.as_deref().unwrap_or_default();
        let family = families.get(payout_id);
        let state = family.map(|family| arrival(payout_id, family));
        let root = family.and_then(|family| family.iter().find(|record| record.id == payout_id));
        let paid_at = root.map(PayoutRecord::last_paid_at).or(one.paid_at);
        let paid_at = paid_at.filter(|_| state.is_none_or(PayoutArrival::has_any));
        owners.insert(payout_id, (&one.name, code));
        rows.push(vec![
            month_of(&one.month_period),
            one.name.clone(),
            code.to_owned(),
            one.commission_type.as_str().to_owned(),
            plain_pounds(one.rate_per_client),
            one.active_clients_count.to_string(),
            plain_pounds(one.commission_amount),
            "GBP".to_owned(),
            state.map_or(one.status.as_str(), PayoutArrival::in_words).to_owned(),
            paid_at.map(iso_time).unwrap_or_default(),
            payout_id.to_owned(),
        ]);
    }
    let (first, last) = range.months();
    let months = first.to_string()..=last.to_string();
    for (root, family) in &families {
        // Lists a payout of several months only in the file of its own month.
        let is_of_range = family.iter().any(|record| record.id == *root && months.contains(&record.month_period));
        let Some((name, code)) = owners.get(root).filter(|_| is_of_range) else { continue };
        let entries = family.iter().flat_map(PayoutRecord::entries);
        let mut entries: Vec<PayoutEntry> = entries.collect();
        entries.sort_by_key(|entry| entry.at);
        // The first entry is the payout itself, whose commissions are listed above.
        rows.extend(entries.into_iter().skip(1).map(|entry| {
            vec![
                month_of(&entry.month_period),
                (*name).to_owned(),
                (*code).to_owned(),
                entry.kind.as_str().to_owned(),
                String::new(),
                String::new(),
                plain_pounds(entry.amount_pence),
                "GBP".to_owned(),
                String::new(),
                iso_time(entry.at),
                entry.payout_id,
            ]
        }));
    }
    csv_response(&format!("sayso-commissions-{}.csv", range.text()), &head, rows.into_iter())
}

/// `2026-11`.
fn month_of(period: &str) -> String {
    period.chars().take(7).collect()
}
