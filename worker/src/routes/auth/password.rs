//! A new password.

use domain::api::auth::NewPassword;
use worker::Response;

use crate::app::App;
use crate::auth::guard::AnyUser;
use crate::error::Result;
use crate::flows::set_password;
use crate::request::Request;

pub async fn set(app: &App, request: &Request) -> Result<Response> {
    let AnyUser(session) = AnyUser::of(app, request).await?;
    let new: NewPassword = request.json().await?;
    Ok(Response::from_json(&set_password::run(app, request, &session, &new).await?)?)
}
