//! Stores an application's promotion code and the admins' notes.

use domain::affiliate::{AffiliateStatus, CodeFault, promotion_code};
use domain::api::affiliate::AffiliateConfiguration;
use domain::audit::AuditAction;
use domain::limits::MAX_NOTES_CHARACTERS;
use domain::stripe::setup::account::{Collection, StripeObject};
use domain::stripe::setup::{SetupItem, SetupState, compare};
use domain::text;
use serde::Serialize;

use crate::app::App;
use crate::error::{Error, Result, invalid, refusal};
use crate::flows::partners::check_partner_code;
use crate::flows::partners::check_partner_code::code_refused;
use crate::flows::payments::check_stripe;
use crate::integrations::stripe::Fault;
use crate::store::identity::session::CurrentSession;
use crate::store::partners::affiliate;
use crate::store::platform::audit::Entry;

/// The application was already approved or rejected.
pub const APPLICATION_DECIDED: Error =
    refusal!(409, "application_decided", "This application has been approved or rejected in the meantime.");

/// The audited fields.
#[derive(Serialize)]
struct ConfigurationAudit<'a> {
    stripe_coupon_id: Option<&'a str>,
    notes: &'a str,
}

/// Verifies the code, creating it first if it is missing and the admin wants that.
///
/// # Errors
/// [`Error::invalid`], [`Error::not_found`], [`APPLICATION_DECIDED`], [`code_refused`], [`Error::payments_unavailable`].
pub async fn run(app: &App, by: &CurrentSession, id: &str, request: &AffiliateConfiguration) -> Result<()> {
    let code = promotion_code(&request.stripe_coupon_id).map_err(|fault| invalid([("stripe_coupon_id", fault)]))?;
    let notes = request.notes.trim();
    if notes.chars().count() > MAX_NOTES_CHARACTERS {
        return Err(invalid([("notes", text::TOO_LONG)]));
    }
    let found = affiliate::get(&app.db, id).await?.ok_or_else(|| Error::not_found("Application"))?;
    if found.status != AffiliateStatus::Pending {
        return Err(APPLICATION_DECIDED);
    }
    match check_partner_code::run(app, &code, id).await {
        Err(error) if request.create_code && is_missing(&error) => create(app, by, id, &code).await?,
        checked => checked?,
    }
    let before = ConfigurationAudit { stripe_coupon_id: found.stripe_coupon_id.as_deref(), notes: &found.notes };
    let after = ConfigurationAudit { stripe_coupon_id: Some(&code), notes };
    let name = found.name();
    let entry = Entry::difference(AuditAction::AffiliateConfigure, id, &name, &before, &after)?;
    let statements = vec![affiliate::configure(id, &code, notes), entry.query_after_change(by, app.now)];
    if app.db.transaction(statements).await?.first() == Some(&1) {
        return Ok(());
    }
    // A concurrent request took the code or decided about the application.
    let is_taken = affiliate::is_code_taken(&app.db, &code, id).await?;
    Err(if is_taken { code_refused(CodeFault::Taken) } else { APPLICATION_DECIDED })
}

/// Creates a code of the coupon that the Stripe set-up created.
async fn create(app: &App, by: &CurrentSession, id: &str, code: &str) -> Result<()> {
    let Some(stripe) = &app.config.stripe else { return Ok(()) };
    let account = stripe.account_with(Collection::Coupons).await?;
    let deployment = check_stripe::deployment(app).await?;
    let coupon = account.coupons.iter().find(|coupon| coupon.is(SetupItem::ReferralCoupon));
    let is_as_needed = compare(SetupItem::ReferralCoupon, &account, &deployment).state == SetupState::Present;
    let coupon = coupon.filter(|_| is_as_needed).ok_or_else(|| code_refused(CodeFault::NoCoupon))?;
    match stripe.create_promotion_code(code, &coupon.id).await {
        Ok(()) => {
            let entry = Entry::without_fields(AuditAction::StripeCreate, code, code);
            app.db.idempotent_change(entry.query(by, app.now)).await?;
        }
        // A concurrent request may have created it, so the new check decides. Reports a key without the permission.
        Err(fault @ Fault::Permanent(_)) => {
            return match check_partner_code::run(app, code, id).await {
                Err(error) if is_missing(&error) => Err(fault.into()),
                checked => checked,
            };
        }
        Err(fault) => return Err(fault.into()),
    }
    check_partner_code::run(app, code, id).await
}

fn is_missing(error: &Error) -> bool {
    error.code() == CodeFault::Missing.as_str()
}
