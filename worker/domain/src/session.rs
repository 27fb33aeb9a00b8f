//! Session lifetimes and renewal.

use crate::retention::{ADMIN_SESSION_MS, DAY_MS, HOUR_MS, IDLE_SESSION_MS, MAX_SESSION_MS, STEP_SESSION_MS};
use crate::string_enum::string_enum;
use crate::user::Area;

string_enum! {
    /// Purpose of a session.
    SessionKind {
        /// Everything the user may do.
        Full = "full",
        /// Only setting a password; created by a one-time link, valid for 15 minutes.
        SetPassword = "set_password",
        /// Only setting up the second factor, if it is required and missing.
        SetUpTotp = "set_up_totp",
    }
}

/// Connection required by the product's cookies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CookieScope {
    /// HTTPS or an equivalent: Chromium and Firefox accept plain HTTP to localhost, Safari does not.
    Secure,
    /// Plain HTTP, on the developer's own machine only.
    Loopback,
}

impl CookieScope {
    /// Parses the setting `COOKIES`, which is ignored on any origin other than the local machine.
    #[must_use]
    pub fn of(setting: &str, public_origin: &str) -> Self {
        let own_machine =
            ["http://127.0.0.1:", "http://localhost:"].iter().any(|start| public_origin.starts_with(start));
        if setting == "loopback" && own_machine { Self::Loopback } else { Self::Secure }
    }
}

/// Returns when a session used now expires.
#[must_use]
pub fn expires_at(area: Area, kind: SessionKind, created_at: i64, now: i64) -> i64 {
    match (kind, area) {
        (SessionKind::SetPassword | SessionKind::SetUpTotp, _) => created_at.saturating_add(STEP_SESSION_MS),
        (SessionKind::Full, Area::Admin) => created_at.saturating_add(ADMIN_SESSION_MS),
        (SessionKind::Full, Area::Client | Area::Affiliate) => {
            now.saturating_add(IDLE_SESSION_MS).min(created_at.saturating_add(MAX_SESSION_MS))
        }
    }
}

/// Timestamps of a session.
#[derive(Debug, Clone, Copy)]
pub struct Times {
    /// When it was created.
    pub created_at: i64,
    /// When its use was last recorded.
    pub used_at: i64,
    /// When its token was last rotated.
    pub rotated_at: i64,
}

/// Changes a request makes to its session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Renewal {
    /// New expiry.
    pub expires_at: i64,
    /// Whether to rotate the token.
    pub rotate: bool,
}

/// Returns the renewal due, if any: use is recorded once an hour; the token is rotated once a day,
/// an admin's once an hour. Single-step sessions are never renewed.
#[must_use]
pub fn renewal(area: Area, kind: SessionKind, times: Times, now: i64) -> Option<Renewal> {
    if kind != SessionKind::Full || now.saturating_sub(times.used_at) < HOUR_MS {
        return None;
    }
    let pace = if area == Area::Admin { HOUR_MS } else { DAY_MS };
    let rotate = now.saturating_sub(times.rotated_at) >= pace;
    Some(Renewal { expires_at: expires_at(area, kind, times.created_at, now), rotate })
}

#[cfg(test)]
mod tests {
    use crate::retention::MINUTE_MS;

    use super::*;

    const FULL: SessionKind = SessionKind::Full;

    #[test]
    fn aut34_clients_and_affiliates_30_days_sliding_and_90_at_most_admins_12_hours() {
        for area in [Area::Client, Area::Affiliate] {
            assert_eq!(expires_at(area, FULL, 0, 0), 30 * DAY_MS);
            assert_eq!(expires_at(area, FULL, 0, 29 * DAY_MS), 59 * DAY_MS);
            assert_eq!(expires_at(area, FULL, 0, 80 * DAY_MS), 90 * DAY_MS);
        }
        assert_eq!(expires_at(Area::Admin, FULL, 0, 0), 12 * HOUR_MS);
        assert_eq!(expires_at(Area::Admin, FULL, 0, 11 * HOUR_MS), 12 * HOUR_MS);
        assert_eq!(expires_at(Area::Client, SessionKind::SetPassword, 0, 0), 15 * MINUTE_MS);
    }

    #[test]
    fn aut01_cookies_allow_plain_http_only_on_loopback_and_on_request() {
        for (setting, origin, scope) in [
            ("loopback", "http://127.0.0.1:8787", CookieScope::Loopback),
            ("loopback", "http://localhost:8787", CookieScope::Loopback),
            ("loopback", "https://sayso.example", CookieScope::Secure),
            ("loopback", "http://127.0.0.1.evil.example", CookieScope::Secure),
            ("loopback", "http://localhost.evil.example:80", CookieScope::Secure),
            ("", "http://127.0.0.1:8787", CookieScope::Secure),
        ] {
            assert_eq!(CookieScope::of(setting, origin), scope, "{setting} {origin}");
        }
    }

    #[test]
    fn aut01_use_is_recorded_hourly_and_the_token_rotated_daily() {
        let times = |used_at, rotated_at| Times { created_at: 0, used_at, rotated_at };
        assert_eq!(renewal(Area::Client, FULL, times(0, 0), HOUR_MS - 1), None);
        let renewed = renewal(Area::Client, FULL, times(0, 0), HOUR_MS);
        assert_eq!(renewed, Some(Renewal { expires_at: 30 * DAY_MS + HOUR_MS, rotate: false }));
        let next_day = renewal(Area::Client, FULL, times(20 * HOUR_MS, 0), DAY_MS);
        assert_eq!(next_day.map(|renewal| renewal.rotate), Some(true));
        let admin = renewal(Area::Admin, FULL, times(0, 0), HOUR_MS);
        assert_eq!(admin, Some(Renewal { expires_at: 12 * HOUR_MS, rotate: true }));
        assert_eq!(renewal(Area::Client, SessionKind::SetPassword, times(0, 0), DAY_MS), None);
    }
}
