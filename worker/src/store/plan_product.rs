//! `plan_products`: which plan a product at the payment provider is.

use domain::limits::SUBSCRIPTIONS_READ;
use domain::plan::PlanType;
use serde::Deserialize;

use crate::error::Result;
use crate::store::db::{Db, Query};

#[derive(Deserialize)]
struct Row {
    plan_type: PlanType,
}

/// That of a product, where it is known.
pub async fn plan_of(db: &Db, product: Option<&str>) -> Result<Option<PlanType>> {
    let Some(product) = product else { return Ok(None) };
    let query = Query::new("SELECT plan_type FROM plan_products WHERE product = ?1");
    Ok(db.first::<Row>(query.bind(product)).await?.map(|row| row.plan_type))
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
        "INSERT INTO plan_products (product, plan_type, noted_at) VALUES (?1, ?2, ?3)
         ON CONFLICT (product) DO UPDATE SET plan_type = excluded.plan_type, noted_at = excluded.noted_at",
    )
    .bind(product)
    .bind(plan.as_str())
    .bind(now)
}

#[derive(Deserialize)]
struct Customer {
    customer: String,
}

/// Customers who pay for a product that fits no plan yet, a bounded number of them.
pub async fn waiting(db: &Db, product: &str) -> Result<Vec<String>> {
    let query = Query::new(
        "SELECT DISTINCT customer FROM subscriptions WHERE product = ?1 AND problem IS NOT NULL AND plan_type IS NULL LIMIT ?2",
    );
    let rows: Vec<Customer> = db.all(query.bind(product).bind(SUBSCRIPTIONS_READ)).await?;
    Ok(rows.into_iter().map(|row| row.customer).collect())
}
