//! Work with several writes or outside calls, one file each: load, decide, apply.

pub mod accept_submission;
pub mod create_client;
pub mod deliver_to_drive;
pub mod discard_upload;
pub mod dismiss_setup;
pub mod edit_client;
pub mod erase_submissions;
pub mod forget_sign_ups;
pub mod forward_submission;
pub mod invite_client;
pub mod queue_email;
pub mod receive_pieces;
pub mod replace_asset;
pub mod request_reset;
pub mod retry_delivery;
pub mod second_factor;
pub mod send_email;
pub mod send_welcome;
pub mod set_password;
pub mod sign_in;
pub mod submit_setup;
pub mod subscribe;
pub mod sweep;
