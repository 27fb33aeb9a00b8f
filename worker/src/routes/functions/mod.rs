//! Server functions, one file each.

pub mod calculate_monthly_commissions;
pub mod client_onboarding;
pub mod create_affiliate_account;
pub mod create_client;
pub mod invite_client;
pub mod notify_admin_new_affiliate;
pub mod replace_asset;
pub mod send_affiliate_password_reset;
pub mod send_welcome_email;
pub mod small_form;
pub mod submit_testimonial;
pub mod subscribe_getresponse;
