//! `POST /functions/v1/subscribe-getresponse`: a visitor signs up for the pre-launch discount.

use domain::api::site::{SignUp, SignUpReply};

use crate::app::App;
use crate::error::Result;
use crate::flows::platform::subscribe;
use crate::request::Request;

const THANKS: &str = "Thank you for signing up! Please check your email to confirm your subscription.";

/// Ignores the form's campaign: the list is a setting.
pub async fn subscribe(app: &App, request: &Request, form: SignUp) -> Result<SignUpReply> {
    subscribe::run(app, request, &form).await?;
    Ok(SignUpReply { success: true, message: THANKS.into() })
}
