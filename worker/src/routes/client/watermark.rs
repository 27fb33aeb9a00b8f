//! The watermark's settings.

use domain::api::client::WatermarkChange;
use domain::watermark::check;
use worker::Response;

use crate::app::App;
use crate::auth::guard::ClientUser;
use crate::error::{Error, Result, invalid};
use crate::request::Request;
use crate::store::audit::Entry;
use crate::store::client::{self, Which};

/// `PATCH /api/client/{client}/watermark`
pub async fn change(app: &App, request: &Request, client_id: &str) -> Result<Response> {
    let ClientUser { client_id, user, .. } = ClientUser::of(app, request, client_id).await?;
    let change: WatermarkChange = request.json().await?;
    check(&change).map_err(invalid)?;
    let view = || client::view(&app.db, Which::Id(&client_id));
    let before = view().await?.ok_or(Error::NotFound("Client"))?;
    client::change_watermark(&app.db, &client_id, &change).await?;
    let changed = view().await?.ok_or(Error::NotFound("Client"))?;
    if let Some(admin) = user.admin() {
        let entry = Entry::difference("watermark.change", &client_id, &changed.company_name, &before, &changed)?;
        app.db.change(entry.query(admin, app.now)).await?;
    }
    Ok(Response::from_json(&changed)?)
}
