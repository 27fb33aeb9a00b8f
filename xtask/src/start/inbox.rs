//! Shows mails sent by the local runtime as web pages.

use std::process::{Child, Stdio};
use std::sync::{Arc, Mutex};

use anyhow::{Context, Result};

use crate::run::{command, print_step};

/// The running inbox.
pub struct Inbox {
    /// URL of its pages.
    pub url: String,
    /// Its process.
    pub process: Arc<Mutex<Child>>,
}

/// Serves the mails of the product at `origin`.
pub fn start(port: u16, origin: &str) -> Result<Inbox> {
    print_step("Starting the inbox");
    let mut node = command("node");
    node.args(["tests/support/doubles/mail/serve-inbox.ts", "--until-stdin-ends", "--port", &port.to_string()]);
    // Its input closes when this process ends in any way, so that no process is left behind.
    let child = node.args(["--product", origin]).stdin(Stdio::piped()).spawn().context("The inbox did not start")?;
    Ok(Inbox { url: format!("http://127.0.0.1:{port}"), process: Arc::new(Mutex::new(child)) })
}
