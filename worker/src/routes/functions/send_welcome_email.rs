//! `POST /functions/v1/send-welcome-email`: welcomes a user, once.

use domain::api::functions::SendWelcomeEmail;
use domain::api::public::SubmitReply;

use crate::app::App;
use crate::auth::guard::FullUser;
use crate::error::{Error, Result};
use crate::flows::identity::send_welcome;

/// Only from the user's own session.
pub async fn send(app: &App, FullUser(found): FullUser, body: SendWelcomeEmail) -> Result<SubmitReply> {
    if body.user_id != found.user_id {
        return Err(Error::not_found("User"));
    }
    send_welcome::run(app, &found.user_id).await?;
    Ok(SubmitReply::DONE)
}
