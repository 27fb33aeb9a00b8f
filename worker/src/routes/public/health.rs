//! `/api/health`: for external monitors, admins, and the deployment that created this version.

use domain::api::health::Health;

use crate::answer::WithHeaders;
use crate::app::App;
use crate::auth::guard::Operator;
use crate::error::Result;
use crate::flows::platform::check_health;
use crate::request::Request;

/// Tells the public only whether the product works, with a status that any monitor understands.
pub async fn get(app: &App, request: &Request) -> Result<WithHeaders<Health>> {
    Ok(answer(if is_trusted(app, request).await {
        check_health::details(app).await
    } else {
        check_health::run(app).await
    }))
}

/// Starts a round trip. [`get`] reports its result.
pub async fn check(app: &App, _: Operator) -> Result<WithHeaders<Health>> {
    check_health::start_round_trip(app).await?;
    Ok(answer(check_health::details(app).await))
}

/// Whether the caller is an operator. False if the database is unavailable, so that the check still runs.
async fn is_trusted(app: &App, request: &Request) -> bool {
    Operator::of(app, request).await.is_ok()
}

fn answer(health: Health) -> WithHeaders<Health> {
    let is_ok_or_detailed = health.ok || health.details.is_some();
    WithHeaders::new(health).status(if is_ok_or_detailed { 200 } else { 503 })
}
