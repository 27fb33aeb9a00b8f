//! Records failed attempts to submit, so that support can explain why a video never arrived.

use domain::comparable::email_address;
use domain::submission_attempt::AttemptReason;

use crate::app::App;
use crate::auth::login_subject::email_hash;
use crate::error::Error;
use crate::log;
use crate::store::submissions::submission_attempt::{self, Refusal};

/// A refused attempt and its sender.
pub struct RefusedAttempt<'a> {
    /// The upload's id or the form's idempotency key.
    pub id: &'a str,
    pub client_id: &'a str,
    /// The customer's address as typed; empty if none was sent.
    pub email: &'a str,
    /// Keyed hash of the sender's network address.
    pub ip_hash: &'a str,
}

/// Records a refusal whose code is an [`AttemptReason`]; `worker/domain/tests/architecture.rs` lists the other codes. Logs
/// failures instead of returning them, so that the customer still gets the answer.
pub async fn refusal(app: &App, refused: &RefusedAttempt<'_>, error: &Error) {
    let Some(reason) = AttemptReason::parse(error.code()) else { return };
    let (fields, sentence) = match error.fields() {
        Some(fields) => (
            fields.keys().map(String::as_str).collect::<Vec<_>>().join(","),
            fields.values().map(|text| format!("{}.", text.trim_end_matches('.'))).collect::<Vec<_>>().join(" "),
        ),
        None => (String::new(), error.text().to_owned()),
    };
    let refusal = Refusal {
        id: refused.id,
        client_id: refused.client_id,
        customer_hash: &customer_hash(app, refused.email),
        ip_hash: refused.ip_hash,
        reason,
        fields: &fields,
        sentence: &sentence,
    };
    log_failure(submission_attempt::record_refusal(&app.db, &refusal, app.now).await);
}

/// Records uploads that are about to be discarded because they expired or were cancelled.
pub async fn unfinished(app: &App, upload_ids: &[&str], is_cancelled: bool) {
    if upload_ids.is_empty() {
        return;
    }
    let Ok(ids) = serde_json::to_string(upload_ids) else { return };
    log_failure(submission_attempt::record_unfinished(&app.db, &ids, is_cancelled, app.now).await);
}

/// Keyed hash that identifies a customer's attempts; empty if the text is not an address.
#[must_use]
pub fn customer_hash(app: &App, email: &str) -> String {
    if email.contains('@') { email_hash(&app.config, &email_address(email)) } else { String::new() }
}

fn log_failure(outcome: crate::error::Result<()>) {
    if let Err(error) = outcome {
        log::warning("submission attempt", &error.cause_or_text());
    }
}
