//! Daily quota of the mail service, which is low for new accounts (Cloudflare's docs: Email
//! Service, "Limits"). Mails that somebody waits for are sent first.

use crate::email::{Digest, EmailTemplate, digest};
use crate::retention::{DAY_MS, MINUTE_MS};

/// Above this percentage of the daily quota only awaited mails are sent, and admins are notified.
const NEARLY_USED_PERCENT: u64 = 80;
/// Delay before retrying an awaited mail that the service rejected.
const INTERACTIVE_WAIT_MS: i64 = 15 * MINUTE_MS;
/// Mails postponed to the next day are spread over this time.
const SPREAD_MS: f64 = 60.0 * 60_000.0;

/// Mail usage of a day.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct MailDay {
    /// Mails sent.
    pub sent: u32,
    /// Limit set by an admin, if any.
    pub allowed: Option<u32>,
    /// Number sent when the service first rejected one for the day.
    pub refused_after: Option<u32>,
}

impl MailDay {
    /// Returns the limit, if known.
    #[must_use]
    pub fn limit(self) -> Option<u32> {
        match (self.allowed, self.refused_after) {
            (Some(allowed), Some(refused)) => Some(allowed.min(refused)),
            (allowed, refused) => allowed.or(refused),
        }
    }

    /// Whether the rest is reserved for awaited mails.
    #[must_use]
    pub fn is_nearly_used(self) -> bool {
        let is_near = |limit: u32| {
            u64::from(self.sent).saturating_mul(100) >= u64::from(limit).saturating_mul(NEARLY_USED_PERCENT)
        };
        self.limit().is_some_and(is_near)
    }

    /// Whether a mail may be sent now.
    #[must_use]
    pub fn allows(self, template: EmailTemplate) -> bool {
        template.is_interactive() || !self.is_nearly_used()
    }
}

/// Returns how long to postpone a mail beyond the quota, in milliseconds. `chance` is in 0..=1.
#[must_use]
#[allow(clippy::cast_possible_truncation)] // at most an hour
pub fn wait_ms(template: EmailTemplate, now: i64, chance: f64) -> i64 {
    if template.is_interactive() {
        return INTERACTIVE_WAIT_MS;
    }
    to_midnight(now).saturating_add((chance.clamp(0.0, 1.0) * SPREAD_MS) as i64)
}

/// Returns the digest for testimonials that exceed the quota: that of the next day's first hour.
#[must_use]
pub fn next_days_digest(now: i64) -> Digest {
    digest(now.saturating_add(to_midnight(now)))
}

const fn to_midnight(now: i64) -> i64 {
    DAY_MS.saturating_sub(now.rem_euclid(DAY_MS))
}

#[cfg(test)]
mod tests {
    use super::*;

    const RESET: EmailTemplate = EmailTemplate::PasswordReset;
    const NEWS: EmailTemplate = EmailTemplate::SubmissionReceived;

    fn day(sent: u32, allowed: Option<u32>, refused_after: Option<u32>) -> MailDay {
        MailDay { sent, allowed, refused_after }
    }

    #[test]
    fn eml13_above_80_percent_of_the_daily_quota_only_interactive_mails_are_sent() {
        for (sent, news) in [(0, true), (79, true), (80, false), (100, false), (250, false)] {
            assert_eq!(day(sent, Some(100), None).allows(NEWS), news, "{sent}");
            assert!(day(sent, Some(100), None).allows(RESET), "{sent}");
        }
        assert!(day(1_000_000, None, None).allows(NEWS), "nobody knows of a limit");
    }

    #[test]
    fn eml13_a_refusal_by_the_mail_service_counts_as_a_limit() {
        assert_eq!(day(40, None, Some(40)).limit(), Some(40));
        assert_eq!(day(40, Some(100), Some(40)).limit(), Some(40));
        assert_eq!(day(40, Some(30), Some(40)).limit(), Some(30));
        assert!(!day(0, None, Some(0)).allows(NEWS), "not one was taken today");
    }

    #[test]
    fn eml13_notifications_wait_for_the_next_day_and_interactive_mails_15_minutes() {
        let ten = 10 * 60 * MINUTE_MS;
        assert_eq!(wait_ms(NEWS, ten, 0.0), 14 * 60 * MINUTE_MS);
        assert_eq!(wait_ms(NEWS, ten, 1.0), 15 * 60 * MINUTE_MS);
        assert_eq!(wait_ms(RESET, ten, 1.0), 15 * MINUTE_MS);
        assert_eq!(wait_ms(NEWS, DAY_MS, 0.0), DAY_MS, "a day begins at midnight");
    }

    #[test]
    fn eml13_mails_postponed_to_the_next_day_become_digests_after_its_first_hour() {
        for now in [0, 1, DAY_MS - 1] {
            assert_eq!(next_days_digest(now), Digest { hour: 24, due_at: DAY_MS + 61 * MINUTE_MS }, "{now}");
        }
        assert_eq!(next_days_digest(DAY_MS).hour, 48);
    }
}
