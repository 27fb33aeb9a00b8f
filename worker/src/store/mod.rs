//! The only SQL; one file for each table.

pub mod audit;
pub mod branded_page;
pub mod client;
pub mod client_day;
pub mod credit_ledger;
pub mod db;
pub mod drive_connection;
pub mod email;
pub mod google_file;
pub mod google_share;
pub mod job;
pub mod onboarding_request;
pub mod one_time_link;
pub mod platform_drive;
pub mod rate_limit_event;
pub mod retention;
pub mod schedule_run;
pub mod session;
pub mod setting;
pub mod sign_up;
pub mod submission;
pub mod sweep_cursor;
pub mod upload;
pub mod user;
