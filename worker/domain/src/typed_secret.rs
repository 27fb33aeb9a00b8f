//! Secrets for people to copy, write down and type.

use data_encoding::BASE32_NOPAD;

/// Random bytes of a secret.
pub const RANDOM_BYTES: usize = 18;
/// Length in letters and digits of 5 random bits each: 140 bits, so that even an unsalted hash
/// cannot be guessed.
const LETTERS: usize = 28;
const GROUP: usize = 4;

/// Formats random bytes: `abcd-efgh-…`, seven groups of lower-case letters and the digits 2 to 7.
#[must_use]
pub fn typed_secret(random: [u8; RANDOM_BYTES]) -> String {
    let mut secret = String::new();
    for (at, letter) in BASE32_NOPAD.encode(&random).to_lowercase().chars().take(LETTERS).enumerate() {
        if at > 0 && at.is_multiple_of(GROUP) {
            secret.push('-');
        }
        secret.push(letter);
    }
    secret
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adm14_aut19_a_typed_secret_has_more_than_128_random_bits() {
        let secret = typed_secret([7; RANDOM_BYTES]);
        let letters: Vec<char> = secret.chars().filter(|c| *c != '-').collect();
        assert!(letters.iter().all(|c| matches!(c, 'a'..='z' | '2'..='7')), "{secret}");
        assert!(letters.len() * 5 >= 128 && letters.len() * 5 <= RANDOM_BYTES * 8, "{secret}");
        // The first and the last significant bits.
        for at in [0, 16] {
            let mut random = [7; RANDOM_BYTES];
            random[at] = 200;
            assert_ne!(typed_secret(random), secret, "byte {at}");
        }
    }
}
