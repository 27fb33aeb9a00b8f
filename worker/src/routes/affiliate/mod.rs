//! What partners may ask for.

pub mod dashboard;
pub mod data;
pub mod departure;
pub mod payout_account;
