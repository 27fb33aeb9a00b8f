//! Cancelling a client's plan.

use domain::api::billing::Cancellation;

use crate::answer::Empty;
use crate::app::App;
use crate::auth::guard::ClientUser;
use crate::error::Result;
use crate::flows::payments::cancel_plan;

pub async fn cancel(app: &App, user: ClientUser) -> Result<Cancellation> {
    cancel_plan::run(app, &user).await
}

pub async fn withdraw(app: &App, user: ClientUser) -> Result<Empty> {
    cancel_plan::withdraw(app, &user).await?;
    Ok(Empty {})
}
