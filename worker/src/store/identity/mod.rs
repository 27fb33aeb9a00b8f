//! Accounts: signing in, passwords, sessions.

pub mod one_time_link;
pub mod rate_limit_event;
pub mod session;
pub mod user;
