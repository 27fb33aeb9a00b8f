//! Welcomes a user once the first password is set: once, however often it is asked for.

use crate::app::App;
use crate::email::WELCOME;
use crate::error::{Error, Result};
use crate::jobs;
use crate::log;
use crate::store::email::{self as emails, NewEmail};
use crate::store::user;

/// Queues the mail, unless it was queued before.
///
/// # Errors
/// [`Error::NotFound`], or when the database fails.
pub async fn run(app: &App, user_id: &str) -> Result<()> {
    let account = user::by_id(&app.db, user_id).await?.ok_or(Error::NotFound("User"))?;
    let (email_id, job_id) = (uuid::Uuid::new_v4().to_string(), uuid::Uuid::new_v4().to_string());
    let new = NewEmail {
        id: &email_id,
        job_id: &job_id,
        template: WELCOME,
        subject_id: user_id,
        recipient: &account.email,
        params: "{}",
    };
    if app.db.transaction(emails::queue(&new, app.now)?).await?.first() == Some(&1) {
        jobs::announce(app, &job_id).await;
    }
    Ok(())
}

/// The same where a failure must not reach the user: it is logged.
pub async fn in_background(app: &App, user_id: &str) {
    if let Err(error) = run(app, user_id).await {
        log::warning("welcome_email", &error.cause().unwrap_or_else(|| error.outward().2));
    }
}
