//! Tells an automation address of a testimonial that came by its webhook.

use domain::limits::VIDEO_LINK_LIFE_MS;
use domain::setting::automation_url;
use domain::signed_link::Kind;
use domain::submission::media_type;
use domain::upload_job::Outcome;
use domain::webhook::DEMO;
use serde_json::{Value, json};

use crate::app::App;
use crate::auth::link;
use crate::error::{Error, Result};
use crate::integrations::automation;
use crate::jobs;
use crate::store::audit::Entry;
use crate::store::session::Found;
use crate::store::setting;
use crate::store::submission::forward::{self, Forward};

/// The one kind of note there is.
const EVENT: &str = "testimonial.received";

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
    Ok(automation::send(&url, secret, submission_id, &note(app, submission_id, &found).to_string(), app.now).await)
}

/// Puts a failed one back to work, for an admin.
///
/// # Errors
/// [`Error::NotFound`], [`Error::ForwardNotFailed`], or when the database fails.
pub async fn retry(app: &App, by: &Found, submission_id: &str) -> Result<()> {
    let found = forward::get(&app.db, submission_id).await?.ok_or(Error::NotFound("Submission"))?;
    let job_id = uuid::Uuid::new_v4().to_string();
    let note = Entry::plain("forward.retry", submission_id, &found.company_name).query_after_change(by, app.now);
    if !forward::retry(&app.db, submission_id, &job_id, note, app.now).await? {
        return Err(Error::ForwardNotFailed);
    }
    jobs::announce(app, &job_id).await;
    Ok(())
}

/// What is told. Of a demo only that there was one: whoever tries it was told that the link goes to them and to
/// nobody else.
fn note(app: &App, submission_id: &str, found: &Forward) -> Value {
    let (content_type, size, duration) = (media_type(&found.container), found.size_bytes, found.duration_ms);
    if found.endpoint == DEMO {
        return json!({
            "event": EVENT,
            "id": submission_id,
            "endpoint": found.endpoint,
            "timestamp": found.received_at,
            "video": { "contentType": content_type, "sizeBytes": size, "durationMs": duration },
        });
    }
    let expires_at = app.now.saturating_add(VIDEO_LINK_LIFE_MS);
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
            "url": link::address(&app.config, Kind::Video, submission_id, expires_at),
            "urlExpiresAt": expires_at,
            "contentType": content_type,
            "sizeBytes": size,
            "durationMs": duration,
        },
    })
}
