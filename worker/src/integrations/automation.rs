//! Automation addresses: a signed note of each testimonial that came by a webhook.

use domain::retry_policy::Outcome;
use domain::webhook::{SIGNATURE_HEADER, signature};

use crate::integrations::http;

/// Posts a note. Every answer but a success is worth another try, except those that say no for good.
pub async fn send(url: &str, secret: &str, id: &str, body: &str, now: i64) -> Outcome {
    let signed = signature(secret, now, body);
    let headers = [(SIGNATURE_HEADER, signed.as_str()), ("idempotency-key", id)];
    match http::post_json(url, &headers, body).await {
        Ok(answer) => answer.outcome("The automation address"),
        Err(reason) => Outcome::Retry(format!("The automation address: {reason}")),
    }
}
