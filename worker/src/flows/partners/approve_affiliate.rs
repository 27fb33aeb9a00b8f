//! Approves an application: creates the account and the role, and mails the promotion code and the link that sets the password.

use std::collections::BTreeMap;

use domain::affiliate::AffiliateStatus;
use domain::audit::AuditAction;
use domain::email::EmailTemplate;

use crate::app::App;
use crate::error::{Error, Result, refusal};
use crate::flows::partners::check_partner_code;
use crate::flows::platform::queue_email::{self, EmailRequest};
use crate::store::identity::session::CurrentSession;
use crate::store::partners::affiliate;
use crate::store::platform::audit::Entry;

/// The application has no promotion code.
pub const CODE_NEEDED: Error =
    refusal!(409, "code_needed", "Please configure the Stripe coupon code before approving this affiliate");

/// The applicant's address already signs in to another partner.
pub const PARTNER_TAKEN: Error =
    refusal!(409, "partner_taken", "This email address already belongs to another partner’s account.");

/// Approves an application. Idempotent.
///
/// # Errors
/// [`Error::not_found`], [`CODE_NEEDED`], `code_refused`, [`PARTNER_TAKEN`],
/// [`Error::payments_unavailable`], [`Error::changed_meanwhile`] if the code has changed.
pub async fn run(app: &App, by: &CurrentSession, id: &str) -> Result<()> {
    let found = affiliate::get(&app.db, id).await?.ok_or_else(|| Error::not_found("Application"))?;
    if found.status != AffiliateStatus::Pending {
        return Ok(());
    }
    let code = found.stripe_coupon_id.as_deref().ok_or(CODE_NEEDED)?;
    if found.is_address_taken {
        return Err(PARTNER_TAKEN);
    }
    check_partner_code::run(app, code, id).await?;
    let new_user_id = uuid::Uuid::new_v4().to_string();
    let name = found.name();
    let entry = Entry::change(AuditAction::AffiliateApprove, id, &name, ("stripe_coupon_id", None, code));
    let mut statements = affiliate::approve(id, code, &new_user_id, app.now);
    statements.push(entry.query(by, app.now));
    let mail = EmailRequest {
        template: EmailTemplate::AffiliateApproved,
        subject_id: Some(id),
        recipient: &found.email,
        params: (),
    };
    let Err(error) = queue_email::run(app, &mail, statements).await else { return Ok(()) };
    // A concurrent approval may have been faster.
    let now = affiliate::get(&app.db, id).await?.ok_or_else(|| Error::not_found("Application"))?;
    if now.status != AffiliateStatus::Pending {
        return Ok(());
    }
    let is_changed = now.stripe_coupon_id.as_deref() != Some(code);
    Err(if is_changed { Error::changed_meanwhile(BTreeMap::new()) } else { error })
}
