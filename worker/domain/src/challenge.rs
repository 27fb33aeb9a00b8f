//! Proof of work for busy record pages, computed by the browser while it uploads. It makes a flood
//! more expensive without asking anybody to solve picture puzzles.
//!
//! A challenge is `{parts}.{zero bits}.{expires}.{signature}`, signed for one submission. A
//! solution is the challenge followed by `.` and a number for each part, such that the SHA-256 of
//! `{challenge}.{part}.{number}` begins with that many zero bits. Several small parts take about
//! the same time on every try; a single large one would take some visitors ten times as long.

use sha2::{Digest, Sha256};

use crate::keys::Keys;
use crate::number::parse_u64;
use crate::retention::UPLOAD_LIFETIME_MS;
use crate::signed_url::{LinkPurpose, sign, verify};
use crate::submission_rate::{Rate, SubmissionLimits};

/// Numbers to find.
pub const PARTS: usize = 8;
/// About 1,024 tries per part: a tenth of a second in total on a computer, about a second on a slow phone.
pub const ZERO_BITS: u32 = 10;
/// Everybody is challenged once a client receives this many times the household threshold plus one
/// household's hourly limit.
const EVERYBODY: u32 = 4;

/// Whether the next submission needs a proof: from a household with several submissions within the
/// hour or with a rejected one, and from everybody while a client receives many.
#[must_use]
pub fn is_needed(household: &Rate, client: &Rate, limits: &SubmissionLimits, hour_began_after: i64) -> bool {
    let count_of = |rate: &Rate| if rate.hour.began > hour_began_after { rate.hour.count } else { 0 };
    // One household alone cannot cause challenges for others.
    let many = limits.challenge_from.saturating_mul(EVERYBODY).saturating_add(limits.household.hour);
    household.rejections > 0
        || count_of(household) >= limits.challenge_from
        || (limits.client.hour < u32::MAX && count_of(client) >= many)
}

/// Issues a challenge for one submission of a client: `subject` is its upload, or the idempotency
/// key of its form.
#[must_use]
pub fn issue(keys: &Keys, client_id: &str, subject: &str, now: i64) -> String {
    let expires_at = now.saturating_add(UPLOAD_LIFETIME_MS);
    format!(
        "{PARTS}.{ZERO_BITS}.{expires_at}.{}",
        sign(keys, LinkPurpose::Challenge, &format!("{client_id}/{subject}"), expires_at)
    )
}

/// Whether the solution is correct for a challenge issued for this submission and not expired.
#[must_use]
pub fn is_solved(keys: &Keys, client_id: &str, subject: &str, solution: &str, now: i64) -> bool {
    let work = format!("{PARTS}.{ZERO_BITS}.");
    let Some(mut words) = solution.strip_prefix(&work).map(|rest| rest.split('.')) else { return false };
    let (Some(expires), Some(signature)) = (words.next(), words.next()) else { return false };
    let Some(expires_at) = parse_u64(expires).and_then(|at| i64::try_from(at).ok()) else { return false };
    if verify(keys, LinkPurpose::Challenge, &format!("{client_id}/{subject}"), expires_at, signature, now).is_err() {
        return false;
    }
    let found: Vec<&str> = words.collect();
    found.len() == PARTS
        && found.iter().enumerate().all(|(part, number)| {
            let digest = Sha256::digest(format!("{work}{expires}.{signature}.{part}.{number}").as_bytes());
            let first = digest.first_chunk::<4>().map_or(u32::MAX, |bytes| u32::from_be_bytes(*bytes));
            first.leading_zeros() >= ZERO_BITS
        })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::retention::HOUR_MS;
    use crate::submission_rate::{RateLimits, Window};

    fn keys(secret: &str) -> Keys {
        Keys::derive(secret, "").unwrap_or_else(|_| unreachable!())
    }

    fn solve(challenge: &str) -> String {
        (0..PARTS).fold(challenge.to_owned(), |solution, part| {
            let found = (0_u32..1_000_000).find(|number| {
                let digest = Sha256::digest(format!("{challenge}.{part}.{number}").as_bytes());
                digest.first_chunk::<4>().is_some_and(|bytes| u32::from_be_bytes(*bytes).leading_zeros() >= ZERO_BITS)
            });
            format!("{solution}.{}", found.unwrap_or_default())
        })
    }

    #[test]
    fn sub41_a_solution_is_valid_for_its_submission_until_it_expires() {
        let keys = keys("a secret for this test only, 32 bytes");
        let challenge = issue(&keys, "c1", "u1", 0);
        let solution = solve(&challenge);
        assert!(is_solved(&keys, "c1", "u1", &solution, 1));
        for (client, upload, now) in [("c2", "u1", 1), ("c1", "u2", 1), ("c1", "u1", UPLOAD_LIFETIME_MS)] {
            assert!(!is_solved(&keys, client, upload, &solution, now), "{client} {upload} {now}");
        }
        assert!(!is_solved(&self::keys("another secret for this test only, 32 bytes"), "c1", "u1", &solution, 1));
        let short = solution.rsplit_once('.').map(|(start, _)| start.to_owned()).unwrap_or_default();
        for wrong in ["", ".", "x.y", &challenge, &short, &format!("{solution}.1"), &solve("8.10.99.made-up")] {
            assert!(!is_solved(&keys, "c1", "u1", wrong, 1), "{wrong}");
        }
    }

    #[test]
    fn sub41_a_challenge_is_required_above_a_threshold_and_after_a_rejection() {
        let rates = RateLimits { hour: 20, day: 40 };
        let default = SubmissionLimits::of(&BTreeMap::new());
        let limits = SubmissionLimits { household: rates, client: rates, challenge_from: 5, ..default };
        let count_of = |count| Rate { hour: Window { began: HOUR_MS, count, held: 0 }, ..Rate::default() };
        let needed = |household: &Rate, client: &Rate| is_needed(household, client, &limits, 0);
        assert!(
            !needed(&count_of(4), &count_of(39))
                && needed(&count_of(5), &count_of(5))
                && needed(&count_of(0), &count_of(40))
        );
        assert!(!is_needed(&count_of(5), &count_of(40), &limits, HOUR_MS), "that hour is over");
        assert!(needed(&Rate { rejections: 1, ..count_of(0) }, &count_of(0)));
        assert!(!is_needed(&count_of(0), &count_of(900), &limits.of_demo(), 0));
    }
}
