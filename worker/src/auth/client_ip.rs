//! Visitors' addresses, kept only as keyed hashes.

use std::net::IpAddr;

use domain::keys::KeyPurpose;

use crate::config::Config;
use crate::request::Request;

/// Characters of a hash that all addresses of a household share.
const HOUSEHOLD: usize = 16;

/// A keyed hash of the visitor's address, in hex: 16 characters for its household, then 16 for the address itself, of IPv6 its
/// /64, within which a device changes it at will.
#[must_use]
pub fn hash(config: &Config, request: &Request) -> String {
    let hidden = |parts| config.keys.hide(KeyPurpose::Addresses, "address", &network(request, parts));
    let (household, address) = (hidden(3), hidden(4));
    household.chars().take(HOUSEHOLD).chain(address.chars().take(HOUSEHOLD)).collect()
}

/// A keyed hash of the visitor's household: of one IPv4 address, or of an IPv6 /48, the most that a provider gives to one line.
#[must_use]
pub fn household(config: &Config, request: &Request) -> String {
    household_of(&hash(config, request)).to_owned()
}

/// The household in the hash of an address.
#[must_use]
pub fn household_of(ip_hash: &str) -> &str {
    ip_hash.get(..HOUSEHOLD).unwrap_or(ip_hash)
}

/// The first parts of 16 bits of an IPv6 address; an IPv4 address whole.
fn network(request: &Request, parts: usize) -> String {
    let address = request.header("cf-connecting-ip").unwrap_or_default();
    match address.parse() {
        Ok(IpAddr::V6(v6)) => v6.segments().iter().take(parts).map(|part| format!("{part:x}:")).collect(),
        _ => address,
    }
}
