//! Work with several writes or outside calls, one file each, by subject: load, decide, apply.

pub mod clients;
pub mod drives;
pub mod identity;
pub mod partners;
pub mod payments;
pub mod platform;
pub mod submissions;
