//! `POST /functions/v1/subscribe-getresponse`: a visitor signs up for the pre-launch discount.

use domain::api::site::{SignUp, SignUpReply};

use crate::app::App;
use crate::error::Result;
use crate::flows::subscribe;
use crate::request::Request;

const THANKS: &str = "Thank you for signing up! Please check your email to confirm your subscription.";

/// The list is a setting: what the form names as its campaign is not used.
pub async fn subscribe(app: &App, request: &Request, form: SignUp) -> Result<SignUpReply> {
    subscribe::run(app, request, &form).await?;
    Ok(SignUpReply { success: true, message: THANKS.into() })
}
