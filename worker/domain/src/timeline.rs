//! What became of something, in plain words: the timelines of the admin area. Pure functions of what the database holds.

pub mod account;
pub mod mail;
pub mod payment;
pub mod video;
