//! `former_slugs`: earlier slugs of clients. Printed cards still use them, so they keep leading to their client.

use crate::error::Result;
use crate::store::db::{Db, Query};

/// Keeps the slug that an edit has replaced, and deletes a former slug that the client uses again. `before` is the
/// database's value before the edit, never the caller's.
#[must_use]
pub fn record_replaced(client_id: &str, before: &str, after: &str, now: i64) -> [Query; 2] {
    let keep = Query::new(
        "INSERT INTO former_slugs (slug, client_id, replaced_at)
         SELECT ?2, id, ?4 FROM clients WHERE id = ?1 AND custom_slug = ?3 AND custom_slug <> ?2
         ON CONFLICT (slug) DO UPDATE SET replaced_at = excluded.replaced_at",
    );
    let reused = Query::new(
        "DELETE FROM former_slugs WHERE client_id = ?1 AND slug = (SELECT custom_slug FROM clients WHERE id = ?1)",
    );
    [keep.bind(client_id).bind(before).bind(after).bind(now), reused.bind(client_id)]
}

/// Returns a client's former slugs, newest first.
pub async fn of_client(db: &Db, client_id: &str) -> Result<Vec<String>> {
    let query = Query::new("SELECT slug AS id FROM former_slugs WHERE client_id = ?1 ORDER BY replaced_at DESC, slug");
    db.ids(query.bind(client_id)).await
}
