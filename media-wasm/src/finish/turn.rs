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

/// Which of the two turns makes a recording that lies across look like what was shown. Both are squares of
/// [`THUMBNAIL_SIDE`], row by row, into which the whole picture is squeezed; what is missing counts as black.
#[must_use]
pub fn turn_towards(shown: &[u8], recorded: &[u8]) -> Turn {
    let at = |x: usize, y: usize| recorded.get(y << 4 | x).copied().unwrap_or_default();
    let mut right_is_worse_by = 0_i32;
    for (index, wanted) in shown.iter().enumerate().take(THUMBNAIL_SIDE << 4) {
        let (x, y) = (index & LAST, index >> 4);
        // `LAST - x` is `LAST ^ x` for whatever is below 16.
        let (right, left) = (at(y, LAST ^ x), at(LAST ^ y, x));
        let difference = i32::from(wanted.abs_diff(right)).wrapping_sub(wanted.abs_diff(left).into());
        right_is_worse_by = right_is_worse_by.wrapping_add(difference);
    }
    if right_is_worse_by > 0 { Turn::Left } else { Turn::Right }
}
