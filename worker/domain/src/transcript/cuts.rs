//! The places where a business wants captions to begin, and those where not (CAP05).

use serde::{Deserialize, Serialize};

/// Places between the words of a transcript, by the index of the word after each.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "transcript.ts"))]
pub struct CueCuts {
    /// Words with which a caption begins.
    pub breaks: Vec<u32>,
    /// Words with which none begins, as long as it stays short enough.
    pub joins: Vec<u32>,
}

impl CueCuts {
    /// Returns the places in order; `None` if one is not between two words of so many, or in both lists.
    #[must_use]
    pub fn of(mut breaks: Vec<u32>, mut joins: Vec<u32>, words: usize) -> Option<Self> {
        for places in [&mut breaks, &mut joins] {
            places.sort_unstable();
            places.dedup();
        }
        let is_between = |place: &u32| *place > 0 && (*place as usize) < words;
        let is_right = breaks.iter().chain(&joins).all(is_between) && !breaks.iter().any(|place| joins.contains(place));
        is_right.then_some(Self { breaks, joins })
    }

    /// Whether a caption begins with a word.
    #[must_use]
    pub fn has_break(&self, word: usize) -> bool {
        has(&self.breaks, word)
    }

    /// Whether no caption should begin with a word.
    #[must_use]
    pub fn has_join(&self, word: usize) -> bool {
        has(&self.joins, word)
    }

    /// Returns the places after the words have moved, of `words` words; `to`: where a word is now, `None` if it is gone.
    #[must_use]
    pub fn moved(&self, words: usize, to: impl Fn(usize) -> Option<usize>) -> Self {
        let moved = |places: &[u32]| -> Vec<u32> {
            let now = places.iter().filter_map(|place| u32::try_from(to(*place as usize)?).ok());
            now.filter(|place| *place > 0 && (*place as usize) < words).collect()
        };
        let breaks = moved(&self.breaks);
        let joins = moved(&self.joins).into_iter().filter(|place| !breaks.contains(place)).collect();
        Self { breaks, joins }
    }
}

fn has(places: &[u32], word: usize) -> bool {
    u32::try_from(word).is_ok_and(|word| places.binary_search(&word).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cap05_places_are_between_words_and_in_one_list() {
        let of = |breaks: &[u32], joins: &[u32]| CueCuts::of(breaks.to_vec(), joins.to_vec(), 5);
        let cuts = of(&[4, 1, 4], &[2]).expect("places between words");
        assert_eq!((cuts.breaks.as_slice(), cuts.joins.as_slice()), (&[1, 4][..], &[2][..]));
        assert!(cuts.has_break(4) && !cuts.has_break(2) && cuts.has_join(2));
        for (breaks, joins) in [(&[0][..], &[][..]), (&[5], &[]), (&[], &[0]), (&[2], &[2])] {
            assert_eq!(of(breaks, joins), None, "{breaks:?} {joins:?}");
        }
    }

    #[test]
    fn cap05_places_move_with_their_words() {
        let cuts = CueCuts { breaks: vec![1, 3], joins: vec![2] };
        let moved = cuts.moved(3, |word| (word != 1).then(|| word - 1));
        assert_eq!(moved, CueCuts { breaks: vec![2], joins: vec![1] });
        assert_eq!(cuts.moved(3, |_| Some(0)), CueCuts::default());
    }
}
