//! Confirms a sign-up by its mail's link.

use domain::api::public::SubmitReply;
use domain::api::site::ConfirmSignUp;

use crate::app::App;
use crate::error::Result;
use crate::flows::platform::subscribe;

pub async fn confirm(app: &App, ConfirmSignUp { token }: ConfirmSignUp) -> Result<SubmitReply> {
    subscribe::confirm(app, &token).await?;
    Ok(SubmitReply::DONE)
}
