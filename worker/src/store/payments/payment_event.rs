//! `payment_events`.

use domain::api::payments::PaymentEvent;
use domain::comparable::search_key;
use domain::job::JobType;
use domain::limits::ROWS_PER_PAGE;
use domain::page::{Cursor, Page, limit_plus_one};
use domain::stripe::event::{Event, label, types_labelled};
use serde::{Deserialize, Serialize};

use crate::error::Result;
use crate::store::db::{Db, Query};
use crate::store::platform::job;

/// The payload of `apply-payment-event`.
#[derive(Serialize)]
struct EventPayload<'a> {
    event_id: &'a str,
}

/// Stores an event with the job that applies it, unless it was received before. Returns whether it was new.
pub async fn receive(db: &Db, event: &Event, job_id: &str, now: i64) -> Result<bool> {
    let insert = Query::new(
        "INSERT INTO payment_events (id, type, customer, object_id, payment_intent, api_version, happened_at, received_at)
         VALUES (:id, :kind, :customer, :object_id, :payment_intent, :api_version, :happened_at, :now) ON CONFLICT (id) DO NOTHING",
    )
    .named("id", &event.id)
    .named("kind", &event.kind)
    .named("customer", event.customer())
    .named("object_id", event.object_id())
    .named("payment_intent", event.payment_intent())
    .named("api_version", event.api_version.as_deref())
    .named("happened_at", event.created.saturating_mul(1000))
    .named("now", now);
    let payload = EventPayload { event_id: &event.id };
    let job = job::insert_after_change(job_id, JobType::ApplyPaymentEvent, &event.id, &payload, 0, now)?;
    Ok(db.transaction(vec![insert, job]).await?.first() == Some(&1))
}

/// The fields that applying an event needs.
#[derive(Deserialize)]
pub struct ReceivedEvent {
    #[serde(rename = "type")]
    pub kind: String,
    pub customer: Option<String>,
    pub object_id: Option<String>,
    pub payment_intent: Option<String>,
}

pub async fn get(db: &Db, id: &str) -> Result<Option<ReceivedEvent>> {
    db.first(Query::new("SELECT type, customer, object_id, payment_intent FROM payment_events WHERE id = ?1").bind(id))
        .await
}

/// Records the outcome of an event.
pub async fn record_outcome(db: &Db, id: &str, outcome: &str, now: i64) -> Result<()> {
    let query = Query::new("UPDATE payment_events SET handled_at = ?3, outcome = ?2 WHERE id = ?1");
    db.idempotent_change(query.bind(id).bind(outcome).bind(now)).await.map(drop)
}

/// Deletes these events and returns their number. `ids` is a JSON array.
pub async fn delete(db: &Db, ids: &str) -> Result<usize> {
    db.idempotent_change(
        Query::new("DELETE FROM payment_events WHERE id IN (SELECT value FROM json_each(?1))").bind(ids),
    )
    .await
}

/// Records why an event could not be applied, once its job has failed for good.
#[must_use]
pub fn record_failure(job_id: &str, reason: Option<&str>) -> Query {
    Query::new(
        "UPDATE payment_events SET outcome = ?2
          WHERE id = (SELECT subject_id FROM job_queue WHERE id = ?1 AND status = 'failed')",
    )
    .bind(job_id)
    .bind(reason)
}

/// Returns a page, newest first. `text` matches a customer, an object, a payment intent, a type by its name or label, or
/// a client's name.
pub async fn page(db: &Db, text: &str, before: Option<&Cursor>) -> Result<Page<PaymentEvent>> {
    let (at, id) = Cursor::keyset(before);
    let query = Query::new(
        "SELECT e.id, e.type, e.happened_at, e.received_at, e.handled_at, e.outcome, c.id AS client_id, c.company_name,
                coalesce(t.amount_pence, p.amount_pence,
                         (SELECT p.amount_pence FROM subscriptions s CROSS JOIN payments p ON p.subscription_id = s.id
                           WHERE s.checkout_id = e.object_id ORDER BY p.paid_at LIMIT 1)) AS amount,
                coalesce(t.currency, 'gbp') AS currency
           FROM payment_events e
           LEFT JOIN payments p ON p.id = e.object_id
           LEFT JOIN top_ups t ON t.id = e.object_id
           LEFT JOIN clients c ON c.id = coalesce(
                (SELECT client_id FROM subscriptions WHERE customer = e.customer AND client_id IS NOT NULL LIMIT 1),
                t.client_id)
          WHERE e.received_at <= ?1 AND (e.received_at < ?1 OR e.id > ?2)
            AND (?3 = '' OR e.type IN (SELECT value FROM json_each(?5)) OR instr(replace(lower(concat_ws(' ', e.type, e.customer, e.object_id, e.payment_intent, c.company_name)), '’', ''''), ?3) > 0)
          ORDER BY e.received_at DESC, e.id LIMIT ?4",
    );
    let key = search_key(text);
    let types = serde_json::to_string(&types_labelled(&key).collect::<Vec<_>>())?;
    let query = query.bind(at).bind(id).bind(&key).bind(limit_plus_one(ROWS_PER_PAGE)).bind(&types);
    let page: Page<PaymentEvent> = Page::split(db.all(query).await?, ROWS_PER_PAGE);
    Ok(page.map(|event| PaymentEvent { label: label(&event.kind), ..event }))
}
