//! 100,000 damaged files, the same ones each time.
#![allow(unsafe_code, clippy::unwrap_used, clippy::indexing_slicing, clippy::cast_possible_truncation)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::fs::read;

use media_wasm::probe::{Cost, MAX_BYTES, MAX_READS, Probe, Step};

const FILES: u64 = 100_000;

/// What a probe allocates for itself before it has read anything: its state.
const STATE: usize = 4096;

/// Notes the largest allocation of this thread.
struct Watching;

thread_local!(static LARGEST: Cell<usize> = const { Cell::new(0) });

fn note(size: usize) {
    LARGEST.with(|largest| largest.set(largest.get().max(size)));
}

// SAFETY: every call goes to the system's allocator as it came.
unsafe impl GlobalAlloc for Watching {
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
static ALLOCATOR: Watching = Watching;

/// SplitMix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit.max(1) as u64) as usize
    }
}

/// Damages a file in one to eight places, mostly one or two: bits, bytes, sizes, names, holes,
/// repeats, a cut.
fn damage(file: &mut Vec<u8>, random: &mut Random) {
    let places = 1 + random.below(8) * random.below(8) / 7;
    for _ in 0..places {
        if file.len() < 8 {
            return;
        }
        // Mostly near the start, where the structure is.
        let reach = if random.below(4) == 0 { file.len() } else { file.len().min(2048) };
        let at = random.below(reach);
        let word = at.min(file.len() - 4);
        match random.below(9) {
            0 => file[at] ^= 1 << random.below(8),
            1 => file[at] = random.next() as u8,
            2 => file[word..word + 4].copy_from_slice(&(random.next() as u32).to_be_bytes()),
            3 => {
                let edge = [0, 1, 7, 8, 0x7fff_ffff, 0x8000_0000, u32::MAX][random.below(7)];
                file[word..word + 4].copy_from_slice(&edge.to_be_bytes());
            }
            4 => {
                let from = random.below(file.len() - 4);
                file.copy_within(from..from + 4, word);
            }
            5 => file.truncate(at),
            6 => {
                let len = random.below(64).min(file.len() - at);
                file.drain(at..at + len);
            }
            7 => {
                let len = random.below(256).min(file.len() - at);
                let again = file[at..at + len].to_vec();
                file.splice(at..at, again);
            }
            _ => file.truncate(random.below(file.len())),
        }
    }
}

/// Probes a file and says what came of it, what it cost and how large the largest allocation was.
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
fn inv57_damaged_files_cost_no_more_than_they_may() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/fixtures/seeds/");
    let seeds = ["flat.mp4", "fragmented.mp4", "flat.mov", "flat.webm", "live.webm"]
        .map(|name| read(format!("{folder}{name}")).unwrap());
    // Large enough to be read in many pieces, from both ends.
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
    // Enough of them are still videos, so the damage reached every depth of the parser.
    assert!((FILES / 4..FILES * 3 / 4).contains(&taken), "{taken} were taken");
}

#[test]
fn inv57_a_file_that_only_claims_to_be_large_is_not_read_through() {
    // Every answer is the same kilobyte, in a file said to be 95 MB, or as large as a number can.
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
