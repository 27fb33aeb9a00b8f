//! Handlers, by area. The router authenticates, parses the body and serialises the result.

pub mod admin;
pub mod affiliate;
pub mod auth;
mod byte_range;
pub mod client;
mod csv;
pub mod functions;
mod image;
pub mod public;
mod video;
pub mod webhooks;
