//! Endpoints for dialogs and other sites.

pub mod stripe;
pub mod testimonial;
