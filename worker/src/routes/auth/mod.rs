//! Sign-in, passwords, sessions and the second factor, for every area.

pub mod login;
pub mod password;
pub mod session;
pub mod totp;
