//! `plan_products`: which plan a product at the payment provider is.

use domain::api::payments::MappedProduct;
use domain::limits::{DOUBTS_SHOWN, SUBSCRIPTIONS_READ};
use domain::plan::PlanType;
use domain::row::flag;
use domain::stripe::standing::KnownProduct;
use serde::Deserialize;

use crate::error::Result;
use crate::store::db::{Db, Query};

#[derive(Deserialize)]
struct Row {
    plan_type: PlanType,
    #[serde(deserialize_with = "flag")]
    is_decided: bool,
}

/// That of a product, where it is known.
pub async fn plan_of(db: &Db, product: Option<&str>) -> Result<Option<KnownProduct>> {
    let Some(product) = product else { return Ok(None) };
    let query =
        Query::new("SELECT plan_type, decided_at IS NOT NULL AS is_decided FROM plan_products WHERE product = ?1");
    let row: Option<Row> = db.first(query.bind(product)).await?;
    Ok(row.map(|row| KnownProduct { plan: row.plan_type, is_decided: row.is_decided }))
}

/// Notes that a product was sold as a plan, unless it is known.
#[must_use]
pub fn learn(product: &str, plan: PlanType, now: i64) -> Query {
    Query::new("INSERT INTO plan_products (product, plan_type, noted_at) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING")
        .bind(product)
        .bind(plan.as_str())
        .bind(now)
}

/// Notes what an admin says of a product.
#[must_use]
pub fn decide(product: &str, plan: PlanType, now: i64) -> Query {
    Query::new(
        "INSERT INTO plan_products (product, plan_type, noted_at, decided_at) VALUES (?1, ?2, ?3, ?3)
         ON CONFLICT (product) DO UPDATE
            SET plan_type = excluded.plan_type, noted_at = excluded.noted_at, decided_at = excluded.decided_at",
    )
    .bind(product)
    .bind(plan.as_str())
    .bind(now)
}

/// Products of which an admin has said which plan they are, the newest first, a bounded number of them.
pub async fn decided(db: &Db) -> Result<Vec<MappedProduct>> {
    let query = Query::new(
        "SELECT product, plan_type AS plan, decided_at FROM plan_products
          WHERE decided_at IS NOT NULL ORDER BY decided_at DESC, product LIMIT ?1",
    );
    db.all(query.bind(DOUBTS_SHOWN)).await
}

/// The plan that an admin has said a product is.
pub async fn decision(db: &Db, product: &str) -> Result<Option<PlanType>> {
    Ok(plan_of(db, Some(product)).await?.filter(|known| known.is_decided).map(|known| known.plan))
}

#[derive(Deserialize)]
struct Customer {
    customer: String,
}

/// Customers who pay for a product that alone says which plan it is, those without a plan first, a bounded number of them.
pub async fn payers(db: &Db, product: &str) -> Result<Vec<String>> {
    let query = Query::new(
        "SELECT customer FROM subscriptions WHERE product = ?1 AND by_product = 1 AND ended_at IS NULL
          GROUP BY customer ORDER BY max(plan_type IS NULL) DESC, customer LIMIT ?2",
    );
    let rows: Vec<Customer> = db.all(query.bind(product).bind(SUBSCRIPTIONS_READ)).await?;
    Ok(rows.into_iter().map(|row| row.customer).collect())
}

/// Whether a subscription waits for an admin that no plan of this product settles.
pub async fn is_in_doubt(db: &Db, product: &str) -> Result<bool> {
    let query = Query::new(
        "SELECT id FROM subscriptions WHERE product = ?1 AND problem IS NOT NULL AND plan_type IS NULL LIMIT 1",
    );
    Ok(!db.ids(query.bind(product)).await?.is_empty())
}
