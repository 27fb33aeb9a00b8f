//! Clients of external services, one each.

pub mod automation;
pub mod drive;
pub mod http;
pub mod mailer;
pub mod mailing_list;
pub mod stripe;
pub mod transcriber;
pub mod turnstile;
