//! `POST /functions/v1/create-affiliate-account`: an admin approves an application.

use domain::api::functions::CreateAffiliateAccount;
use domain::api::public::SubmitReply;
use worker::Response;

use crate::app::App;
use crate::auth::guard::AdminUser;
use crate::error::Result;
use crate::flows::approve_affiliate;
use crate::request::Request;

/// Only for admins.
pub async fn create(app: &App, request: &Request) -> Result<Response> {
    let AdminUser(admin) = AdminUser::of(app, request).await?;
    let body: CreateAffiliateAccount = request.json().await?;
    approve_affiliate::run(app, &admin, &body.affiliate_id).await?;
    Ok(Response::from_json(&SubmitReply::DONE)?)
}
