//! Clients of Google Drive that prove what stands in for it in the tests: the vendor's own for Python, and rclone. The
//! vendor's client for Node comes with the npm packages.

use anyhow::Result;

use super::debian::{need, unless_in_ci};

const PACKAGES: [&str; 3] = ["python3-googleapi", "rclone", "openssl"];

/// Whether they are here. A machine that cannot have them tests the rest; only CI insists.
pub fn google_clients() -> Result<bool> {
    let found = need(&PACKAGES, "the tests with clients of Google Drive");
    unless_in_ci(found).map(|found| found.is_some())
}
