//! GetResponse: contacts join a campaign, which asks them itself to confirm.

use domain::upload_job::Outcome;
use serde_json::json;

use crate::config::MailingList;
use crate::integrations::outward;

/// Adds a contact. Whoever is on the list already is a success.
pub async fn add(list: &MailingList, campaign: &str, email: &str, name: &str) -> Outcome {
    let body = json!({
        "email": email,
        "name": name,
        "campaign": { "campaignId": campaign },
    });
    let key = format!("api-key {}", list.api_key);
    let headers = [("x-auth-token", key.as_str()), ("x-request-source", "sayso")];
    let url = format!("{}/contacts", list.base);
    match outward::post_json(&url, &headers, &body.to_string()).await {
        Ok(answer) => outcome(answer.status, answer.retry_after),
        Err(reason) => Outcome::Retry(format!("The mailing list: {reason}")),
    }
}

fn outcome(status: u16, retry_after: Option<u32>) -> Outcome {
    let said = format!("The mailing list answered {status}.");
    match (status, retry_after) {
        (200..=299 | 409, _) => Outcome::Done,
        (429 | 503, Some(seconds)) => Outcome::RetryAfter(said, seconds),
        (408 | 429 | 500..=599, _) => Outcome::Retry(said),
        (401 | 403, _) => Outcome::GiveUp(format!("{said} Its API key is wrong or lacks the right to add contacts.")),
        (400 | 404 | 422, _) => Outcome::GiveUp(format!("{said} It knows no such list, or takes no such address.")),
        _ => Outcome::GiveUp(said),
    }
}
