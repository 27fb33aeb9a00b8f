//! Interprets Google's answers.

use domain::google_drive::{self, Refusal};
use serde::de::DeserializeOwned;
use worker::Response;

use super::Outcome;
use crate::integrations::drive::Fault;
use crate::integrations::http::{Answer, discard};

/// Fault without an answer.
pub(super) fn unreachable(reason: String) -> Fault {
    Fault::Transient(format!("Google Drive: {reason}"))
}

/// Parses a success, or returns the fault.
pub(super) async fn json<T: DeserializeOwned>(response: Response) -> Outcome<T> {
    if !(200..=299).contains(&response.status_code()) {
        return Err(fault(response).await);
    }
    let (_, text) = Answer::with_text(response).await;
    serde_json::from_str(&text.map_err(unreachable)?)
        .map_err(|_| Fault::Transient("We do not understand Google Drive’s answer.".into()))
}

/// Discards a success, or returns the fault.
pub(super) async fn outcome(response: Response) -> Outcome<()> {
    if !(200..=299).contains(&response.status_code()) {
        return Err(fault(response).await);
    }
    discard(response).await;
    Ok(())
}

/// Converts a failed answer to a fault.
pub(super) async fn fault(response: Response) -> Fault {
    let (answer, text) = Answer::with_text(response).await;
    of_refusal(
        google_drive::refusal(answer.status, &google_drive::reason(&text.unwrap_or_default())),
        answer.retry_after,
    )
}

pub(super) fn of_refusal(refusal: Refusal, retry_after: Option<u32>) -> Fault {
    match (refusal, retry_after) {
        (Refusal::Transient(text), Some(seconds)) => Fault::RetryAfter(text, seconds),
        (Refusal::Transient(text), None) => Fault::Transient(text),
        (Refusal::Permanent(text), _) => Fault::Permanent(text),
        (Refusal::Deployment(text), _) => Fault::Internal(text),
    }
}
