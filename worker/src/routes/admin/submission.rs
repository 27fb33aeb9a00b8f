//! Failed deliveries, for admins.

use domain::api::admin::{FailedUploads, RetryResult};

use crate::app::App;
use crate::auth::guard::AdminUser;
use crate::error::Result;
use crate::flows::drives::retry_delivery;
use crate::request::Request;
use crate::store::platform::job;
use crate::store::submissions::submission::failed;

pub async fn failed(app: &App, _: AdminUser, request: &Request) -> Result<FailedUploads> {
    let page = failed::page(&app.db, request.before()?.as_ref()).await?;
    let (extent, depth) = (failed::extent(&app.db).await?, job::queue_stats(&app.db).await?);
    let answer = FailedUploads {
        next: page.next_text(),
        uploads: page.rows,
        total: extent.total,
        retryable: extent.retryable,
        failed_jobs: depth.failed_deliveries,
        pending_jobs: depth.pending_deliveries,
    };
    Ok(answer)
}

/// `POST /api/admin/submissions/{id}/retry`: requeues a failed delivery.
pub async fn retry(app: &App, AdminUser(admin): AdminUser, id: &str) -> Result<RetryResult> {
    let queued = retry_delivery::run(app, &admin, id).await?;
    retried(app, u32::from(queued)).await
}

pub async fn retry_all(app: &App, AdminUser(admin): AdminUser) -> Result<RetryResult> {
    let queued = retry_delivery::all(app, &admin).await?;
    retried(app, queued).await
}

async fn retried(app: &App, queued: u32) -> Result<RetryResult> {
    Ok(RetryResult { queued, left: failed::extent(&app.db).await?.retryable })
}
