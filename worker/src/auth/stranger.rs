//! Whoever types an address into a form, known to us or not.

use data_encoding::HEXLOWER;
use hmac::{Hmac, KeyInit, Mac};
use media_wasm::submission::trim;
use sha2::Sha256;

use crate::app::App;
use crate::auth::address;
use crate::config::Config;
use crate::request::Request;
use crate::store::attempt::Stranger;

/// An email address as accounts know it: trimmed, in lower case.
#[must_use]
pub fn email(typed: &str) -> String {
    trim(typed).to_lowercase()
}

/// A keyed hash of an email address, for what must not hold the address itself.
#[must_use]
pub fn email_hash(config: &Config, email: &str) -> String {
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(config.link_key.as_bytes()) else { return String::new() };
    mac.update(b"account\n");
    mac.update(email.as_bytes());
    HEXLOWER.encode(&mac.finalize().into_bytes()).chars().take(32).collect()
}

/// The account that is meant and the address that asks, as hashes.
#[must_use]
pub fn of(app: &App, request: &Request, email: &str) -> Stranger {
    Stranger { account: email_hash(&app.config, email), address: address::hash(&app.config, request) }
}
