//! The picture size of a finished recording.

/// A picture size in pixels, as displayed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
}

/// Maximum milliseconds at which the budget allows [`LARGE_BOUNDS`]: at 25 s 2.7 Mbps remain.
pub const LARGE_UP_TO_MS: u64 = 25_000;
/// Maximum shorter and longer side of a short recording (REC25).
pub const LARGE_BOUNDS: (u32, u32) = (720, 1280);
/// Maximum shorter and longer side of a longer recording.
pub const SMALL_BOUNDS: (u32, u32) = (540, 960);
/// Maximum sides after finishing has crashed the page once (REC36): a quarter of the pixels, and of their memory.
pub const CAUTIOUS_BOUNDS: (u32, u32) = (360, 640);

/// Returns the size of a finished recording: within the bounds for its length, with its aspect ratio to within a pixel,
/// never enlarged, and even, as H.264 with 4:2:0 chroma subsampling requires. A side thinner than 2 pixels becomes 2.
#[must_use]
pub fn finished_size(width: u32, height: u32, duration_ms: u64) -> Size {
    size_within(if duration_ms <= LARGE_UP_TO_MS { LARGE_BOUNDS } else { SMALL_BOUNDS }, width, height)
}

/// Returns the finished size within explicit bounds: the maximum shorter and longer side.
#[must_use]
pub fn size_within((shorter_max, longer_max): (u32, u32), width: u32, height: u32) -> Size {
    let (shorter, longer) = (width.min(height), width.max(height));
    let by_shorter = Ratio { part: shorter_max.min(shorter), whole: shorter };
    let by_longer = Ratio { part: longer_max.min(longer), whole: longer };
    let ratio = if by_shorter.is_below(by_longer) { by_shorter } else { by_longer };
    Size { width: ratio.even(width), height: ratio.even(height) }
}

/// A scale factor of at most 1.
#[derive(Clone, Copy)]
struct Ratio {
    part: u32,
    whole: u32,
}

impl Ratio {
    fn is_below(self, other: Self) -> bool {
        product(self.part, other.whole) < product(other.part, self.whole)
    }

    /// Returns the even number nearest to the scaled side: at least 2, and otherwise no longer than the side.
    fn even(self, side: u32) -> u32 {
        let whole = u64::from(self.whole);
        let pairs = product(side, self.part).saturating_add(whole).checked_div(whole.saturating_mul(2));
        let even = u32::try_from(pairs.unwrap_or_default().saturating_mul(2)).unwrap_or(u32::MAX);
        even.min(side & !1).max(2)
    }
}

fn product(a: u32, b: u32) -> u64 {
    u64::from(a).saturating_mul(b.into())
}
