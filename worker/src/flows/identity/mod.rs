//! Accounts: signing in, passwords, sessions.

pub mod end_sessions;
pub mod request_reset;
pub mod second_factor;
pub mod send_welcome;
pub mod set_password;
pub mod sign_in;
