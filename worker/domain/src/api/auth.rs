//! Sign-in, sign-out and sessions. The same calls serve clients, admins and affiliates; `area`
//! selects the login.

use serde::{Deserialize, Serialize};

use crate::session::SessionKind;
use crate::user::Area;

/// `POST /api/auth/login`. Answers [`SignedIn`].
///
/// 401 `wrong_credentials`; 401 `totp_required` if the password is right and a code is required
/// too; 401 `totp_wrong`; 403 `no_role` if the user lacks the area's role (no session is created);
/// 429 `too_many_attempts` with `Retry-After`.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "auth.ts"))]
pub struct Login {
    /// Area to sign in to.
    pub area: Area,
    /// As typed; case and surrounding spaces are ignored.
    pub email: String,
    /// As typed.
    pub password: String,
    /// Six digits of the authenticator app, or a recovery code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub code: Option<String>,
}

/// The outcome of a sign-in or of a one-time link.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "auth.ts"))]
pub struct SignedIn {
    /// Purpose of the new session. After `set_up_totp` the next step is setting up the second factor.
    pub kind: SessionKind,
    /// Area of the session.
    pub area: Area,
}

/// `POST /api/auth/link`: consumes the token of a one-time link. Answers [`SignedIn`] with
/// `set_password`; 410 `link_used` if the link was used, has expired, or never existed.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "auth.ts"))]
pub struct OpenLink {
    /// Token from the URL's fragment.
    pub token: String,
}

/// `POST /api/auth/reset`: mails a link to set a new password if the account exists. Always 200
/// `{}`, except 400 `invalid` for a malformed email address and 429 `too_many_mails` with
/// `Retry-After`.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "auth.ts"))]
pub struct Reset {
    /// Login page that the link leads back to.
    pub area: Area,
    /// As typed.
    pub email: String,
}

/// `POST /api/auth/password`. In a `set_password` session the new password is enough, and the
/// session ends: 200 with [`PasswordSet`]. In a full session `current` is required (400
/// `wrong_current_password`), every other session ends, and this browser gets a new one. 400
/// `invalid` with a text for `password` if it is too short or too common.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "auth.ts"))]
pub struct NewPassword {
    /// The new password.
    pub password: String,
    /// The current password.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub current: Option<String>,
}

/// The answer of [`NewPassword`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "auth.ts"))]
pub struct PasswordSet {
    /// Whether this browser is still signed in.
    pub signed_in: bool,
}

/// `GET /api/auth/session`, allowed without a session; `null` means signed out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "auth.ts"))]
pub struct Session {
    /// The signed-in user's id.
    pub user_id: String,
    /// The user's email address.
    pub email: String,
    /// Area of the session.
    pub area: Area,
    /// The session's purpose.
    pub kind: SessionKind,
    /// Whether the user has set up a second factor.
    pub totp_enabled: bool,
    /// Whether a second factor is mandatory.
    pub totp_required: bool,
    /// Whether the user has not set a first password yet.
    pub password_setup_pending: bool,
    /// The business's name, as stored in the account.
    pub company_name: Option<String>,
    /// Expiry, UTC milliseconds; extended while the session is used.
    pub expires_at: i64,
}

/// An entry of `GET /api/auth/sessions`: the user's sessions, most recently used first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "auth.ts"))]
pub struct ActiveSession {
    /// Id for `DELETE /api/auth/sessions/{id}`; not the token. `DELETE /api/auth/sessions` ends all
    /// other sessions.
    pub id: String,
    /// Whether it is the session of this request.
    pub current: bool,
    /// Area of the session.
    pub area: Area,
    /// The browser and system, in words, such as `Chrome on Android`.
    pub device: String,
    /// UTC milliseconds.
    pub created_at: i64,
    /// UTC milliseconds, rounded to the hour.
    pub last_used_at: i64,
}

/// `POST /api/auth/totp`, answered with [`TotpSecret`]. A full session must send the current
/// password (400 `wrong_current_password`) or, if a factor exists, a code of it (400 `totp_wrong`),
/// so that somebody at an unlocked browser cannot add their own factor. A `set_up_totp` session
/// sends neither. 429 `too_many_attempts`.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "auth.ts"))]
pub struct TotpBegin {
    /// As typed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub password: Option<String>,
    /// As typed; a recovery code is accepted too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub code: Option<String>,
}

/// A new secret, which takes effect once a code confirms it within 15 minutes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "auth.ts"))]
pub struct TotpSecret {
    /// Base32, for typing in.
    pub secret: String,
    /// `otpauth://…`, for a QR code.
    pub otpauth_url: String,
}

/// `POST /api/auth/totp/confirm` with a [`TotpCode`]. 400 `totp_wrong`, 429 `too_many_attempts`.
/// Ends every other session of the user and gives this browser a new, full one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "auth.ts"))]
pub struct RecoveryCodes {
    /// Each replaces a code once. Never shown again.
    pub recovery_codes: Vec<String>,
}

/// A code of the authenticator app, or a recovery code. Also the body of `DELETE /api/auth/totp`,
/// which removes the second factor (403 `totp_mandatory` if it is required).
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "auth.ts"))]
pub struct TotpCode {
    /// As typed.
    pub code: String,
}
