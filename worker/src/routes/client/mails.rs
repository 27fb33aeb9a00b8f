//! The recipients of a client's mails.

use domain::api::client::MailSettings;
use worker::Response;

use crate::app::App;
use crate::auth::guard::ClientUser;
use crate::error::Result;
use crate::flows::choose_mails;
use crate::request::Request;

pub async fn get(app: &App, request: &Request, client_id: &str) -> Result<Response> {
    let ClientUser { client_id, .. } = ClientUser::of(app, request, client_id).await?;
    Ok(Response::from_json(&choose_mails::get(app, &client_id).await?)?)
}

pub async fn put(app: &App, request: &Request, client_id: &str) -> Result<Response> {
    let user = ClientUser::of(app, request, client_id).await?;
    let wish: MailSettings = request.json().await?;
    Ok(Response::from_json(&choose_mails::put(app, &user, &wish).await?)?)
}
