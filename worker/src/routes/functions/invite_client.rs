//! `POST /functions/v1/invite-client`: an admin invites a client to its portal.

use domain::api::functions::InviteClient;
use domain::api::public::SubmitReply;

use crate::app::App;
use crate::auth::guard::AdminUser;
use crate::error::Result;
use crate::flows::clients::invite_client;

/// Admins only.
pub async fn send(app: &App, AdminUser(admin): AdminUser, body: InviteClient) -> Result<SubmitReply> {
    invite_client::run(app, &admin, &body.client_id).await?;
    Ok(SubmitReply::DONE)
}
