//! To a new partner: the promo code, and the link to set the password.

use domain::affiliate::AffiliateStatus;
use domain::comparable::email_address;
use domain::facts::pounds;
use domain::plain_text::without_links;
use domain::plan::REFERRAL_DISCOUNT_PENCE;
use domain::retention::{INVITE_LINK_MS, in_words};
use domain::user::{Area, LinkPurpose};

use super::Message;
use super::mail::mail;
use crate::app::App;
use crate::auth::one_time_link;
use crate::error::Result;
use crate::store::identity::user;
use crate::store::partners::affiliate;
use crate::store::platform::email::Email;

mail!({ first_name: String, code: String, discount: String, referral: String, link: String, life: String, email: String, is_active: bool } "email/affiliate_approved/mail.html");

/// Composes the mail with a link created on sending, because no row may hold one. Its subject id is the partner's id.
/// `None` if the account's email address has changed or the account is disabled.
pub async fn compose(app: &App, mail: &Email) -> Result<Option<Message>> {
    let Some(found) = affiliate::get(&app.db, &mail.subject_id).await? else { return Ok(None) };
    let (Some(user_id), Some(code)) = (found.user_id, found.stripe_coupon_id) else { return Ok(None) };
    let account = user::by_id(&app.db, &user_id).await?;
    let is_theirs = |account: &user::Account| email_address(&account.email) == mail.recipient && !account.disabled();
    let Some(account) = account.filter(is_theirs) else { return Ok(None) };
    let link = one_time_link::make(app, &account.id, LinkPurpose::Invite, Area::Affiliate, INVITE_LINK_MS).await?;
    let values = Values {
        first_name: without_links(&found.first_name),
        referral: format!("{}/?ref={code}", app.config.public_origin),
        code,
        discount: pounds(REFERRAL_DISCOUNT_PENCE),
        link,
        life: in_words(INVITE_LINK_MS),
        email: account.email,
        is_active: found.status == AffiliateStatus::Active,
    };
    values.message().map(Some)
}
