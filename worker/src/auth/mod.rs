//! Who may do what: signed links, visitors' addresses, sessions, passwords.

pub mod address;
pub mod guard;
pub mod link;
pub mod one_time_link;
pub mod origin;
pub mod password;
pub mod session;
pub mod stranger;
pub mod token;
