//! `POST /functions/v1/invite-client`: an admin invites a client to its portal.

use domain::api::functions::InviteClient;
use domain::api::public::SubmitReply;
use worker::Response;

use crate::app::App;
use crate::auth::guard::AdminUser;
use crate::error::Result;
use crate::flows::invite_client;
use crate::request::Request;

/// Only for admins.
pub async fn send(app: &App, request: &Request) -> Result<Response> {
    let AdminUser(admin) = AdminUser::of(app, request).await?;
    let body: InviteClient = request.json().await?;
    invite_client::run(app, &admin, &body.client_id).await?;
    Ok(Response::from_json(&SubmitReply::DONE)?)
}
