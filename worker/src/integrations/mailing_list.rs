//! GetResponse: adds contacts to a campaign, which asks them to confirm.

use domain::retry_policy::JobOutcome;
use serde_json::json;

use crate::config::MailingList;
use crate::integrations::http::{self, Answer};

/// Adds a contact. Succeeds if the contact is already on the list.
pub async fn add(list: &MailingList, campaign: &str, email: &str, name: &str) -> JobOutcome {
    let body = json!({
        "email": email,
        "name": name,
        "campaign": { "campaignId": campaign },
    });
    let key = format!("api-key {}", list.api_key);
    let headers = [("x-auth-token", key.as_str()), ("x-request-source", "sayso")];
    let url = format!("{}/contacts", list.base);
    match http::post_json(&url, &headers, &body.to_string()).await {
        Ok(answer) => outcome(&answer),
        Err(reason) => JobOutcome::Retry(format!("The mailing list: {reason}")),
    }
}

fn outcome(answer: &Answer) -> JobOutcome {
    let refused = |why: &str| JobOutcome::GiveUp(format!("The mailing list answered {}. {why}", answer.status));
    match answer.status {
        409 => JobOutcome::Done,
        401 | 403 => refused("Its API key is wrong or lacks the right to add contacts."),
        400 | 404 | 422 => refused("It does not know this list, or does not accept this address."),
        _ => answer.outcome("The mailing list"),
    }
}
