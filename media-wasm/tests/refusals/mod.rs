//! Valid files, and reasons for rejecting others.

use std::fs::read;

use media_wasm::probe::{RejectReason, probe_slice};

pub fn fixture(name: &str) -> Vec<u8> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/fixtures/");
    read(format!("{folder}{name}")).unwrap()
}

pub fn refused(file: &[u8]) -> RejectReason {
    probe_slice(file).expect_err("it was taken")
}

/// Small files, one per container layout.
pub const SEEDS: [&str; 5] =
    ["seeds/flat.mp4", "seeds/fragmented.mp4", "seeds/flat.mov", "seeds/flat.webm", "seeds/live.webm"];
