//! The second factor.

use domain::api::auth::{RecoveryCodes, TotpBegin, TotpCode, TotpSecret};
use domain::session::SessionKind;
use domain::totp;

use crate::answer::Empty;
use crate::app::App;
use crate::auth::guard::{FullUser, SecondFactorUser};
use crate::error::{Error, Result, refusal};
use crate::flows::identity::second_factor;
use crate::request::Request;
use crate::store::identity::user;

/// The second factor must not be disabled.
pub const TOTP_MANDATORY: Error = refusal!(403, "totp_mandatory", "Admins need a second factor.");

/// `POST /api/auth/totp`: returns a new secret, which a code must confirm.
pub async fn begin(
    app: &App,
    SecondFactorUser(found): SecondFactorUser,
    request: &Request,
    proof: TotpBegin,
) -> Result<TotpSecret> {
    // A limited session was opened with the password a moment ago.
    if found.kind == SessionKind::Full {
        second_factor::verify_identity(app, request, &found, &proof).await?;
    }
    let secret = second_factor::start(app, &found).await?;
    Ok(TotpSecret { secret: totp::base32(&secret), otpauth_url: totp::otpauth_url(&secret, &found.email) })
}

pub async fn confirm(
    app: &App,
    SecondFactorUser(found): SecondFactorUser,
    request: &Request,
    TotpCode { code }: TotpCode,
) -> Result<RecoveryCodes> {
    let recovery_codes = second_factor::confirm(app, request, &found, &code).await?;
    Ok(RecoveryCodes { recovery_codes })
}

pub async fn end(
    app: &App,
    FullUser(found): FullUser,
    request: &Request,
    TotpCode { code }: TotpCode,
) -> Result<Empty> {
    if found.is_admin() && app.config.admin_totp_required {
        return Err(TOTP_MANDATORY);
    }
    second_factor::verify_current_code(app, request, &found, &code).await?;
    user::end_totp(&app.db, &found.user_id).await?;
    Ok(Empty {})
}
