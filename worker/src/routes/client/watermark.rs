//! The watermark's settings.

use domain::api::client::WatermarkChange;
use worker::Response;

use crate::app::App;
use crate::auth::guard::ClientUser;
use crate::error::Result;
use crate::flows::change_watermark;
use crate::request::Request;

pub async fn change(app: &App, request: &Request, client_id: &str) -> Result<Response> {
    let user = ClientUser::of(app, request, client_id).await?;
    let change: WatermarkChange = request.json().await?;
    Ok(Response::from_json(&change_watermark::run(app, &user, change).await?)?)
}
