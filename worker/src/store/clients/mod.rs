//! Businesses: their set-up, page and mails.

pub mod branded_page;
pub mod client;
pub mod client_day;
pub mod former_slug;
pub mod mail_recipient;
pub mod onboarding_request;
pub mod wall;
