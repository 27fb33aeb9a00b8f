//! A set of words as fingerprints of 27 bits: about 2 bytes for a word in place of 8, and a word that is not in it passes
//! for one that is once in 30,000 times.
//!
//! It begins with the number of fingerprints in each of 2,048 buckets, a byte each; then each bucket's fingerprints
//! follow, 2 bytes each. A word's bucket is the first 11 bits of its SHA-256, its fingerprint there the third and fourth
//! byte.

use sha2::{Digest, Sha256};

const BUCKETS: usize = 2048;

/// A word's bucket and its fingerprint there.
fn fingerprint(word: &str) -> (usize, [u8; 2]) {
    let digest = Sha256::digest(word.as_bytes());
    let [a, b, c, d, ..] = digest.0;
    (usize::from(u16::from_be_bytes([a, b]) >> 5), [c, d])
}

/// Whether a word is in a set.
#[must_use]
pub fn contain(set: &[u8], word: &str) -> bool {
    let (bucket, fingerprint) = fingerprint(word);
    let Some((counts, fingerprints)) = set.split_at_checked(BUCKETS) else { return false };
    let before: usize = counts.iter().take(bucket).map(|count| usize::from(*count)).sum();
    let count = counts.get(bucket).map_or(0, |count| usize::from(*count));
    fingerprints.chunks_exact(2).skip(before).take(count).any(|known| known == fingerprint)
}

/// The set of some words; `None` where a bucket holds more than a byte can count.
#[cfg(any(test, feature = "ts"))]
pub fn of<'a>(words: impl IntoIterator<Item = &'a str>) -> Option<Vec<u8>> {
    let sorted: std::collections::BTreeSet<_> = words.into_iter().map(fingerprint).collect();
    let mut set = vec![0_u8; BUCKETS];
    for (bucket, _) in &sorted {
        let count = set.get_mut(*bucket)?;
        *count = count.checked_add(1)?;
    }
    set.extend(sorted.iter().flat_map(|(_, fingerprint)| *fingerprint));
    Some(set)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn aut14_a_set_holds_its_words_and_hardly_any_other() {
        let words: Vec<String> = (0..4000).map(|number| format!("word {number}")).collect();
        let set = of(words.iter().map(String::as_str)).unwrap_or_default();
        assert!(set.len() <= BUCKETS + 2 * words.len());
        assert!(words.iter().all(|word| contain(&set, word)));
        let others = (0..100_000).filter(|number| contain(&set, &format!("other {number}"))).count();
        assert!(others < 20, "{others} of 100,000");
        assert!(!contain(&[], "word 1"));
    }
}
