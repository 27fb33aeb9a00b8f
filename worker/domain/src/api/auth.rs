//! Signing in, out and back in. The same calls serve clients, admins and affiliates; `area` says which login.

use serde::{Deserialize, Serialize};

use crate::session::SessionKind;
use crate::user::Area;

/// `POST /api/auth/login`. Answers [`SignedIn`].
///
/// 401 `wrong_credentials`; 401 `totp_required` where the password is right and a code is needed too; 401
/// `totp_wrong`; 403 `no_role` where the user lacks the area's role (no session is made); 429 `too_many_attempts`
/// with `Retry-After`.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "auth.ts"))]
pub struct Login {
    /// Which login.
    pub area: Area,
    /// As typed; case and surrounding space do not matter.
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
    /// The purpose of the new session. After `set_up_totp` the next step is setting up the second factor.
    pub kind: SessionKind,
    /// Which area it belongs to.
    pub area: Area,
}

/// `POST /api/auth/link`: consumes the token of a one-time link. Answers [`SignedIn`] with `set_password`;
/// 410 `link_used` when it was used before, has expired, or never was.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "auth.ts"))]
pub struct OpenLink {
    /// From the address's fragment.
    pub token: String,
}

/// `POST /api/auth/reset`: mails a link to set a new password, if there is such an account. Always 200 `{}`,
/// 400 `invalid` for a text that is no address, 429 `too_many_mails` with `Retry-After`.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "auth.ts"))]
pub struct Reset {
    /// Which login page the link leads back to.
    pub area: Area,
    /// As typed.
    pub email: String,
}

/// `POST /api/auth/password`. In a `set_password` session the new one is enough, and the session ends: 200 with
/// [`PasswordSet`]. In a full session `current` is needed (400 `wrong_current_password`), every other session ends, and
/// this browser gets a new one. 400 `invalid` with a text for `password` where it is too short or too common.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "auth.ts"))]
pub struct NewPassword {
    /// The new password.
    pub password: String,
    /// The one that holds now.
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

/// `GET /api/auth/session`. Anyone may ask; `null` means signed out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "auth.ts"))]
pub struct Session {
    /// The signed-in user's id.
    pub user_id: String,
    /// Their address.
    pub email: String,
    /// Which area it belongs to.
    pub area: Area,
    /// The session's purpose.
    pub kind: SessionKind,
    /// Whether the user has a second factor.
    pub totp_enabled: bool,
    /// Whether the product insists on one.
    pub totp_required: bool,
    /// The user's first password has not been set yet.
    pub password_setup_pending: bool,
    /// The business's name, as the account knows it.
    pub company_name: Option<String>,
    /// UTC milliseconds; renewed while it is used.
    pub expires_at: i64,
}

/// One line of `GET /api/auth/sessions`: the user's sessions, newest use first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "auth.ts"))]
pub struct ActiveSession {
    /// For `DELETE /api/auth/sessions/{id}`; not the token. `DELETE /api/auth/sessions` ends all others.
    pub id: String,
    /// Whether it is the one that asks.
    pub current: bool,
    /// Which login.
    pub area: Area,
    /// The browser and system, in words, such as `Chrome on Android`.
    pub device: String,
    /// UTC milliseconds.
    pub created_at: i64,
    /// UTC milliseconds, to the hour.
    pub last_used_at: i64,
}

/// `POST /api/auth/totp`, answered with [`TotpSecret`]. Whoever finds a browser open must not put a factor of their
/// own on the account: a full session sends the current password (400 `wrong_current_password`), or where there is a
/// factor already a code of it (400 `totp_wrong`). A `set_up_totp` session sends neither. 429 `too_many_attempts`.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "auth.ts"))]
pub struct TotpBegin {
    /// As typed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub password: Option<String>,
    /// As typed; a recovery code will do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub code: Option<String>,
}

/// A new secret, which counts once a code confirms it, within 15 minutes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "auth.ts"))]
pub struct TotpSecret {
    /// Base32, for typing in.
    pub secret: String,
    /// `otpauth://…`, for a QR code.
    pub otpauth_url: String,
}

/// `POST /api/auth/totp/confirm` with a [`TotpCode`]. 400 `totp_wrong`, 429 `too_many_attempts`. Every other session of
/// the user ends, and this browser gets a new, full one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "auth.ts"))]
pub struct RecoveryCodes {
    /// Each opens the account once in place of a code. Never shown again.
    pub recovery_codes: Vec<String>,
}

/// A code of the authenticator app, or a recovery code. Also for `DELETE /api/auth/totp`, which ends the second
/// factor (403 `totp_mandatory` where it is required).
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "auth.ts"))]
pub struct TotpCode {
    /// As typed.
    pub code: String,
}
