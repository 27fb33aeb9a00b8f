//! Bytes read by a probe.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod ffmpeg;

use std::fs::read;

use ffmpeg::make;
use media_wasm::probe::{Cost, Probe, Step};

fn cost(file: &[u8]) -> Cost {
    let mut probe = Probe::new(file.len() as u64);
    let mut step = probe.step(None);
    while let Step::Need { offset, len } = step {
        let from = usize::try_from(offset).unwrap();
        step = probe.step(Some((offset, &file[from..from + len as usize])));
    }
    assert!(matches!(step, Step::Done { .. }), "{step:?}");
    probe.cost()
}

/// Padding that players skip, without zeros, like media data.
fn padding(bytes: u32) -> Vec<u8> {
    [&bytes.to_be_bytes(), b"free".as_slice(), &vec![1; bytes as usize - 8]].concat()
}

const FILM: &str = "-f lavfi -i testsrc2=size=64x64:rate=30:duration=40 \
                    -f lavfi -i sine=frequency=440:sample_rate=48000:duration=40 \
                    -c:v libx264 -preset ultrafast -pix_fmt yuv420p -c:a aac -b:a 32k";
const LARGE: u32 = 9_000_000;
const MOST: u32 = 100_000;

#[test]
fn sub33_of_9_megabytes_at_most_100_kilobytes_are_read_wherever_the_index_is() {
    let first = read(make("first.mp4", &format!("{FILM} -movflags +faststart"))).unwrap();
    let begun = cost(&[first, padding(LARGE)].concat());
    assert!(begun.bytes <= MOST && begun.reads <= 6, "index first: {begun:?}");

    let last = read(make("last.mp4", FILM)).unwrap();
    let index = last.windows(4).position(|four| four == b"moov").unwrap() - 4;
    let ended = cost(&[&last[..index], &padding(LARGE), &last[index..]].concat());
    assert!(ended.bytes <= MOST && ended.reads <= 3, "index last: {ended:?}");
}

#[test]
fn sub33_browser_recordings_are_probed_in_few_reads() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/fixtures/");
    for (name, bytes) in [("cr_avc1_opus_frag.mp4", 110_000), ("wk_frag.mp4", 180_000), ("ff_firefox.webm", 135_000)] {
        let cost = cost(&read(format!("{folder}{name}")).unwrap());
        assert!(cost.bytes <= bytes && cost.reads <= 10, "{name}: {cost:?}");
    }
}
