//! How a recording that lies against its preview is turned (REC34).

/// Side in pixels of the squares of brightness in which a preview and a recording are compared.
pub const THUMBNAIL_SIDE: usize = 16;

/// The last column, and the last row.
const LAST: usize = THUMBNAIL_SIDE - 1;

/// A turn clockwise, after which a recording stands as its preview did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Turn {
    /// It stands already.
    #[default]
    None,
    /// By 90 degrees.
    Right = 90,
    /// By 270 degrees.
    Left = 270,
}

impl Turn {
    /// Degrees clockwise.
    #[must_use]
    pub const fn degrees(self) -> u32 {
        self as u32
    }

    /// The turn of so many degrees; any other number is none.
    #[must_use]
    pub const fn from_degrees(degrees: u32) -> Self {
        match degrees {
            90 => Self::Right,
            270 => Self::Left,
            _ => Self::None,
        }
    }
}

/// How a recording is turned to look like what was shown. Both are squares of [`THUMBNAIL_SIDE`], row by row, into which
/// the whole picture is squeezed; what is missing counts as black. A turn has to show clearly: a recording that is
/// turned for nothing is worse than one that lies.
#[must_use]
pub fn turn_towards(shown: &[u8], recorded: &[u8]) -> Turn {
    let at = |x: usize, y: usize| recorded.get(y << 4 | x).copied().unwrap_or_default();
    let (mut unturned, mut right, mut left) = (0_u32, 0_u32, 0_u32);
    for (index, wanted) in shown.iter().enumerate().take(THUMBNAIL_SIDE << 4) {
        let (x, y) = (index & LAST, index >> 4);
        let add = |sum: &mut u32, shade: u8| *sum = sum.wrapping_add(wanted.abs_diff(shade).into());
        // `LAST - x` is `LAST ^ x` for whatever is below 16.
        add(&mut unturned, at(x, y));
        add(&mut right, at(y, LAST ^ x));
        add(&mut left, at(LAST ^ y, x));
    }
    // Less than three quarters of the difference that the best of the other ways leaves.
    let is_clear = |difference: u32, other: u32| difference < (unturned.min(other) >> 2).wrapping_mul(3);
    if is_clear(right, left) {
        Turn::Right
    } else if is_clear(left, right) {
        Turn::Left
    } else {
        Turn::None
    }
}
