//! Videos from the first byte to their erasure.

pub mod accept_submission;
pub mod apply_retention;
pub mod archive_submissions;
pub mod ask_again;
pub mod check_challenge;
pub mod count_view;
pub mod discard_upload;
pub mod document_consent;
pub mod erase_submissions;
pub mod list_erasures;
pub mod publish;
pub mod receive_chunks;
pub mod receive_testimonial;
pub mod record_attempt;
pub mod release_holds;
pub mod replace_poster;
pub mod retry_forward;
pub mod store_clip;
pub mod withdraw_consent;
