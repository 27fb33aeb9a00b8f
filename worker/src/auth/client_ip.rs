//! Visitors' addresses, kept only as keyed hashes.

use std::net::IpAddr;

use domain::keys::KeyPurpose;
use domain::rate_limit::HOUSEHOLD_CHARACTERS;

use crate::config::Config;
use crate::request::Request;

/// A keyed hash of the visitor's address, in hex: its household, and as much again for the address itself, of IPv6 its /64, within
/// which a device changes it at will.
#[must_use]
pub fn hash(config: &Config, request: &Request) -> String {
    [household(config, request), hidden(config, request, 4)].concat()
}

/// A keyed hash of the visitor's household.
#[must_use]
pub fn household(config: &Config, request: &Request) -> String {
    hidden(config, request, 3)
}

fn hidden(config: &Config, request: &Request, parts: usize) -> String {
    let hash = config.keys.hide(KeyPurpose::Addresses, "address", &network(request, parts));
    hash.chars().take(HOUSEHOLD_CHARACTERS.into()).collect()
}

/// The first parts of 16 bits of an IPv6 address; an IPv4 address whole.
fn network(request: &Request, parts: usize) -> String {
    let address = request.header("cf-connecting-ip").unwrap_or_default();
    match address.parse() {
        Ok(IpAddr::V6(v6)) => v6.segments().iter().take(parts).map(|part| format!("{part:x}:")).collect(),
        _ => address,
    }
}
