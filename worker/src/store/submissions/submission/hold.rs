//! Submissions on hold: they have cost no credit and are not delivered until their business accepts them.

use domain::row::flag;
use domain::submission::SubmissionStatus;
use serde::Deserialize;

use crate::error::Result;
use crate::store::clients::client_day;
use crate::store::db::{Db, Query};
use crate::store::platform::job::DeliveryPayload;
use crate::store::submissions::submission::acceptance::start_delivery_after_change;

/// Counts a client's submissions on hold.
pub async fn count(db: &Db, client_id: &str) -> Result<u32> {
    let query = Query::new("SELECT count(*) AS count FROM submissions WHERE client_id = ?1 AND hold IS NOT NULL");
    db.count(query.bind(client_id)).await
}

/// Returns the submissions among `ids` that a client has on hold, with the paths of their uploads, in the requested
/// order. `ids` is a JSON array.
pub async fn held_among(db: &Db, client_id: &str, ids: &str) -> Result<Vec<HeldSubmission>> {
    let query = Query::new(
        "SELECT s.id, s.final_file_path AS path FROM json_each(?2) asked JOIN submissions s ON s.id = asked.value
          WHERE s.client_id = ?1 AND s.hold IS NOT NULL ORDER BY asked.key",
    );
    db.all(query.bind(client_id).bind(ids)).await
}

#[derive(Deserialize)]
pub struct HeldSubmission {
    pub id: String,
    /// Path of its upload.
    pub path: String,
}

/// Releases a submission from hold: takes its credit and begins its delivery, in one transaction. Returns false if it was
/// not on hold, or the client was inactive or out of credits.
pub async fn release(db: &Db, client_id: &str, held: &HeldSubmission, job_id: &str, now: i64) -> Result<bool> {
    let released = Query::new(
        "UPDATE submissions SET hold = NULL, status = ?3 WHERE id = ?1 AND client_id = ?2 AND hold IS NOT NULL
            AND EXISTS (SELECT 1 FROM clients
                         WHERE id = ?2 AND status = 'active' AND (credits_remaining > 0 OR counts_credits = 0))",
    )
    .bind(&held.id)
    .bind(client_id)
    .bind(SubmissionStatus::AwaitingDriveUpload.as_str());
    let credit = Query::new(
        "UPDATE clients SET credits_remaining = credits_remaining - counts_credits,
                            credit_changes = credit_changes + counts_credits WHERE id = ?1 AND changes() = 1",
    );
    let payload = DeliveryPayload { submission_id: &held.id, final_file_path: &held.path, client_id };
    let mut statements =
        vec![released, credit.bind(client_id), client_day::record_credits_after_change(client_id, now)];
    statements.extend(start_delivery_after_change(&payload, job_id, now)?);
    Ok(db.transaction(statements).await?.first() == Some(&1))
}

/// Sets whether a client's new submissions are put on hold. Existing holds stay.
#[must_use]
pub fn hold_everything(client_id: &str, everything: bool) -> Query {
    Query::new("UPDATE clients SET holds_everything = ?2 WHERE id = ?1 AND holds_everything <> ?2")
        .bind(client_id)
        .bind(everything)
}

/// The facts of the mail about submissions on hold.
#[derive(Deserialize)]
pub struct HeldNotice {
    pub company_name: String,
    pub count: u32,
    /// Whether the business approves each submission first.
    #[serde(deserialize_with = "flag")]
    pub holds_everything: bool,
}

/// Counts a client's submissions on hold. `None` if there are none.
pub async fn notice(db: &Db, client_id: &str) -> Result<Option<HeldNotice>> {
    let query = Query::new(
        "SELECT c.company_name, count(*) AS count, c.holds_everything
           FROM clients c JOIN submissions s ON s.client_id = c.id
          WHERE c.id = ?1 AND s.hold IS NOT NULL GROUP BY c.id",
    );
    db.first(query.bind(client_id)).await
}
