//! Generates files for the tests with ffmpeg.

use std::path::{Path, PathBuf};
use std::process::{self, Command};
use std::sync::atomic::{AtomicU32, Ordering};

const INSTALL: &str = "these tests need ffmpeg and ffprobe: install them with \
                       `apt-get install ffmpeg` or `brew install ffmpeg`";

/// Runs one of ffmpeg's programs and returns what it prints.
pub fn run(program: &str, args: &[&str]) -> Vec<u8> {
    let output = Command::new(program).args(args).output().expect(INSTALL);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{program} {args:?}: {errors}");
    output.stdout
}

static MADE: AtomicU32 = AtomicU32::new(0);

/// Generates a file from ffmpeg's arguments without input and output. `{video}` and `{audio}` are
/// two seconds of test picture and tone. Concurrent tests may generate the same file; none reads an
/// incomplete one.
pub fn make(name: &str, args: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let draft = folder.join(format!("{}-{}-{name}", process::id(), MADE.fetch_add(1, Ordering::Relaxed)));
    let args = args
        .replace("{video}", "-f lavfi -i testsrc2=size=160x120:rate=20:duration=2")
        .replace("{audio}", "-f lavfi -i sine=frequency=440:sample_rate=48000:duration=2");
    let output = draft.to_str().unwrap();
    let mut all = vec!["-v", "error", "-y", "-threads", "1"];
    all.extend(args.split_whitespace());
    all.push(output);
    run("ffmpeg", &all);
    let path = folder.join(name);
    std::fs::rename(&draft, &path).unwrap();
    path
}
