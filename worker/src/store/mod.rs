//! The only SQL; one file for each table.

pub mod client;
pub mod cursor;
pub mod db;
pub mod email;
pub mod job;
pub mod session;
pub mod setting;
pub mod submission;
pub mod upload;
