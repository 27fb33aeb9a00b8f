//! `/api/health`: for whoever watches from outside, for admins, and for the deployment that made this version.

use domain::api::health::Health;

use crate::answer::WithHeaders;
use crate::app::App;
use crate::auth::guard::Operator;
use crate::error::Result;
use crate::flows::check_health;
use crate::request::Request;

/// The public hears nothing but whether it works, in a status that any watcher understands.
pub async fn get(app: &App, request: &Request) -> Result<WithHeaders<Health>> {
    Ok(answer(if is_trusted(app, request).await {
        check_health::in_detail(app).await
    } else {
        check_health::run(app).await
    }))
}

/// Asks for a round trip. What has become of it, [`get`] says.
pub async fn check(app: &App, _: Operator) -> Result<WithHeaders<Health>> {
    check_health::ask(app).await?;
    Ok(answer(check_health::in_detail(app).await))
}

/// A database that does not answer makes nobody an admin, and is what is looked at.
async fn is_trusted(app: &App, request: &Request) -> bool {
    Operator::of(app, request).await.is_ok()
}

fn answer(health: Health) -> WithHeaders<Health> {
    let says_all = health.ok || health.details.is_some();
    WithHeaders::new(health).status(if says_all { 200 } else { 503 })
}
