//! `resumed_deliveries`: clients whose failed deliveries are to be requeued, because their drive recovered or was replaced.

use serde::{Deserialize, Serialize};

use crate::error::Result;
use crate::store::db::{Db, Query};
use crate::store::submissions::submission::failed::FailedScope;

/// A client to resume, and the token of its request.
#[derive(Deserialize, Serialize)]
pub struct ResumeRequest {
    pub client_id: String,
    token: String,
}

/// Requests requeueing of a client's failed deliveries, if there are any. Belongs in the transaction that clears the
/// drive's fault or selects another drive, after the statements whose changed rows count.
#[must_use]
pub fn request(client_id: &str) -> Query {
    Query::new(
        "INSERT INTO resumed_deliveries (client_id, token)
         SELECT c.id, lower(hex(randomblob(8))) FROM clients c
          WHERE c.id = ?1
            AND EXISTS (SELECT 1 FROM submissions WHERE client_id = c.id AND status = 'drive_upload_failed')
         ON CONFLICT (client_id) DO UPDATE SET token = excluded.token",
    )
    .bind(client_id)
}

/// Requests the same for the clients with folders in this account of the platform's.
#[must_use]
pub fn request_for_platform(account: &str) -> Query {
    Query::new(
        "INSERT INTO resumed_deliveries (client_id, token)
         SELECT DISTINCT d.client_id, lower(hex(randomblob(8))) FROM drive_connections d
          WHERE d.is_platform = 1 AND d.account = ?1 AND d.credential IS NOT NULL
            AND EXISTS (SELECT 1 FROM submissions WHERE client_id = d.client_id AND status = 'drive_upload_failed')
         ON CONFLICT (client_id) DO UPDATE SET token = excluded.token",
    )
    .bind(account)
}

/// Returns the pending requests among these clients.
pub async fn of(db: &Db, whose: FailedScope<'_>, limit: u32) -> Result<Vec<ResumeRequest>> {
    let (client_id, account) = whose.parts();
    let query = Query::new(
        "SELECT client_id, token FROM resumed_deliveries r
          WHERE (?1 IS NULL OR client_id = ?1)
            AND (?2 IS NULL OR EXISTS (SELECT 1 FROM drive_connections d
                                        WHERE d.client_id = r.client_id AND d.is_platform = 1 AND d.account = ?2))
          LIMIT ?3",
    );
    db.all(query.bind(client_id).bind(account).bind(limit)).await
}

/// Deletes requests whose deliveries were queued. One repeated meanwhile has a new token and stays.
pub async fn delete_queued(db: &Db, clients: &[ResumeRequest]) -> Result<()> {
    if clients.is_empty() {
        return Ok(());
    }
    let query = Query::new(
        "DELETE FROM resumed_deliveries
          WHERE (client_id, token) IN (SELECT value->>'client_id', value->>'token' FROM json_each(?1))",
    );
    db.idempotent_change(query.bind(&serde_json::to_string(clients)?)).await.map(drop)
}
