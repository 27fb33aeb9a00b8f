//! Mails that the local runtime has sent, as pages.

use std::process::{Child, Stdio};
use std::sync::{Arc, Mutex};

use anyhow::{Context, Result};

use crate::run::{command, say};

/// The pages as they are served.
pub struct Inbox {
    /// Their address.
    pub url: String,
    /// Their process.
    pub process: Arc<Mutex<Child>>,
}

/// Serves the mails of the product at `origin`.
pub fn begin(port: u16, origin: &str) -> Result<Inbox> {
    say("Starting the inbox");
    let mut node = command("node");
    node.args(["tests/support/doubles/mail/serve-inbox.ts", "--until-stdin-ends", "--port", &port.to_string()]);
    // Its input ends when we do, however that happens: nothing of it is left behind.
    let child = node.args(["--product", origin]).stdin(Stdio::piped()).spawn().context("The inbox did not start")?;
    Ok(Inbox { url: format!("http://127.0.0.1:{port}"), process: Arc::new(Mutex::new(child)) })
}
