//! Submissions, for admins.

use serde::Serialize;
use worker::Response;

use crate::app::App;
use crate::auth::guard::AdminUser;
use crate::error::Result;
use crate::flows::retry_delivery;
use crate::request::Request;

#[derive(Serialize)]
struct Retried {
    /// Whether a new delivery was queued; false where one is at work already or none has failed.
    queued: bool,
}

/// `POST /api/admin/submissions/{id}/retry`: queues a failed delivery again.
pub async fn retry(app: &App, request: &Request, id: &str) -> Result<Response> {
    AdminUser::of(app, request).await?;
    let queued = retry_delivery::run(app, id).await?;
    Ok(Response::from_json(&Retried { queued })?)
}
