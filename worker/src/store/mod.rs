//! All SQL, one file per table, by subject.

pub mod clients;
pub mod db;
pub mod drives;
pub mod identity;
pub mod partners;
pub mod payments;
pub mod platform;
pub mod submissions;
