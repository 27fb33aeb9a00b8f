//! What partners may ask for.

pub mod dashboard;
pub mod departure;
