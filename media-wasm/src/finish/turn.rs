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
    Right,
    /// By 270 degrees.
    Left,
}

impl Turn {
    /// Degrees clockwise.
    #[must_use]
    pub const fn degrees(self) -> u32 {
        match self {
            Self::None => 0,
            Self::Right => 90,
            Self::Left => 270,
        }
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
/// the whole picture is squeezed; what is missing counts as black. A turn has to be [`is_clear`]: a recording that is
/// turned for nothing is worse than one that lies.
#[must_use]
pub fn turn_towards(shown: &[u8], recorded: &[u8]) -> Turn {
    let at = |x: usize, y: usize| recorded.get(y << 4 | x).copied().unwrap_or_default();
    let (mut unturned, mut right, mut left) = (0_u32, 0_u32, 0_u32);
    for (index, wanted) in shown.iter().enumerate().take(THUMBNAIL_SIDE << 4) {
        let (x, y) = (index & LAST, index >> 4);
        // `LAST - x` is `LAST ^ x` for whatever is below 16.
        unturned = unturned.wrapping_add(wanted.abs_diff(at(x, y)).into());
        right = right.wrapping_add(wanted.abs_diff(at(y, LAST ^ x)).into());
        left = left.wrapping_add(wanted.abs_diff(at(LAST ^ y, x)).into());
    }
    if is_clear(right, unturned.min(left)) {
        Turn::Right
    } else if is_clear(left, unturned.min(right)) {
        Turn::Left
    } else {
        Turn::None
    }
}

/// Whether one way leaves less than three quarters of the difference that the best of the others leaves.
const fn is_clear(difference: u32, otherwise: u32) -> bool {
    difference.saturating_mul(4) < otherwise.saturating_mul(3)
}
