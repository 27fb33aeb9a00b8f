//! A partner leaves the programme.

use domain::api::affiliate::PartnershipEnd;

use crate::answer::Empty;
use crate::app::App;
use crate::auth::guard::AffiliateUser;
use crate::error::Result;
use crate::flows::partners::end_partnership;

/// `POST /api/affiliate/departure?affiliateId=…`.
pub async fn leave(app: &App, user: AffiliateUser, PartnershipEnd { reason }: PartnershipEnd) -> Result<Empty> {
    match user.admin() {
        Some(admin) => end_partnership::by_admin(app, admin, &user.affiliate, &reason).await?,
        None => end_partnership::by_partner(app, &user.affiliate).await?,
    }
    Ok(Empty {})
}
