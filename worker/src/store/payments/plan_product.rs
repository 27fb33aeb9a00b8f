//! `plan_products`: the plan of each Stripe product.

use domain::api::payments::MappedProduct;
use domain::limits::{ATTENTION_SHOWN, SUBSCRIPTIONS_READ};
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

/// Returns the plan of a product, if known.
pub async fn plan_of(db: &Db, product: Option<&str>) -> Result<Option<KnownProduct>> {
    let Some(product) = product else { return Ok(None) };
    let query =
        Query::new("SELECT plan_type, decided_at IS NOT NULL AS is_decided FROM plan_products WHERE product = ?1");
    let row: Option<Row> = db.first(query.bind(product)).await?;
    Ok(row.map(|row| KnownProduct { plan: row.plan_type, is_decided: row.is_decided }))
}

/// Records the plan a product was sold as, unless the product is known.
#[must_use]
pub fn record_sold_plan(product: &str, plan: PlanType, now: i64) -> Query {
    Query::new("INSERT INTO plan_products (product, plan_type, noted_at) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING")
        .bind(product)
        .bind(plan.as_str())
        .bind(now)
}

/// Stores an admin's decision about a product.
#[must_use]
pub fn set_plan(product: &str, plan: PlanType, now: i64) -> Query {
    Query::new(
        "INSERT INTO plan_products (product, plan_type, noted_at, decided_at) VALUES (?1, ?2, ?3, ?3)
         ON CONFLICT (product) DO UPDATE
            SET plan_type = excluded.plan_type, noted_at = excluded.noted_at, decided_at = excluded.decided_at",
    )
    .bind(product)
    .bind(plan.as_str())
    .bind(now)
}

/// Returns the products that admins have mapped to a plan, newest first, up to `ATTENTION_SHOWN`.
pub async fn mapped_products(db: &Db) -> Result<Vec<MappedProduct>> {
    let query = Query::new(
        "SELECT product, plan_type AS plan, decided_at FROM plan_products
          WHERE decided_at IS NOT NULL ORDER BY decided_at DESC, product LIMIT ?1",
    );
    db.all(query.bind(ATTENTION_SHOWN)).await
}

/// Returns the plan that an admin has mapped a product to.
pub async fn mapped_plan(db: &Db, product: &str) -> Result<Option<PlanType>> {
    Ok(plan_of(db, Some(product)).await?.filter(|known| known.is_decided).map(|known| known.plan))
}

#[derive(Deserialize)]
struct Customer {
    customer: String,
}

/// Returns customers whose plan is known only by this product, those without a plan first, up to `SUBSCRIPTIONS_READ`.
pub async fn payers(db: &Db, product: &str) -> Result<Vec<String>> {
    let query = Query::new(
        "SELECT customer FROM subscriptions WHERE product = ?1 AND by_product = 1 AND ended_at IS NULL
          GROUP BY customer ORDER BY max(plan_type IS NULL) DESC, customer LIMIT ?2",
    );
    let rows: Vec<Customer> = db.all(query.bind(product).bind(SUBSCRIPTIONS_READ)).await?;
    Ok(rows.into_iter().map(|row| row.customer).collect())
}

/// Whether a subscription of this product has a problem and no plan, so that an admin must decide.
pub async fn is_in_doubt(db: &Db, product: &str) -> Result<bool> {
    let query = Query::new(
        "SELECT id FROM subscriptions WHERE product = ?1 AND problem IS NOT NULL AND plan_type IS NULL LIMIT 1",
    );
    Ok(!db.ids(query.bind(product)).await?.is_empty())
}
