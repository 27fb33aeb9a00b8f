//! One file for each schedule of `domain::schedule`.

pub mod sweep;
