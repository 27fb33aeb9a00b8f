//! Submissions, for admins: those that could not be delivered.

use domain::api::admin::{FailedUploads, Retried};
use worker::Response;

use crate::app::App;
use crate::auth::guard::AdminUser;
use crate::error::Result;
use crate::flows::retry_delivery;
use crate::request::Request;
use crate::store::job;
use crate::store::submission::failed;

/// `GET /api/admin/failed-uploads`
pub async fn failed(app: &App, request: &Request) -> Result<Response> {
    AdminUser::of(app, request).await?;
    let depth = job::depth(&app.db).await?;
    let answer = FailedUploads {
        uploads: failed::list(&app.db).await?,
        failed_jobs: depth.failed_deliveries,
        pending_jobs: depth.pending_deliveries,
    };
    Ok(Response::from_json(&answer)?)
}

/// `POST /api/admin/submissions/{id}/retry`: queues a failed delivery again.
pub async fn retry(app: &App, request: &Request, id: &str) -> Result<Response> {
    let AdminUser(admin) = AdminUser::of(app, request).await?;
    let queued = retry_delivery::run(app, &admin, id).await?;
    Ok(Response::from_json(&Retried { queued: u32::from(queued) })?)
}

/// `POST /api/admin/submissions/retry-all`
pub async fn retry_all(app: &App, request: &Request) -> Result<Response> {
    let AdminUser(admin) = AdminUser::of(app, request).await?;
    Ok(Response::from_json(&Retried { queued: retry_delivery::all(app, &admin).await? })?)
}
