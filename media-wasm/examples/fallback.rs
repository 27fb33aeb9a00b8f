//! Prints the table for browsers without WebAssembly:
//! `cargo run -p media-wasm --features fallback --example fallback > web/src/media/generated/fallback.json`

use std::io::{Write, stdout};

fn main() -> std::io::Result<()> {
    stdout().write_all(media_wasm::fallback::json()?.as_bytes())
}
