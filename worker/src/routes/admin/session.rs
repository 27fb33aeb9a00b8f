//! Sessions of any account, for admins.

use domain::api::admin::EndSessions;
use worker::Response;

use crate::app::App;
use crate::auth::guard::AdminUser;
use crate::error::Result;
use crate::flows::end_sessions;
use crate::request::Request;

/// `DELETE /api/admin/sessions`
pub async fn end(app: &App, request: &Request) -> Result<Response> {
    let AdminUser(admin) = AdminUser::of(app, request).await?;
    let whose: EndSessions = request.json().await?;
    Ok(Response::from_json(&end_sessions::run(app, &admin, &whose).await?)?)
}
