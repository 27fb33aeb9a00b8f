//! Handlers, by area: extract, authorise, one domain call, one store call, respond.

pub mod admin;
pub mod affiliate;
pub mod auth;
mod byte_range;
pub mod client;
mod csv;
pub mod functions;
pub mod public;
mod video;
pub mod webhooks;
