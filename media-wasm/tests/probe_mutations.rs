//! Probes 100,000 mutated files; deterministic.
#![allow(unsafe_code, clippy::unwrap_used, clippy::indexing_slicing, clippy::cast_possible_truncation)]

mod damage;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::fs::read;

use damage::{Random, damage};
use media_wasm::probe::{Cost, MAX_BYTES, MAX_READS, Probe, Step};

const FILES: u64 = 100_000;

/// Allocated by a probe for its state, before it reads anything.
const STATE: usize = 16 * 1024;

/// Records the largest allocation of this thread.
struct TrackingAllocator;

thread_local!(static LARGEST: Cell<usize> = const { Cell::new(0) });

fn note(size: usize) {
    LARGEST.with(|largest| largest.set(largest.get().max(size)));
}

// SAFETY: every call is passed on to the system's allocator unchanged.
unsafe impl GlobalAlloc for TrackingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        note(layout.size());
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        unsafe { System.dealloc(at, layout) }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        note(size);
        unsafe { System.realloc(at, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: TrackingAllocator = TrackingAllocator;

/// Probes a file; returns the result, its cost and the largest allocation.
fn run(file: &[u8]) -> (Step, Cost, usize) {
    LARGEST.with(|largest| largest.set(0));
    let mut probe = Probe::new(file.len() as u64);
    let mut step = probe.step(None);
    while let Step::Need { offset, len } = step {
        step = probe.step(Some((offset, &file[offset as usize..][..len as usize])));
    }
    (step, probe.cost(), LARGEST.with(Cell::get))
}

#[test]
fn inv57_damaged_files_stay_within_the_cost_budget() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/fixtures/seeds/");
    let seeds = ["flat.mp4", "fragmented.mp4", "flat.mov", "flat.webm", "live.webm"]
        .map(|name| read(format!("{folder}{name}")).unwrap());
    // Large enough to be read in many chunks, from both ends.
    let large = ["../ff_firefox.webm", "../cr_avc1_opus_frag.mp4"].map(|name| read(format!("{folder}{name}")).unwrap());
    let mut random = Random(57);
    let mut taken = 0;
    let mut file = Vec::new();
    for number in 0..FILES {
        let seeds = if number % 50 == 0 { large.as_slice() } else { &seeds };
        file.clear();
        file.extend_from_slice(&seeds[random.below(seeds.len())]);
        damage(&mut file, &mut random);
        let (step, cost, largest) = run(&file);
        taken += u64::from(matches!(step, Step::Done { .. }));
        assert!(cost.reads <= MAX_READS, "file {number}: {cost:?}");
        assert!(cost.bytes <= MAX_BYTES, "file {number}: {cost:?}");
        assert!(cost.steps <= file.len() as u64, "file {number}: {cost:?}");
        assert!(largest <= file.len().max(STATE), "file {number}: {largest} bytes at once");
    }
    // Enough files are still videos, so the mutations reached every depth of the parser.
    assert!((FILES / 4..FILES * 3 / 4).contains(&taken), "{taken} were taken");
}

#[test]
fn inv57_a_file_claiming_to_be_large_is_not_read_through() {
    // Every read returns the same kilobyte, in a file that claims 95 MB or the largest possible size.
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/fixtures/seeds/");
    for name in ["flat.mp4", "fragmented.mp4", "flat.webm", "live.webm"] {
        let head = read(format!("{folder}{name}")).unwrap();
        for len in [95 * 1_048_576, u64::MAX] {
            let mut probe = Probe::new(len);
            let mut step = probe.step(None);
            while let Step::Need { offset, len } = step {
                let bytes: Vec<u8> =
                    head.iter().copied().cycle().skip(offset as usize % head.len()).take(len as usize).collect();
                step = probe.step(Some((offset, &bytes)));
            }
            let cost = probe.cost();
            assert!(cost.reads <= MAX_READS && cost.bytes <= MAX_BYTES, "{name}: {cost:?}");
        }
    }
}
