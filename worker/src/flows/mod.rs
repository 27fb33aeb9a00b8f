//! Work with several writes or outside calls, one file each: load, decide, apply.

pub mod accept_submission;
pub mod change_setting;
pub mod change_watermark;
pub mod connect_drive;
pub mod create_client;
pub mod delete_sign_ups;
pub mod discard_upload;
pub mod dismiss_onboarding;
pub mod edit_client;
pub mod erase_submissions;
pub mod invite_client;
pub mod queue_email;
pub mod receive_chunks;
pub mod receive_testimonial;
pub mod replace_asset;
pub mod request_reset;
pub mod resend_email;
pub mod retry_delivery;
pub mod retry_forward;
pub mod second_factor;
pub mod send_welcome;
pub mod set_password;
pub mod sign_in;
pub mod submit_onboarding;
pub mod subscribe;
pub mod sweep;
