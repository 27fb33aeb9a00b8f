//! Detects a recording that is rotated against its preview (REC34).

/// Side in pixels of the square brightness thumbnails of preview and recording.
pub const THUMBNAIL_SIDE: usize = 16;

/// Index of the last column and of the last row.
const LAST: usize = THUMBNAIL_SIDE - 1;

/// A clockwise rotation that gives a recording the orientation of its preview.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Turn {
    /// No rotation: the orientations match.
    #[default]
    None,
    /// 90 degrees.
    Right = 90,
    /// 270 degrees.
    Left = 270,
}

impl Turn {
    /// Clockwise degrees.
    #[must_use]
    pub const fn degrees(self) -> u32 {
        self as u32
    }

    /// The rotation by this many degrees; any number but 90 and 270 gives `None`.
    #[must_use]
    pub const fn from_degrees(degrees: u32) -> Self {
        match degrees {
            90 => Self::Right,
            270 => Self::Left,
            _ => Self::None,
        }
    }
}

/// Returns the rotation that makes a recording match its preview. Both are squares of [`THUMBNAIL_SIDE`], row by row,
/// into which the whole picture is squeezed; missing pixels count as black. The evidence has to be clear: rotating a
/// recording wrongly is worse than leaving it sideways.
#[must_use]
pub fn turn_towards(shown: &[u8], recorded: &[u8]) -> Turn {
    let at = |x: usize, y: usize| recorded.get(y << 4 | x).copied().unwrap_or_default();
    let (mut unturned, mut right, mut left) = (0_u32, 0_u32, 0_u32);
    for (index, wanted) in shown.iter().enumerate().take(THUMBNAIL_SIDE << 4) {
        let (x, y) = (index & LAST, index >> 4);
        let add = |sum: &mut u32, shade: u8| *sum = sum.wrapping_add(wanted.abs_diff(shade).into());
        // `LAST - x` equals `LAST ^ x` for values below 16.
        add(&mut unturned, at(x, y));
        add(&mut right, at(y, LAST ^ x));
        add(&mut left, at(LAST ^ y, x));
    }
    // Below three quarters of the smallest difference that the other rotations leave.
    let is_clear = |difference: u32, other: u32| difference < (unturned.min(other) >> 2).wrapping_mul(3);
    if is_clear(right, left) {
        Turn::Right
    } else if is_clear(left, right) {
        Turn::Left
    } else {
        Turn::None
    }
}
