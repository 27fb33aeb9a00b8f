//! Subscriptions that need an admin: they fit no plan, or nobody knows whose they are.

use domain::api::payments::DoubtfulSubscription;
use domain::limits::DOUBTS_SHOWN;
use serde::Deserialize;

use crate::error::Result;
use crate::store::db::{Db, Query};

/// The newest of them, a bounded number.
pub async fn newest(db: &Db) -> Result<Vec<DoubtfulSubscription>> {
    let query = Query::new(
        "SELECT s.id, s.customer, s.email, s.problem, s.created_at, s.client_id, c.company_name,
                same.id AS same_email_client, same.company_name AS same_email_company
           FROM subscriptions s
           LEFT JOIN clients c ON c.id = s.client_id
           LEFT JOIN clients same ON s.client_id IS NULL
                 AND same.id = (SELECT id FROM clients WHERE email = s.email AND is_demo = 0 LIMIT 1)
          WHERE s.problem IS NOT NULL ORDER BY s.created_at DESC LIMIT ?1",
    );
    db.all(query.bind(DOUBTS_SHOWN)).await
}

/// A subscription of which nobody knows whose it is.
#[derive(Deserialize)]
pub struct Unowned {
    pub id: String,
    pub customer: String,
    pub email: String,
}

/// One of them.
pub async fn unowned(db: &Db, id: &str) -> Result<Option<Unowned>> {
    let query = Query::new(
        "SELECT id, customer, email FROM subscriptions
          WHERE id = ?1 AND client_id IS NULL AND problem IS NOT NULL AND ended_at IS NULL",
    );
    db.first(query.bind(id)).await
}

/// Says whose it is; whatever is read of it from now on is that client's.
#[must_use]
pub fn assign(id: &str, client_id: &str) -> Query {
    Query::new(
        "UPDATE subscriptions SET client_id = ?2, problem = NULL, version = version + 1 WHERE id = ?1 AND client_id IS NULL",
    )
    .bind(id)
    .bind(client_id)
}
