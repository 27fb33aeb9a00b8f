//! A set of words as 27-bit fingerprints: about 2 bytes per word instead of 8, with a false
//! positive in 30,000 look-ups.
//!
//! Format: the number of fingerprints in each of 2,048 buckets, one byte each, then each bucket's
//! fingerprints, 2 bytes each. A word's bucket is the first 11 bits of its SHA-256, its fingerprint
//! the third and fourth byte.

use sha2::{Digest, Sha256};

const BUCKETS: usize = 2048;

/// Returns a word's bucket and its fingerprint there.
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

/// Builds the set; `None` if a bucket has more than 255 fingerprints.
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
    fn aut14_a_fingerprint_set_contains_its_words_with_few_false_positives() {
        let words: Vec<String> = (0..4000).map(|number| format!("word {number}")).collect();
        let set = of(words.iter().map(String::as_str)).unwrap_or_default();
        assert!(set.len() <= BUCKETS + 2 * words.len());
        assert!(words.iter().all(|word| contain(&set, word)));
        let others = (0..100_000).filter(|number| contain(&set, &format!("other {number}"))).count();
        assert!(others < 20, "{others} of 100,000");
        assert!(!contain(&[], "word 1"));
    }
}
