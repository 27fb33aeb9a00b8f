//! What anyone may ask for.

pub mod asset;
pub mod client;
pub mod drive;
pub mod page;
pub mod plain_page;
pub mod sign_up;
pub mod site;
pub mod upload;
