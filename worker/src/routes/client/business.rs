//! The details that a business keeps itself.

use domain::api::admin::ClientChange;
use worker::Response;

use crate::app::App;
use crate::auth::guard::ClientUser;
use crate::error::Result;
use crate::flows::edit_client;
use crate::request::Request;

pub async fn edit(app: &App, request: &Request, client_id: &str) -> Result<Response> {
    let user = ClientUser::of(app, request, client_id).await?;
    let change: ClientChange = request.json().await?;
    Ok(Response::from_json(&edit_client::own(app, &user, &change).await?)?)
}
