//! Videos from the first byte to their erasure.

pub mod clip;
pub mod erasure_note;
pub mod retention;
pub mod submission;
pub mod submission_attempt;
pub mod submission_rate;
pub mod testimonial_view;
pub mod transcript;
pub mod upload;
