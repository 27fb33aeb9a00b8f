//! Tells an automation address of a testimonial that came by its webhook.

use domain::limits::VIDEO_LINK_LIFE_MS;
use domain::retention::DEMO_HOURS;
use domain::setting::automation_url;
use domain::signed_link::Kind;
use domain::submission::media_type;
use domain::upload_job::Outcome;
use domain::webhook::DEMO;
use serde_json::json;

use crate::app::App;
use crate::auth::link;
use crate::error::Result;
use crate::integrations::automation;
use crate::store::setting;
use crate::store::submission::forward;

/// One attempt. The link to the video is made now and works as long as one in a mail.
///
/// # Errors
/// When the database fails; the job's attempt then counts as a passing fault.
pub async fn run(app: &App, submission_id: &str) -> Result<Outcome> {
    let Some(found) = forward::get(&app.db, submission_id).await? else {
        return Ok(Outcome::Done); // erased meanwhile
    };
    let url = match automation_url(&found.endpoint) {
        Some(setting) => setting::get(&app.db, setting).await?,
        None => String::new(),
    };
    if url.is_empty() {
        return Ok(Outcome::GiveUp("The settings name no automation address for this webhook.".into()));
    }
    let Some(secret) = &app.config.automation_secret else {
        return Ok(Outcome::GiveUp("AUTOMATION_SECRET is not set: nothing is forwarded without a signature.".into()));
    };
    let life = match found.endpoint.as_str() {
        DEMO => i64::from(DEMO_HOURS).saturating_mul(60 * 60 * 1000),
        _ => VIDEO_LINK_LIFE_MS,
    };
    let expires_at = app.now.saturating_add(life);
    let body = json!({
        "event": "testimonial.received",
        "id": submission_id,
        "endpoint": found.endpoint,
        "business": found.company_name,
        "name": found.customer_name,
        "email": found.customer_email,
        "timestamp": found.received_at,
        "privacyConsent": true,
        "marketingConsent": true,
        "video": {
            "url": link::address(&app.config, Kind::Video, submission_id, expires_at),
            "urlExpiresAt": expires_at,
            "contentType": media_type(&found.container),
            "sizeBytes": found.size_bytes,
            "durationMs": found.duration_ms,
        },
    });
    Ok(automation::send(&url, secret, submission_id, &body.to_string(), app.now).await)
}
