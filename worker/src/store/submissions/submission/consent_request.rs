//! `consent_requests`: what customers were asked to agree to after their first consent.

use domain::api::public::FilmConsent;
use domain::audit::AuditAction;
use domain::consent::ASK_PAUSE_MS;
use serde::Deserialize;

use crate::error::Result;
use crate::store::db::{Db, Query};
use crate::store::platform::audit;

/// A request, with its answer.
#[derive(Debug, Clone, Deserialize)]
pub struct ConsentRequestRow {
    /// UTC milliseconds.
    pub asked_at: i64,
    pub text_version: Option<String>,
    pub agreed_at: Option<i64>,
    /// The business's name in the texts that were agreed to.
    pub business: Option<String>,
}

impl ConsentRequestRow {
    /// Returns time, business and version of the consent, if it was given.
    #[must_use]
    pub fn agreed(&self) -> Option<(i64, &str, &str)> {
        Some((self.agreed_at?, self.business.as_deref()?, self.text_version.as_deref()?))
    }
}

// The requests to the customer of submission `s`, oldest first, as JSON. At most some hundred: one a week.
macro_rules! requests_sql {
    () => {
        "(SELECT json_group_array(json_object('asked_at', asked_at, 'text_version', text_version, 'agreed_at', agreed_at, 'business', business))
            FROM (SELECT * FROM consent_requests WHERE submission_id = s.id ORDER BY asked_at))"
    };
}
pub(crate) use requests_sql;

/// Records that a business asks, unless it asked within the pause or has an answer, or the consent was withdrawn.
#[must_use]
pub fn ask(client_id: &str, id: &str, now: i64) -> Query {
    Query::new(
        "INSERT INTO consent_requests (submission_id, asked_at)
         SELECT s.id, ?3 FROM submissions s JOIN consents k ON k.submission_id = s.id
          WHERE s.id = ?1 AND s.client_id = ?2 AND s.hold IS NULL AND k.withdrawn_at IS NULL
            AND NOT EXISTS (SELECT 1 FROM consent_requests WHERE submission_id = ?1 AND (asked_at > ?3 - ?4 OR agreed_at IS NOT NULL))",
    )
    .bind(id)
    .bind(client_id)
    .bind(now)
    .bind(ASK_PAUSE_MS)
}

/// Records the answer to the newest request, with a line of the audit log. No-op if the customer has answered one, or
/// has withdrawn the consent.
pub async fn agree(db: &Db, id: &str, version: &str, now: i64) -> Result<()> {
    let agreed = Query::new(
        "UPDATE consent_requests SET agreed_at = ?3, text_version = ?2,
                business = (SELECT c.company_name FROM submissions s JOIN clients c ON c.id = s.client_id WHERE s.id = ?1)
          WHERE submission_id = ?1 AND asked_at = (SELECT max(asked_at) FROM consent_requests WHERE submission_id = ?1)
            AND NOT EXISTS (SELECT 1 FROM consent_requests WHERE submission_id = ?1 AND agreed_at IS NOT NULL)
            AND EXISTS (SELECT 1 FROM consents WHERE submission_id = ?1 AND withdrawn_at IS NULL)",
    );
    let statements = vec![
        agreed.bind(id).bind(version).bind(now),
        audit::by_customer_after_change(AuditAction::ConsentAgree, id, now),
    ];
    db.idempotent_transaction(statements).await.map(drop)
}

/// Returns the consents to a video with this SHA-256, oldest first. Excludes demos.
pub async fn of_film(db: &Db, sha256: &str) -> Result<Vec<FilmConsent>> {
    let query = Query::new(
        "SELECT c.company_name AS business, k.given_at, k.withdrawn_at
           FROM submissions s JOIN consents k ON k.submission_id = s.id JOIN clients c ON c.id = s.client_id
          WHERE s.sha256 = ?1 AND c.is_demo = 0 ORDER BY k.given_at LIMIT 10",
    );
    db.all(query.bind(sha256)).await
}
