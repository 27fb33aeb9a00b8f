//! Handlers of a client's portal, for the client and admins.

pub mod archive;
pub mod asset;
pub mod billing;
pub mod business;
pub mod cancellation;
pub mod clip;
pub mod credits;
pub mod dashboard;
pub mod drive;
pub mod mails;
pub mod submission;
pub mod transcript;
pub mod walls;
pub mod watermark;
