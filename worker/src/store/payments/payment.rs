//! `payments` and `top_ups` as lists of payments.

use std::collections::BTreeMap;

use domain::api::billing::PaymentEntry;
use domain::api::payments::DisputedPayment;
use domain::commission::month::Month;
use domain::limits::{ATTENTION_SHOWN, ROWS_PER_PAGE};
use domain::page::{Cursor, Page, limit_plus_one};
use serde::Deserialize;

use crate::error::Result;
use crate::store::db::{Db, Query};

#[derive(Deserialize)]
struct Period {
    period_start: i64,
    period_end: i64,
}

/// Returns the calendar months of payments whose returned amount changed since a time.
pub async fn months_of_returns(db: &Db, since: i64) -> Result<Vec<Month>> {
    let query =
        Query::new("SELECT period_start, period_end FROM payments WHERE returned_at >= ?1 AND period_start > 0");
    let periods: Vec<Period> = db.all(query.bind(since)).await?;
    Ok(periods.iter().flat_map(|one| [Month::of(one.period_start), Month::of(one.period_end)]).collect())
}

/// Returns payments with an open dispute or inquiry, newest first, up to `ATTENTION_SHOWN`.
pub async fn disputed(db: &Db) -> Result<Vec<DisputedPayment>> {
    let query = Query::new(
        "SELECT p.id, c.company_name, s.email, p.disputed_pence, 0 AS is_inquiry, p.needs_answer, p.paid_at FROM payments p
           JOIN subscriptions s ON s.id = p.subscription_id LEFT JOIN clients c ON c.id = s.client_id
          WHERE p.dispute = 'open'
          UNION ALL
         SELECT p.id, c.company_name, s.email, p.inquired_pence, 1, p.needs_answer, p.paid_at FROM payments p
           JOIN subscriptions s ON s.id = p.subscription_id LEFT JOIN clients c ON c.id = s.client_id
          WHERE p.inquired_pence > 0
          UNION ALL
         SELECT t.id, c.company_name, t.email, t.disputed_pence, 0, t.needs_answer, t.paid_at FROM top_ups t LEFT JOIN clients c ON c.id = t.client_id
          WHERE t.dispute = 'open'
          UNION ALL
         SELECT t.id, c.company_name, t.email, t.inquired_pence, 1, t.needs_answer, t.paid_at FROM top_ups t LEFT JOIN clients c ON c.id = t.client_id
          WHERE t.inquired_pence > 0
          ORDER BY paid_at DESC LIMIT ?1",
    );
    db.all(query.bind(ATTENTION_SHOWN)).await
}

/// Returns a page of a client's payments.
pub async fn page(db: &Db, client_id: &str, before: Option<&Cursor>) -> Result<Page<PaymentEntry>> {
    let (at, id) = Cursor::keyset(before);
    let query = Query::new(
        "SELECT p.id, p.paid_at, iif(p.period_start = 0, 'change', 'month') AS kind, p.amount_pence,
                p.returned_pence - p.disputed_pence AS refunded_pence, p.disputed_pence, p.dispute, nullif(p.period_start, 0) AS month, p.lines
           FROM subscriptions s JOIN payments p ON p.subscription_id = s.id
          WHERE s.client_id = ?1 AND p.paid_at <= ?2 AND (p.paid_at < ?2 OR p.id > ?3)
          UNION ALL
         SELECT id, paid_at, 'top_up', amount_pence, refunded_pence, disputed_pence, dispute, NULL, NULL FROM top_ups
          WHERE client_id = ?1 AND paid_at <= ?2 AND (paid_at < ?2 OR id > ?3)
          ORDER BY paid_at DESC, id LIMIT ?4",
    );
    let query = query.bind(client_id).bind(at).bind(id).bind(limit_plus_one(ROWS_PER_PAGE));
    Ok(Page::split(db.all(query).await?, ROWS_PER_PAGE))
}

#[derive(Deserialize)]
struct Payer {
    key: String,
    name: String,
}

/// A purchase without a Stripe customer: its payer's address and time.
pub type Guest = (String, i64);

/// Returns the companies of Stripe customers, and of guests' purchases by the payer's address and the time in milliseconds. Both
/// parameters are JSON arrays. Anybody can type any address at payment, so a purchase is named only once its client is known.
pub async fn payers(db: &Db, customers: &str, guests: &str) -> Result<BTreeMap<String, String>> {
    let query = Query::new(
        "SELECT s.customer AS key, c.company_name AS name FROM json_each(?1) AS wanted
           JOIN subscriptions s ON s.customer = wanted.value JOIN clients c ON c.id = s.client_id
          UNION
         SELECT t.paid_at || ' ' || lower(trim(t.email)), c.company_name FROM json_each(?2) AS wanted
           JOIN top_ups t ON t.paid_at = wanted.value ->> 1 AND lower(trim(t.email)) = wanted.value ->> 0
           JOIN clients c ON c.id = t.client_id",
    );
    let rows: Vec<Payer> = db.all(query.bind(customers).bind(guests)).await?;
    Ok(rows.into_iter().map(|row| (row.key, row.name)).collect())
}

/// Key of a guest's purchase in the result of [`payers`].
#[must_use]
pub fn guest_key((email, paid_at): &Guest) -> String {
    format!("{paid_at} {email}")
}

#[derive(Deserialize)]
struct Document {
    id: String,
}

/// Returns the id of a payment's invoice, or of a purchase of credits without one. `None` unless it is the client's.
pub async fn invoice_of(db: &Db, client_id: &str, payment_id: &str) -> Result<Option<String>> {
    let query = Query::new(
        "SELECT p.id FROM payments p JOIN subscriptions s ON s.id = p.subscription_id WHERE p.id = ?2 AND s.client_id = ?1
          UNION ALL
         SELECT coalesce(invoice, id) FROM top_ups WHERE id = ?2 AND client_id = ?1",
    );
    let found: Option<Document> = db.first(query.bind(client_id).bind(payment_id)).await?;
    Ok(found.map(|document| document.id))
}
