//! Hashes of an address typed into a form, known or not, and of its sender.

use domain::keys::KeyPurpose;
use domain::referral::email_key;
use domain::retention::BROWSER_COOKIE_MS;

use crate::app::App;
use crate::auth::cookie::Cookie;
use crate::auth::{client_ip, token};
use crate::config::Config;
use crate::error::Result;
use crate::request::Request;
use crate::store::identity::rate_limit_event::LoginSubject;

/// Keyed hash of an email address, for tables that must not hold the address itself.
#[must_use]
pub fn email_hash(config: &Config, email: &str) -> String {
    config.keys.keyed_hash(KeyPurpose::Addresses, "account", email).chars().take(32).collect()
}

/// Keyed hash of an address's recipient: ignores tags and Gmail's dots.
#[must_use]
pub fn recipient_hash(config: &Config, email: &str) -> String {
    email_hash(config, &email_key(email))
}

/// Deterministic id for records of an email address. Useless without the key.
#[must_use]
pub fn stable_id(config: &Config, email: &str) -> String {
    let digits = email_hash(config, email);
    uuid::Uuid::parse_str(&digits).map_or(digits, |id| id.to_string())
}

/// Hashes of the account, the sender's network address and the browser.
#[must_use]
pub fn from_request(app: &App, request: &Request, email: &str) -> LoginSubject {
    LoginSubject {
        account_hash: email_hash(&app.config, email),
        recipient_hash: recipient_hash(&app.config, email),
        source_hash: client_ip::household(&app.config, request),
        browser_hash: Cookie::Browser
            .of(app, request)
            .map(|token| token::hash(&app.config, &token))
            .unwrap_or_default(),
    }
}

/// Hashes for a client's sign-in to an account of a WebDAV server.
#[must_use]
pub fn of_drive(config: &Config, client_id: &str, address: &str, account: &str) -> LoginSubject {
    let host = address.split('/').nth(2).unwrap_or_default();
    let keyed_hash =
        |what, text: &str| config.keys.keyed_hash(KeyPurpose::Addresses, what, text).chars().take(32).collect();
    LoginSubject {
        account_hash: keyed_hash("drive", &format!("{host}\n{account}")),
        source_hash: keyed_hash("client", client_id),
        recipient_hash: String::new(),
        browser_hash: String::new(),
    }
}

/// Gives a browser that has signed in an id, if it has none: a phone's network address changes often, and strangers'
/// failed attempts elsewhere must not lock it out. The id grants no access.
pub fn remember_browser(app: &App, subject: &mut LoginSubject) -> Result<()> {
    if subject.browser_hash.is_empty() {
        let token = token::new()?;
        subject.browser_hash = token::hash(&app.config, &token);
        Cookie::Browser.set(app, &token, BROWSER_COOKIE_MS / 1000);
    }
    Ok(())
}
