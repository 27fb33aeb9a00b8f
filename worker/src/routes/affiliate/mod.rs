//! Handlers of the partners' portal.

pub mod dashboard;
pub mod data;
pub mod departure;
pub mod payout_account;
