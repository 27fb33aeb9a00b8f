//! Visitors' network addresses, stored only as keyed hashes.

use std::net::IpAddr;

use domain::keys::KeyPurpose;
use domain::rate_limit::IP_HASH_PART_CHARACTERS;

use crate::config::Config;
use crate::request::Request;

/// Returns the concatenated keyed hashes of the visitor's household, address (IPv6: its /64, because devices rotate
/// within it) and network, in hex, each of the same length.
#[must_use]
pub fn hash(config: &Config, request: &Request) -> String {
    [Part::Household, Part::Address, Part::Network].map(|part| hash_part(config, request, part)).concat()
}

/// Keyed hash of the visitor's household.
#[must_use]
pub fn household(config: &Config, request: &Request) -> String {
    hash_part(config, request, Part::Household)
}

/// The part of an address to hash.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// One IPv4 address, or an IPv6 /48.
    Household,
    /// One IPv4 address, or an IPv6 /64.
    Address,
    /// An IPv4 /24, or an IPv6 /48.
    Network,
}

fn hash_part(config: &Config, request: &Request, part: Part) -> String {
    let hash = config.keys.keyed_hash(KeyPurpose::Addresses, "address", &prefix(request, part));
    hash.chars().take(IP_HASH_PART_CHARACTERS.into()).collect()
}

fn prefix(request: &Request, part: Part) -> String {
    let address = request.header("cf-connecting-ip").unwrap_or_default();
    match address.parse() {
        Ok(IpAddr::V6(v6)) => {
            let parts = if part == Part::Address { 4 } else { 3 };
            v6.segments().iter().take(parts).map(|part| format!("{part:x}:")).collect()
        }
        Ok(IpAddr::V4(v4)) if part == Part::Network => {
            v4.octets().iter().take(3).map(|part| format!("{part}.")).collect()
        }
        _ => address,
    }
}
