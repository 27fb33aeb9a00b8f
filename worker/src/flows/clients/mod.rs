//! Businesses: their set-up, page and mails.

pub mod change_watermark;
pub mod create_client;
pub mod dismiss_onboarding;
pub mod edit_client;
pub mod free_slug;
pub mod invite_client;
pub mod mail_settings;
pub mod notify_leavers;
pub mod notify_low_credits;
pub mod replace_asset;
pub mod set_up_client;
pub mod submit_onboarding;
