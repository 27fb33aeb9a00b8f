//! `POST /functions/v1/send-welcome-email`: welcomes a user, once.

use domain::api::functions::SendWelcomeEmail;
use domain::api::public::SubmitReply;
use worker::Response;

use crate::app::App;
use crate::auth::guard::FullUser;
use crate::error::{Error, Result};
use crate::flows::send_welcome;
use crate::request::Request;

/// Only for the user's own session.
pub async fn send(app: &App, request: &Request) -> Result<Response> {
    let FullUser(found) = FullUser::of(app, request).await?;
    let body: SendWelcomeEmail = request.json().await?;
    if body.user_id != found.user_id {
        return Err(Error::NotFound("User"));
    }
    send_welcome::run(app, &found.user_id).await?;
    Ok(Response::from_json(&SubmitReply::DONE)?)
}
