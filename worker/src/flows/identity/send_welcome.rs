//! Welcomes a user, once, after the first password is set.

use crate::app::App;
use crate::error::{Error, Result};
use crate::flows::platform::queue_email::{self, EmailRequest};
use crate::log;
use crate::store::identity::user;
use domain::email::EmailTemplate;

/// Queues the mail, unless it was queued before.
///
/// # Errors
/// [`Error::not_found`].
pub async fn run(app: &App, user_id: &str) -> Result<()> {
    let account = user::by_id(&app.db, user_id).await?.ok_or_else(|| Error::not_found("User"))?;
    let mail = EmailRequest {
        template: EmailTemplate::Welcome,
        subject_id: Some(user_id),
        recipient: &account.email,
        params: serde_json::Map::new(),
    };
    queue_email::run(app, &mail, Vec::new()).await
}

/// Like [`run`], but logs a failure instead of returning it.
pub async fn in_background(app: &App, user_id: &str) {
    if let Err(error) = run(app, user_id).await {
        log::warning("welcome_email", &error.cause_or_text());
    }
}
