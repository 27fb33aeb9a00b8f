//! Runs the fuzz targets over their seeds and a few thousand mutations of them; deterministic.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::cast_possible_truncation)]

mod damage;
#[path = "../fuzz/src/lib.rs"]
mod targets;

use std::fs::{read, read_dir};

use damage::{Random, damage};

const DAMAGED: u64 = 20_000;

/// Runs a target over all files of a folder, intact and mutated.
fn attempt(target: fn(&[u8]), folder: &str) {
    let folder = format!("{}/{folder}", env!("CARGO_MANIFEST_DIR"));
    let mut paths: Vec<_> = read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let seeds: Vec<_> = paths.into_iter().map(|path| read(path).unwrap()).collect();
    assert!(seeds.len() > 3);
    seeds.iter().for_each(|seed| target(seed));
    let mut random = Random(57);
    for _ in 0..DAMAGED {
        let mut input = seeds[random.below(seeds.len())].clone();
        damage(&mut input, &mut random);
        target(&input);
    }
}

#[test]
fn inv57_the_probe_accepts_any_bytes() {
    attempt(targets::probe, "../tests/fixtures/seeds");
}

#[test]
fn inv57_the_sound_of_any_bytes_is_copied_or_refused() {
    attempt(targets::sound, "../tests/fixtures/seeds");
}

#[test]
fn inv57_any_file_can_be_planned_for() {
    attempt(targets::finish, "../tests/fixtures/seeds");
}

#[test]
fn inv57_any_watermark_can_be_laid_out() {
    attempt(targets::watermark, "fuzz/seeds/watermark");
}

#[test]
fn inv57_any_form_can_be_checked() {
    attempt(targets::submission, "fuzz/seeds/submission");
}
