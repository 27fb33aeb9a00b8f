//! Sayso's business rules: pure functions, no clock, no platform. Time is an argument, money whole pence.

pub mod api;
pub mod client;
pub mod client_form;
pub mod csv;
pub mod date;
pub mod device;
pub mod drive;
pub mod facts;
pub mod gate;
pub mod image;
pub mod limits;
pub mod number;
pub mod password;
pub mod plan;
pub mod retention;
pub mod session;
pub mod setting;
pub mod signed_link;
pub mod slug;
pub mod submission;
pub mod throttle;
pub mod totp;
pub mod upload_job;
pub mod watermark;
pub mod web_address;
