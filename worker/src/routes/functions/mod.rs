//! The server functions, by their own names.

mod form_stream;
pub mod submit_testimonial;
