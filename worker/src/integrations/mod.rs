//! The outside world, one small client each.

pub mod drive;
pub mod mailer;
