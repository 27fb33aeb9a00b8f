//! Handlers of the admin area.

pub mod affiliate;
pub mod audit;
pub mod client;
pub mod commission;
pub mod drive;
pub mod email;
pub mod forward;
pub mod google_drive;
pub mod money;
pub mod onboarding_request;
pub mod overview;
pub mod payment;
pub mod payout;
pub mod retention;
pub mod search;
pub mod session;
pub mod setting;
pub mod sign_up;
pub mod stripe_setup;
pub mod submission;
