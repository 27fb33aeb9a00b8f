//! Work with several writes or outside calls, one file each: load, decide, apply.

pub mod accept_submission;
pub mod deliver_to_drive;
pub mod discard_upload;
pub mod receive_pieces;
pub mod retry_delivery;
pub mod send_email;
pub mod sweep;
