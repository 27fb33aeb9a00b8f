//! The product itself: mails, jobs, settings, back-ups, alerts.

pub mod back_up;
pub mod change_setting;
pub mod check_health;
pub mod delete_sign_ups;
pub mod queue_email;
pub mod raise_alerts;
pub mod redact_back_ups;
mod remove_objects;
mod remove_orphans;
pub mod repeat_erasures;
pub mod resend_email;
pub mod search;
pub mod subscribe;
pub mod sweep;
