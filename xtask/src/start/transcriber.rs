//! Speech recognition beside the local Worker.

use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};

use anyhow::{Context, Result};

use crate::run::print_step;
use crate::{paths, setup};

/// The running engine.
pub struct Transcriber {
    /// The Worker's `TRANSCRIBER_URL`.
    pub url: String,
    /// Its process.
    pub process: Arc<Mutex<Child>>,
}

/// Installs the engine, if necessary, and starts it.
pub fn start(port: u16) -> Result<Transcriber> {
    let setup::Engine { python, model } = setup::transcriber()?;
    print_step("Starting the speech recognition");
    let mut engine = Command::new(python);
    engine.arg(paths::at("xtask/transcriber.py")).arg(model).arg(port.to_string());
    // Its input closes when this process ends in any way, so that no process is left behind.
    let child = engine.stdin(Stdio::piped()).spawn().context("The speech recognition did not start")?;
    Ok(Transcriber { url: format!("http://127.0.0.1:{port}"), process: Arc::new(Mutex::new(child)) })
}
