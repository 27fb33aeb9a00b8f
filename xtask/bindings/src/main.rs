//! Generates the JavaScript that calls a wasm module:
//! `wasm-bindings <web|worker> <module> <folder> <name>`.
//!
//! A separate package, so that only builds compile it. The program `wasm-bindgen` does the same,
//! but includes a test runner with a web server and a TLS client: 160 crates instead of 43
//! (docs/benchmarks.md, "First start").

use anyhow::{Result, bail};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [target, module, folder, name] = &arguments[..] else {
        bail!("usage: wasm-bindings <web|worker> <module> <folder> <name>");
    };
    let mut bindgen = Bindgen::new();
    bindgen.input_path(module).out_name(name);
    match target.as_str() {
        "web" => bindgen.web(true)?.typescript(true).omit_default_module_path(false),
        // The shim starts a fresh instance after a panic (worker/shim/shim.js).
        "worker" => bindgen.module(true)?.typescript(false).reset_state_function(true).force_enable_abort_handler(true),
        _ => bail!("no such target: {target}"),
    };
    bindgen.generate(folder)
}
