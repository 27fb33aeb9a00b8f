//! One file for each schedule of `wrangler.toml`.

pub mod sweep;
