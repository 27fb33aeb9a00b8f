//! Sayso's business rules: pure functions, no clock, no platform. Time is an argument, money whole pence.

#[macro_use]
pub mod routes;
pub mod api;
pub mod audit;
pub mod client;
pub mod client_form;
pub mod csv;
pub mod date;
pub mod drive;
pub mod email;
pub mod embed;
pub mod enums;
pub mod facts;
pub mod gate;
pub mod https_url;
pub mod image;
pub mod job;
pub mod limits;
pub mod number;
#[cfg(feature = "ts")]
pub mod openapi;
pub mod page;
pub mod pages;
pub mod password;
pub mod plan;
pub mod rate_limit;
pub mod retention;
pub mod retry_policy;
pub mod row;
pub mod rules;
pub mod schedule;
pub mod session;
pub mod setting;
pub mod sign_up;
pub mod signed_url;
pub mod site_form;
pub mod slug;
mod string_enum;
pub mod submission;
pub mod text;
pub mod totp;
pub mod upload;
pub mod user;
pub mod user_agent;
pub mod watermark;
pub mod webhook;
