//! What admins may ask for.

pub mod affiliate;
pub mod audit;
pub mod client;
pub mod drive;
pub mod email;
pub mod overview;
pub mod setting;
pub mod submission;
