//! Purchases with a partner's link or code.

use domain::api::billing::Referral;
use domain::row::flag;
use serde::Deserialize;

use crate::error::Result;
use crate::store::db::{Db, Query};

#[derive(Deserialize)]
struct Row {
    code: String,
    #[serde(deserialize_with = "flag")]
    discounted: bool,
    customer: String,
    first_payment_at: Option<i64>,
}

/// Returns a client's referral: of its first purchase with one. A code used at payment takes precedence over that of a link.
pub async fn of_client(db: &Db, client_id: &str) -> Result<Option<Referral>> {
    let query = Query::new(
        "SELECT coalesce(s.promotion_code, s.client_reference) AS code, s.promotion_code IS NOT NULL AS discounted, s.customer,
                (SELECT min(paid_at) FROM payments WHERE subscription_id = s.id) AS first_payment_at
           FROM subscriptions s
          WHERE s.client_id = ?1 AND coalesce(s.promotion_code, s.client_reference) IS NOT NULL
          ORDER BY s.created_at LIMIT 1",
    );
    let row: Option<Row> = db.first(query.bind(client_id)).await?;
    Ok(row.map(|Row { code, discounted, customer, first_payment_at }| Referral {
        code,
        discounted,
        stripe_customer_id: customer,
        first_payment_at,
    }))
}
