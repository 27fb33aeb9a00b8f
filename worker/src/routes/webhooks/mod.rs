//! What dialogs and other people's pages post to.

pub mod stripe;
pub mod testimonial;
