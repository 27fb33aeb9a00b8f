//! Clients that validate the Google Drive double: Google's for Python, and rclone. Google's client
//! for Node comes with the npm packages.

use anyhow::Result;

use super::debian::{require, unless_in_ci};

const PACKAGES: [&str; 3] = ["python3-googleapi", "rclone", "openssl"];

/// Returns whether they are installed. A machine that cannot have them skips their tests; only CI fails.
pub fn google_clients() -> Result<bool> {
    let found = require(&PACKAGES, "the tests with clients of Google Drive");
    unless_in_ci(found).map(|found| found.is_some())
}
