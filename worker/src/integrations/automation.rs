//! Automation addresses: a signed note of each testimonial that came by a webhook.

use domain::upload_job::Outcome;
use domain::webhook::{SIGNATURE_HEADER, signature};

use crate::integrations::outward;

/// Posts a note. Every answer but a success is worth another try, except those that say no for good.
pub async fn send(url: &str, secret: &str, id: &str, body: &str, now: i64) -> Outcome {
    let signed = signature(secret, now, body);
    let headers = [(SIGNATURE_HEADER, signed.as_str()), ("idempotency-key", id)];
    match outward::post_json(url, &headers, body).await {
        Ok(answer) => outcome(answer.status, answer.retry_after),
        Err(reason) => Outcome::Retry(format!("The automation address: {reason}")),
    }
}

fn outcome(status: u16, retry_after: Option<u32>) -> Outcome {
    let said = format!("The automation address answered {status}.");
    match (status, retry_after) {
        (200..=299, _) => Outcome::Done,
        (429 | 503, Some(seconds)) => Outcome::RetryAfter(said, seconds),
        (408 | 425 | 429 | 500..=599, _) => Outcome::Retry(said),
        _ => Outcome::GiveUp(said),
    }
}
