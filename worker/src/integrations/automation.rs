//! Automation webhooks: signed notifications of testimonials sent to a webhook, and of alerts.

use domain::retry_policy::JobOutcome;
use domain::setting::is_receiver;
use domain::webdav::Networks;
use domain::webhook::{SIGNATURE_HEADER, signature};

use crate::app::App;
use crate::integrations::http;

/// Posts a notification to the URL of a setting, unless the URL is not allowed.
pub async fn send_to_setting(app: &App, url: &str, id: &str, body: &str) -> JobOutcome {
    if url.is_empty() {
        return JobOutcome::GiveUp("The settings name no automation address for this.".into());
    }
    // Checked here too, not only when the setting is changed: the URL that is called counts.
    if app.config.networks == Networks::Public && !is_receiver(url) {
        return JobOutcome::GiveUp(
            "The automation address is no https address, or leads into a private network.".into(),
        );
    }
    let Some(secret) = &app.config.automation_secret else {
        return JobOutcome::GiveUp("AUTOMATION_SECRET is not set: nothing is forwarded without a signature.".into());
    };
    send(url, secret, id, body, app.now).await
}

/// Posts a notification. Retries every failure except a permanent refusal.
async fn send(url: &str, secret: &str, id: &str, body: &str, now: i64) -> JobOutcome {
    let signed = signature(secret, now, body);
    let headers = [(SIGNATURE_HEADER, signed.as_str()), ("idempotency-key", id)];
    match http::post_json(url, &headers, body).await {
        Ok(answer) => answer.outcome("The automation address"),
        Err(reason) => JobOutcome::Retry(format!("The automation address: {reason}")),
    }
}
