//! `POST /functions/v1/invite-client`: an admin invites a client to its portal.

use domain::api::public::SubmitReply;
use serde::Deserialize;
use worker::Response;

use crate::app::App;
use crate::auth::guard::AdminUser;
use crate::error::Result;
use crate::flows::invite_client;
use crate::request::Request;

/// What the call carries. Address and company are those of the client's row, whatever stands here.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Body {
    client_id: String,
    #[serde(rename = "email")]
    _email: Option<String>,
    #[serde(rename = "companyName")]
    _company_name: Option<String>,
}

/// Only for admins.
pub async fn send(app: &App, request: &Request) -> Result<Response> {
    let AdminUser(admin) = AdminUser::of(app, request).await?;
    let body: Body = request.json().await?;
    invite_client::run(app, &admin, &body.client_id).await?;
    Ok(Response::from_json(&SubmitReply { success: true, error: None, code: None, fields: None })?)
}
