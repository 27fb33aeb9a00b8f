//! `POST /functions/v1/send-affiliate-password-reset`: mails an affiliate a link to set a new password.

use domain::api::functions::AffiliatePasswordReset;
use domain::api::public::SubmitReply;
use domain::user::Area;

use crate::app::App;
use crate::auth::origin;
use crate::error::Result;
use crate::flows::identity::request_reset;
use crate::request::Request;

/// Gives the same answer whether or not the affiliate exists.
pub async fn send(
    app: &App,
    request: &Request,
    AffiliatePasswordReset { email }: AffiliatePasswordReset,
) -> Result<SubmitReply> {
    origin::reject_cross_origin(app, request)?;
    request_reset::run(app, request, Area::Affiliate, &email).await?;
    Ok(SubmitReply::DONE)
}
