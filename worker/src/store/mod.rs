//! The only SQL; one file for each table.

pub mod attempt;
pub mod audit;
pub mod branded_page;
pub mod client;
pub mod client_day;
pub mod cursor;
pub mod db;
pub mod email;
pub mod job;
pub mod one_time_link;
pub mod place;
pub mod schedule_run;
pub mod session;
pub mod setting;
pub mod setup;
pub mod sign_up;
pub mod submission;
pub mod upload;
pub mod user;
