//! Public handlers.

pub mod affiliate;
pub mod asset;
mod cached_client;
pub mod checkout;
pub mod client;
pub mod demo_erasure;
pub mod drive;
mod folder;
pub mod health;
pub mod oembed;
pub mod own_testimonial;
pub mod page;
mod plain_form;
pub mod plain_page;
pub mod plain_submission;
pub mod recipient;
mod script_required;
pub mod shell;
pub mod sign_up;
pub mod site;
pub mod stop_mails;
pub mod testimonial;
pub mod upload;
pub mod verify;
pub mod wall;
mod watch;
