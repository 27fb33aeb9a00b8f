//! The settings an admin can change, each with its default.

/// Where every support link leads.
pub const SUPPORT_URL: Setting = Setting { key: "support_url", default: "mailto:support@sayso.example" };

/// A documented key of `admin_settings`.
#[derive(Debug, Clone, Copy)]
pub struct Setting {
    /// The `setting_key`.
    pub key: &'static str,
    /// What holds while no row says otherwise.
    pub default: &'static str,
}
