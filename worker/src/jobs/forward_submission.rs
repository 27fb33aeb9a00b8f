//! `forward-submission`: posts a webhook's testimonial to its automation URL.

use domain::retention::VIDEO_LINK_MS;
use domain::retry_policy::JobOutcome;
use domain::setting::automation_url;
use domain::webhook::DEMO;
use serde_json::{Value, json};

use crate::app::App;
use crate::auth::signed_url;
use crate::error::Result;
use crate::integrations::automation;
use crate::store::platform::setting;
use crate::store::submissions::submission::forward::{self, Forward};

/// The only event.
const EVENT: &str = "testimonial.received";

/// The link to the video is created now and is valid as long as one in a mail.
pub async fn run(app: &App, submission_id: &str) -> Result<JobOutcome> {
    let Some(found) = forward::get(&app.db, submission_id).await? else {
        return Ok(JobOutcome::Done); // erased meanwhile
    };
    let url = match automation_url(&found.endpoint) {
        Some(setting) => setting::get(&app.db, setting).await?,
        None => String::new(),
    };
    Ok(automation::send_to_setting(app, &url, submission_id, &payload(app, submission_id, &found).to_string()).await)
}

/// The payload. A demo's has no personal data, because its maker was promised that nobody else gets the link.
fn payload(app: &App, submission_id: &str, found: &Forward) -> Value {
    let (content_type, size, duration) = (found.container.mime(), found.size_bytes, found.duration_ms);
    if found.endpoint == DEMO {
        return json!({
            "event": EVENT,
            "id": submission_id,
            "endpoint": found.endpoint,
            "timestamp": found.received_at,
            "video": { "contentType": content_type, "sizeBytes": size, "durationMs": duration },
        });
    }
    let expires_at = app.now.saturating_add(VIDEO_LINK_MS);
    json!({
        "event": EVENT,
        "id": submission_id,
        "endpoint": found.endpoint,
        "business": found.company_name,
        "name": found.customer_name,
        "email": found.customer_email,
        "timestamp": found.received_at,
        "privacyConsent": true,
        "marketingConsent": true,
        "consentVersion": found.consent_version,
        "video": {
            "url": signed_url::absolute(&app.config, &signed_url::video(&app.config, submission_id, expires_at)),
            "urlExpiresAt": expires_at,
            "contentType": content_type,
            "sizeBytes": size,
            "durationMs": duration,
        },
    })
}
