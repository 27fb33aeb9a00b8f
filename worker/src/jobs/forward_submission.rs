//! `forward-submission`: posts a testimonial that came through a webhook to its automation URL.

use domain::retention::VIDEO_LINK_MS;
use domain::retry_policy::Outcome;
use domain::setting::automation_url;
use domain::webhook::DEMO;
use serde_json::{Value, json};

use crate::app::App;
use crate::auth::signed_url;
use crate::error::Result;
use crate::integrations::automation;
use crate::store::setting;
use crate::store::submission::forward::{self, Forward};

/// The one kind of note there is.
const EVENT: &str = "testimonial.received";

/// The link to the video is made now and works as long as one in a mail.
pub async fn run(app: &App, submission_id: &str) -> Result<Outcome> {
    let Some(found) = forward::get(&app.db, submission_id).await? else {
        return Ok(Outcome::Done); // erased meanwhile
    };
    let url = match automation_url(&found.endpoint) {
        Some(setting) => setting::get(&app.db, setting).await?,
        None => String::new(),
    };
    Ok(automation::send_to_setting(app, &url, submission_id, &note(app, submission_id, &found).to_string()).await)
}

/// What is told. Of a demo only that there was one: whoever tries it was told that the link goes to them and to
/// nobody else.
fn note(app: &App, submission_id: &str, found: &Forward) -> Value {
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
        "video": {
            "url": signed_url::absolute(&app.config, &signed_url::video(&app.config, submission_id, expires_at)),
            "urlExpiresAt": expires_at,
            "contentType": content_type,
            "sizeBytes": size,
            "durationMs": duration,
        },
    })
}
