//! Drives: connections, checks, deliveries.

pub mod check_drives;
mod check_platform_drive;
pub mod connect_drive;
pub mod connect_google_drive;
pub mod connect_platform_drive;
pub mod google_consent;
pub mod move_videos;
pub mod retry_delivery;
mod save_drive;
pub mod share_folder;
