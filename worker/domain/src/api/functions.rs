//! Bodies of the server functions with JSON. Values stored in the database are never taken from the body.

use serde::Deserialize;

/// `POST /functions/v1/invite-client`. Email and company come from the client's row.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "public.ts"))]
#[serde(rename_all = "camelCase")]
pub struct InviteClient {
    /// The client.
    pub client_id: String,
    /// Ignored.
    pub email: Option<String>,
    /// Ignored.
    pub company_name: Option<String>,
}

/// `POST /functions/v1/send-welcome-email`. Email and company come from the account.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "public.ts"))]
#[serde(rename_all = "camelCase")]
pub struct SendWelcomeEmail {
    /// The caller's own id.
    pub user_id: String,
    /// Ignored.
    pub email: Option<String>,
    /// Ignored.
    pub company_name: Option<String>,
}

/// `POST /functions/v1/create-affiliate-account`.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "public.ts"))]
#[serde(rename_all = "camelCase")]
pub struct CreateAffiliateAccount {
    /// The application to approve.
    pub affiliate_id: String,
}

/// `POST /functions/v1/send-affiliate-password-reset`.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "public.ts"))]
pub struct AffiliatePasswordReset {
    /// As typed.
    pub email: String,
}
