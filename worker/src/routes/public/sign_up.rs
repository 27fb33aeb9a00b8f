//! The link of a confirmation mail.

use domain::api::public::SubmitReply;
use domain::api::site::ConfirmSignUp;
use worker::Response;

use crate::app::App;
use crate::error::Result;
use crate::flows::subscribe;
use crate::request::Request;

pub async fn confirm(app: &App, request: &Request) -> Result<Response> {
    let ConfirmSignUp { token } = request.json().await?;
    subscribe::confirm(app, &token).await?;
    Ok(Response::from_json(&SubmitReply::DONE)?)
}
