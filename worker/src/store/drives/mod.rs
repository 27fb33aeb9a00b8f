//! Drives: connections, checks, deliveries.

pub mod drive_connection;
pub mod google_file;
pub mod google_share;
pub mod platform_drive;
pub mod resumed_delivery;
