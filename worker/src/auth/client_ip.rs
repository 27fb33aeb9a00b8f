//! Visitors' addresses, kept only as keyed hashes.

use domain::keys::KeyPurpose;

use crate::config::Config;
use crate::request::Request;

/// A keyed hash of the visitor's address. An IPv6 visitor owns a /64, so only that much counts.
#[must_use]
pub fn hash(config: &Config, request: &Request) -> String {
    let address = request.header("cf-connecting-ip").unwrap_or_default();
    let network = match address.parse() {
        Ok(std::net::IpAddr::V6(v6)) => v6.segments().iter().take(4).map(|part| format!("{part:x}:")).collect(),
        _ => address,
    };
    config.keys.hide(KeyPurpose::Addresses, "address", &network).chars().take(32).collect()
}
