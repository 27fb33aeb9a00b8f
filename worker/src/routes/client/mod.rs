//! What a client does in its portal, and an admin for it.

pub mod archive;
pub mod asset;
pub mod billing;
pub mod business;
pub mod cancellation;
pub mod credits;
pub mod dashboard;
pub mod drive;
pub mod mails;
pub mod submission;
pub mod watermark;
