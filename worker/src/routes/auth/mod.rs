//! Signing in and out, passwords, sessions, the second factor: the same for every area.

pub mod login;
pub mod password;
pub mod session;
pub mod totp;
