//! `POST /functions/v1/create-affiliate-account`: an admin approves an application.

use domain::api::functions::CreateAffiliateAccount;
use domain::api::public::SubmitReply;

use crate::app::App;
use crate::auth::guard::AdminUser;
use crate::error::Result;
use crate::flows::partners::approve_affiliate;

/// Admins only.
pub async fn create(app: &App, AdminUser(admin): AdminUser, body: CreateAffiliateAccount) -> Result<SubmitReply> {
    approve_affiliate::run(app, &admin, &body.affiliate_id).await?;
    Ok(SubmitReply::DONE)
}
