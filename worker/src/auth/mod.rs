//! Who may do what: signed links, visitors' addresses, sessions.

pub mod address;
pub mod guard;
pub mod link;
