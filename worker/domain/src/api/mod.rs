//! Request and response types by area. `cargo xtask gen` writes their TypeScript counterparts.

pub mod admin;
pub mod affiliate;
pub mod auth;
pub mod billing;
pub mod client;
pub mod clips;
pub mod commission;
pub mod drive;
pub mod functions;
pub mod health;
pub mod operations;
pub mod payments;
pub mod payout;
pub mod public;
pub mod search;
pub mod site;
pub mod stripe_setup;
pub mod transcripts;
pub mod walls;
