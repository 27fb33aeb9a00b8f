//! The transformation matrix by which a player rotates, flips or scales a picture (6.2.2).

use crate::reader::Outcome;
use crate::reader::bytes::u32_at;

const ONE: i64 = 0x1_0000;

/// The matrix without its translation: the first two rows and columns, as 16.16 fixed-point numbers.
#[derive(Clone, Copy, Debug)]
pub struct Matrix {
    a: i64,
    b: i64,
    c: i64,
    d: i64,
}

impl Default for Matrix {
    fn default() -> Self {
        Self { a: ONE, b: 0, c: 0, d: ONE }
    }
}

impl Matrix {
    /// Reads the matrix at this offset.
    pub fn at(header: &[u8], at: usize) -> Outcome<Self> {
        let number = |index: usize| Ok(u32_at(header, at.saturating_add(index))?.cast_signed().into());
        match (number(0)?, number(4)?, number(12)?, number(16)?) {
            // An all-zero matrix is unset.
            (0, 0, 0, 0) => Ok(Self::default()),
            (a, b, c, d) => Ok(Self { a, b, c, d }),
        }
    }

    /// Applies this matrix, then the other.
    pub const fn then(self, other: Self) -> Self {
        const fn sum(a: i64, b: i64, c: i64, d: i64) -> i64 {
            a.saturating_mul(b).saturating_add(c.saturating_mul(d)) >> 16
        }
        Self {
            a: sum(self.a, other.a, self.b, other.c),
            b: sum(self.a, other.b, self.b, other.d),
            c: sum(self.c, other.a, self.d, other.c),
            d: sum(self.c, other.b, self.d, other.d),
        }
    }

    /// Returns the clockwise rotation in degrees: the first row tells where a frame's right edge points. Odd angles count as 0.
    pub const fn rotation(self) -> u16 {
        match (self.a, self.b) {
            (0, 1..) => 90,
            (..=-1, 0) => 180,
            (0, ..=-1) => 270,
            _ => 0,
        }
    }

    /// Whether the matrix only rotates by quarter turns and flips.
    pub const fn is_upright(self) -> bool {
        const fn is_one(number: i64) -> bool {
            number == ONE || number == -ONE
        }
        let straight = is_one(self.a) && is_one(self.d) && self.b == 0 && self.c == 0;
        let turned = is_one(self.b) && is_one(self.c) && self.a == 0 && self.d == 0;
        straight || turned
    }
}
