//! Sayso's business rules: pure functions, no clock, no platform. Time is an argument, money whole pence.

pub mod api;
pub mod client;
pub mod drive;
pub mod gate;
pub mod limits;
pub mod number;
pub mod setting;
pub mod signed_link;
pub mod slug;
pub mod submission;
pub mod upload_job;
pub mod watermark;
