//! Verifies the header `Stripe-Signature`: `t=1796342400,v1=…`, with one `v1` per secret during a rotation.

use data_encoding::HEXLOWER_PERMISSIVE;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::number::parse_u64;

/// Maximum difference in seconds between a signature's timestamp and now.
pub const TOLERANCE_SECONDS: i64 = 300;

/// Why a signature is rejected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SignatureError {
    /// No header, or one without a timestamp or `v1`.
    Missing,
    /// No signature matches one of our secrets and the body.
    Forged,
    /// The timestamp is too old or in the future: possibly a replay.
    OutsideTolerance,
}

/// Verifies in constant time that one of the secrets signed `body` at about `now`, UTC
/// milliseconds. Only `v1` counts; Stripe uses `v0` for its own tests.
///
/// # Errors
/// [`SignatureError::Forged`] before [`SignatureError::OutsideTolerance`], so that a forged signature
/// reveals nothing.
pub fn verify(header: &str, body: &[u8], secrets: &[String], now: i64) -> Result<(), SignatureError> {
    let parts = || header.split(',').filter_map(|part| part.trim().split_once('='));
    let time = parts().find(|(name, _)| *name == "t").map(|(_, value)| value).ok_or(SignatureError::Missing)?;
    let signed_at = parse_u64(time).and_then(|seconds| i64::try_from(seconds).ok()).ok_or(SignatureError::Missing)?;
    let signatures: Vec<Vec<u8>> = parts()
        .filter(|(name, _)| *name == "v1")
        .filter_map(|(_, hex)| HEXLOWER_PERMISSIVE.decode(hex.as_bytes()).ok())
        .collect();
    if signatures.is_empty() {
        return Err(SignatureError::Missing);
    }
    let is_by = |secret: &String| {
        let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(secret.as_bytes()) else { return false };
        mac.update(time.as_bytes());
        mac.update(b".");
        mac.update(body);
        signatures.iter().any(|signature| mac.clone().verify_slice(signature).is_ok())
    };
    if !secrets.iter().any(is_by) {
        return Err(SignatureError::Forged);
    }
    let age = now.div_euclid(1000).saturating_sub(signed_at);
    if age.saturating_abs() > TOLERANCE_SECONDS { Err(SignatureError::OutsideTolerance) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use data_encoding::HEXLOWER;

    const BODY: &[u8] = br#"{"id":"evt_1"}"#;
    const AT: i64 = 1_796_342_400;

    fn sign(secret: &str, seconds: i64, body: &[u8]) -> String {
        let mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).map(|mut mac| {
            mac.update(format!("{seconds}.").as_bytes());
            mac.update(body);
            HEXLOWER.encode(&mac.finalize().into_bytes())
        });
        mac.unwrap_or_default()
    }

    fn check(header: &str, now: i64) -> Result<(), SignatureError> {
        verify(header, BODY, &["whsec_new".to_owned(), "whsec_old".to_owned()], now.saturating_mul(1000))
    }

    #[test]
    fn inv20_either_secret_and_any_v1_signature_is_accepted() {
        let old = sign("whsec_old", AT, BODY);
        assert_eq!(check(&format!("t={AT},v1={old}"), AT), Ok(()));
        assert_eq!(check(&format!("t={AT},v1={},v1={old}", "00".repeat(32)), AT), Ok(()));
        assert_eq!(check(&format!("t={AT}, v1={}", sign("whsec_new", AT, BODY)), AT), Ok(()));
    }

    #[test]
    fn inv20_forged_old_future_and_v0_signatures_are_rejected() {
        let good = sign("whsec_new", AT, BODY);
        for (header, now, fault) in [
            (format!("t={AT},v1={good}"), AT + 301, SignatureError::OutsideTolerance),
            (format!("t={AT},v1={good}"), AT - 301, SignatureError::OutsideTolerance),
            (format!("t={AT},v1={}", sign("whsec_other", AT, BODY)), AT, SignatureError::Forged),
            (format!("t={AT},v1={}", sign("whsec_new", AT, b"{ \"id\": \"evt_1\" }")), AT, SignatureError::Forged),
            (format!("t={},v1={good}", AT + 1), AT, SignatureError::Forged),
            (format!("t={AT},v0={good}"), AT, SignatureError::Missing),
            (format!("v1={good}"), AT, SignatureError::Missing),
            (String::new(), AT, SignatureError::Missing),
            (format!("t=soon,v1={good}"), AT, SignatureError::Missing),
            (format!("t={AT},v1=zz"), AT, SignatureError::Missing),
        ] {
            assert_eq!(check(&header, now), Err(fault), "{header}");
        }
        assert_eq!(check(&format!("t={AT},v1={good}"), AT + 300), Ok(()));
        assert_eq!(check(&format!("t={AT},v1={good}"), AT - 300), Ok(()));
        assert_eq!(verify(&format!("t={AT},v1={good}"), BODY, &[], AT * 1000), Err(SignatureError::Forged));
    }
}
