//! The product itself: mails, jobs, settings, back-ups, alerts.

pub mod alert;
pub mod audit;
pub mod back_up;
pub mod email;
pub mod health_check;
pub mod job;
pub mod mail_day;
pub mod object_removal;
pub mod schedule_run;
pub mod search;
pub mod setting;
pub mod sign_up;
pub mod stopped_recipient;
pub mod sweep_cursor;
pub mod timeline;
