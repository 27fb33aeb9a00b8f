//! What only an admin may do.

pub mod submission;
