//! Authentication and authorisation: signed links, network addresses, sessions, passwords.

pub mod client_ip;
pub mod consent_signature;
pub mod cookie;
pub mod guard;
pub mod login_subject;
pub mod one_time_link;
pub mod origin;
pub mod password;
pub mod public_testimonial;
pub mod public_wall;
pub mod session;
pub mod signed_url;
pub mod token;
