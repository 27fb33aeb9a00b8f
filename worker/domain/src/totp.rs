//! The second factor: time-based codes (RFC 6238: SHA-1, 6 digits, 30 seconds) and recovery codes.

use data_encoding::{BASE32_NOPAD, HEXLOWER};
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};
use totp_rs::{Builder, Secret};

use crate::comparable::nfkc;
use crate::retention::TOTP_SETUP_MS;

/// Number of recovery codes per user.
pub const RECOVERY_CODES: usize = 8;

/// Derives a user's secret from the deployment's key, so that the database alone is not enough to
/// generate codes.
#[must_use]
pub fn secret(key: &[u8], user_id: &str, seed: &str) -> Vec<u8> {
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(key) else { return Vec::new() };
    mac.update(format!("totp\n{user_id}\n{seed}").as_bytes());
    mac.finalize().into_bytes().iter().take(20).copied().collect()
}

/// Appends a timestamp to a random seed, so that an unconfirmed one expires.
#[must_use]
pub fn dated_seed(random: &str, now: i64) -> String {
    format!("{random}.{now}")
}

/// Whether a dated seed has not expired.
#[must_use]
pub fn is_fresh(seed: &str, now: i64) -> bool {
    let made = seed.split_once('.').and_then(|(_, at)| at.parse::<i64>().ok());
    made.is_some_and(|made| now.saturating_sub(made) < TOTP_SETUP_MS)
}

/// Returns the time step of a code, if it is within one step of now; `at` in UTC milliseconds.
#[must_use]
pub fn step_of(secret: Vec<u8>, code: &str, at: i64) -> Option<i64> {
    let digits: String = code.chars().filter(|c| !c.is_whitespace()).collect();
    if digits.len() != 6 || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let totp = Builder::new().with_secret(Secret::new(secret.into_boxed_slice())).build().ok()?;
    let seconds = u64::try_from(at.checked_div(1000)?).ok()?;
    totp.check(&digits, seconds).and_then(|step| i64::try_from(step).ok())
}

/// Encodes a secret for typing in.
#[must_use]
pub fn base32(secret: &[u8]) -> String {
    BASE32_NOPAD.encode(secret)
}

/// Returns the `otpauth://` URL for an authenticator app's QR code.
#[must_use]
pub fn otpauth_url(secret: &[u8], email: &str) -> String {
    let account: String = email.bytes().map(percent).collect();
    format!("otpauth://totp/Sayso:{account}?secret={}&issuer=Sayso", base32(secret))
}

fn percent(byte: u8) -> String {
    if byte.is_ascii_alphanumeric() || b"-._~@".contains(&byte) {
        char::from(byte).to_string()
    } else {
        format!("%{byte:02X}")
    }
}

/// Hashes a recovery code for storage: SHA-256 in hex, independent of spacing and case. No salt is
/// needed, because [`typed_secret`](crate::typed_secret)s cannot be guessed.
#[must_use]
pub fn recovery_code_hash(typed: &str) -> String {
    let letters: String = nfkc(typed).to_lowercase().chars().filter(char::is_ascii_alphanumeric).collect();
    HEXLOWER.encode(&Sha256::digest(letters.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::typed_secret::{RANDOM_BYTES, typed_secret};

    /// RFC 6238, appendix B: the last six of its eight digits.
    #[test]
    fn aut19_codes_match_the_rfc_6238_test_vectors() {
        let key = || b"12345678901234567890".to_vec();
        for (seconds, code) in [(59, "287082"), (1_111_111_109, "081804"), (2_000_000_000, "279037")] {
            assert_eq!(step_of(key(), code, seconds * 1000), Some(seconds / 30), "{code}");
            assert_eq!(step_of(key(), code, (seconds + 30) * 1000), Some(seconds / 30), "one step late");
            assert_eq!(step_of(key(), code, (seconds + 90) * 1000), None, "three steps late");
        }
        assert_eq!(step_of(key(), "287 082", 59_000), Some(1));
        for nonsense in ["", "28708", "2870822", "28708x", "٢٨٧٠٨٢"] {
            assert_eq!(step_of(key(), nonsense, 59_000), None, "{nonsense}");
        }
    }

    #[test]
    fn aut19_a_secret_waits_15_minutes_for_its_first_code() {
        let seed = dated_seed("abc", 1_000);
        assert!(is_fresh(&seed, 1_000 + TOTP_SETUP_MS - 1));
        assert!(!is_fresh(&seed, 1_000 + TOTP_SETUP_MS));
        assert!(!is_fresh("abc", 0));
    }

    #[test]
    fn aut19_each_user_and_seed_derives_a_distinct_secret() {
        let one = secret(b"key", "u1", "s1");
        assert_eq!(one.len(), 20);
        for other in [secret(b"key", "u2", "s1"), secret(b"key", "u1", "s2"), secret(b"yek", "u1", "s1")] {
            assert_ne!(one, other);
        }
        let url = otpauth_url(&one, "ann+1@b\u{e4}ck.example");
        assert!(url.starts_with("otpauth://totp/Sayso:ann%2B1@b%C3%A4ck.example?secret="), "{url}");
    }

    #[test]
    fn aut19_a_recovery_code_is_accepted_in_any_formatting() {
        let code = typed_secret([7; RANDOM_BYTES]);
        assert_eq!(recovery_code_hash(&code), recovery_code_hash(&code.replace('-', " ").to_uppercase()));
        assert_ne!(recovery_code_hash(&code), recovery_code_hash("other"));
        // A shorter code, as issued by earlier versions.
        let earlier = "f39dac6cbaba535e2c207cd0cd8f154974223c848f727f98b3564cea569b41cf";
        assert_eq!(recovery_code_hash("abcd-efgh-ijkl-mnop"), earlier);
    }
}
