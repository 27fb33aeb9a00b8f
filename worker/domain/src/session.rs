//! How long sessions live, and when they are renewed.

use crate::api::auth::{Area, SessionKind};

const MINUTE: i64 = 60 * 1000;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

/// A link to set a forgotten password works this long.
pub const RECOVERY_LINK_LIFE_MS: i64 = HOUR;
/// A link to set the first password works this long.
pub const INVITE_LINK_LIFE_MS: i64 = 7 * DAY;
/// A password that an admin hands over works this long.
pub const TEMPORARY_PASSWORD_LIFE_MS: i64 = 72 * HOUR;
/// How long a browser that has got its new token may still send requests with the old one.
pub const PREVIOUS_TOKEN_LIFE_MS: i64 = MINUTE;

/// Sessions that can only set a password, or only set up a second factor.
const STEP_LIFE: i64 = 15 * MINUTE;
const ADMIN_LIFE: i64 = 12 * HOUR;
const IDLE_LIFE: i64 = 30 * DAY;
const LONGEST_LIFE: i64 = 90 * DAY;

/// When a session ends that is used now.
#[must_use]
pub fn expires_at(area: Area, kind: SessionKind, created_at: i64, now: i64) -> i64 {
    match (kind, area) {
        (SessionKind::SetPassword | SessionKind::SetUpTotp, _) => created_at.saturating_add(STEP_LIFE),
        (SessionKind::Full, Area::Admin) => created_at.saturating_add(ADMIN_LIFE),
        (SessionKind::Full, Area::Client | Area::Affiliate) => {
            now.saturating_add(IDLE_LIFE).min(created_at.saturating_add(LONGEST_LIFE))
        }
    }
}

/// What is known of a session when a request carries it.
#[derive(Debug, Clone, Copy)]
pub struct Times {
    /// When it began.
    pub created_at: i64,
    /// When its use was last noted.
    pub used_at: i64,
    /// When its token was last replaced.
    pub rotated_at: i64,
}

/// What a request changes about its session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Renewal {
    /// When it ends now.
    pub expires_at: i64,
    /// Whether the browser is offered a new token.
    pub rotate: bool,
}

/// Whether a session is due for renewal: its use is noted once an hour; its token changes once a day, an admin's
/// once an hour. Sessions for a single step are never renewed.
#[must_use]
pub fn renewal(area: Area, kind: SessionKind, times: Times, now: i64) -> Option<Renewal> {
    if kind != SessionKind::Full || now.saturating_sub(times.used_at) < HOUR {
        return None;
    }
    let pace = if area == Area::Admin { HOUR } else { DAY };
    let rotate = now.saturating_sub(times.rotated_at) >= pace;
    Some(Renewal { expires_at: expires_at(area, kind, times.created_at, now), rotate })
}

#[cfg(test)]
mod tests {
    use super::*;

    const FULL: SessionKind = SessionKind::Full;

    #[test]
    fn aut34_clients_and_affiliates_30_days_sliding_and_90_at_most_admins_12_hours() {
        for area in [Area::Client, Area::Affiliate] {
            assert_eq!(expires_at(area, FULL, 0, 0), 30 * DAY);
            assert_eq!(expires_at(area, FULL, 0, 29 * DAY), 59 * DAY);
            assert_eq!(expires_at(area, FULL, 0, 80 * DAY), 90 * DAY);
        }
        assert_eq!(expires_at(Area::Admin, FULL, 0, 0), 12 * HOUR);
        assert_eq!(expires_at(Area::Admin, FULL, 0, 11 * HOUR), 12 * HOUR);
        assert_eq!(expires_at(Area::Client, SessionKind::SetPassword, 0, 0), 15 * MINUTE);
    }

    #[test]
    fn aut01_use_is_noted_once_an_hour_and_the_token_replaced_once_a_day() {
        let times = |used_at, rotated_at| Times { created_at: 0, used_at, rotated_at };
        assert_eq!(renewal(Area::Client, FULL, times(0, 0), HOUR - 1), None);
        let renewed = renewal(Area::Client, FULL, times(0, 0), HOUR);
        assert_eq!(renewed, Some(Renewal { expires_at: 30 * DAY + HOUR, rotate: false }));
        let next_day = renewal(Area::Client, FULL, times(20 * HOUR, 0), DAY);
        assert_eq!(next_day.map(|renewal| renewal.rotate), Some(true));
        let admin = renewal(Area::Admin, FULL, times(0, 0), HOUR);
        assert_eq!(admin, Some(Renewal { expires_at: 12 * HOUR, rotate: true }));
        assert_eq!(renewal(Area::Client, SessionKind::SetPassword, times(0, 0), DAY), None);
    }
}
