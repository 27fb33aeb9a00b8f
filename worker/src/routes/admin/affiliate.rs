//! Partners' accounts.

use domain::api::admin::AffiliatePage;
use worker::Response;

use crate::app::App;
use crate::auth::guard::AdminUser;
use crate::error::Result;
use crate::request::Request;
use crate::store::user;

pub async fn list(app: &App, request: &Request) -> Result<Response> {
    AdminUser::of(app, request).await?;
    let page = user::affiliates(&app.db, request.before()?.as_ref()).await?;
    Ok(Response::from_json(&AffiliatePage { next: page.next_text(), affiliates: page.rows })?)
}
