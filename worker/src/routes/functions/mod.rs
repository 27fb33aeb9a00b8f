//! The server functions, by their own names.

mod form_stream;
pub mod invite_client;
pub mod replace_asset;
pub mod send_affiliate_password_reset;
pub mod send_welcome_email;
pub mod submit_testimonial;
