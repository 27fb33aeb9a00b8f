//! Cancelling a client's plan.

use worker::Response;

use crate::app::App;
use crate::auth::guard::ClientUser;
use crate::error::Result;
use crate::flows::cancel_plan;
use crate::request::Request;

pub async fn cancel(app: &App, request: &Request, client_id: &str) -> Result<Response> {
    let user = ClientUser::of(app, request, client_id).await?;
    Ok(Response::from_json(&cancel_plan::run(app, &user).await?)?)
}

pub async fn withdraw(app: &App, request: &Request, client_id: &str) -> Result<Response> {
    let user = ClientUser::of(app, request, client_id).await?;
    cancel_plan::withdraw(app, &user).await?;
    Ok(Response::from_json(&serde_json::Map::new())?)
}
