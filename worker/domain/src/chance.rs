//! Randomness of property tests.

#![allow(clippy::arithmetic_side_effects)]

/// Deterministic pseudo-random numbers.
pub struct Chance(pub u64);

impl Chance {
    /// Returns a number below a bound.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }

    /// Is true once in so many times.
    pub fn one_in(&mut self, count: u64) -> bool {
        self.below(count) == 0
    }

    /// Returns one of several values.
    pub fn pick<'a, T: ?Sized>(&mut self, values: &[&'a T]) -> &'a T {
        let at = self.below(values.len() as u64);
        values[usize::try_from(at).expect("an index")]
    }
}
