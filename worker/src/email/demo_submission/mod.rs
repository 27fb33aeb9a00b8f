//! To a user of the demo: their own video, as a business would receive it. Somebody else may have entered their address, so the
//! mail says who sends it and why, contains no text by a stranger, and can be unsubscribed from.

use domain::retention::{DEMO_HOURS, HOUR_MS, STOP_MAILS_LINK_MS};
use domain::submission::length;

use super::Message;
use super::mail::mail;
use crate::app::App;
use crate::auth::{login_subject, signed_url};
use crate::error::Result;
use crate::store::platform::email::Email;
use crate::store::platform::stopped_recipient;
use crate::store::submissions::submission::delivery;

mail!({ video: String, erase: String, length: String, hours: u32, demo: String, stop: String } "email/demo_submission/mail.html");

/// Composes the mail about a delivered demo; its subject id is the submission's id. `None` if the recipient has unsubscribed.
pub async fn compose(app: &App, mail: &Email) -> Result<Option<Message>> {
    let Some(delivered) = delivery::delivered_by_id(&app.db, &mail.subject_id).await? else { return Ok(None) };
    let recipient_hash = login_subject::recipient_hash(&app.config, &mail.recipient);
    if stopped_recipient::exists(&app.db, &recipient_hash).await? {
        return Ok(None);
    }
    let config = &app.config;
    let expires_at = app.now.saturating_add(i64::from(DEMO_HOURS).saturating_mul(HOUR_MS));
    let stop = signed_url::stop_mails(config, &recipient_hash, app.now.saturating_add(STOP_MAILS_LINK_MS));
    let values = Values {
        video: signed_url::absolute(config, &signed_url::watch(config, &mail.subject_id, expires_at)),
        erase: signed_url::absolute(config, &signed_url::demo_erasure(config, &mail.subject_id, expires_at)),
        length: length(delivered.duration_ms),
        hours: DEMO_HOURS,
        demo: signed_url::absolute(config, "/demo"),
        stop: signed_url::absolute(config, &stop),
    };
    let message = values.message()?;
    Ok(Some(Message { stop_url: Some(values.stop), ..message }))
}
