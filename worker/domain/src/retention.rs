//! Retention periods and lifetimes of the product, including the browser's. Public texts, mails, cookies and the
//! sweeper use these. Elsewhere: `DAYS_AFTER_CANCELLATION` and `GRACE_DAYS` in `plan.rs`, `REJECTION_DAYS` in
//! `credits.rs`, `BACK_UPS_KEPT` in `limits.rs`.

pub mod rule;

use serde_json::{Value, json};

/// A minute in milliseconds.
pub const MINUTE_MS: i64 = 60 * 1000;
/// An hour in milliseconds.
pub const HOUR_MS: i64 = 60 * MINUTE_MS;
/// A day in milliseconds.
pub const DAY_MS: i64 = 24 * HOUR_MS;

// Videos and submissions.

/// Maximum number of months that delivered videos stay in a client's folder; an admin can reduce it.
pub const DRIVE_MONTHS: u32 = 6;
/// Days before a deletion at which its business is notified. No video is deleted without this notice.
pub const NOTICE_DAYS: u32 = 7;
/// Days after which temporary videos are deleted, as the terms state; in practice much earlier.
pub const TEMPORARY_DAYS: u32 = 30;
/// Hours after which demo videos are deleted.
pub const DEMO_HOURS: u32 = 24;
/// How long an unfinished upload can be resumed, unless newer ones of its IP address or client evict it.
pub const UPLOAD_LIFETIME_MS: i64 = 24 * HOUR_MS;
/// Lifetime of an upload without any bytes, since it was created or a request started writing to it.
pub const EMPTY_UPLOAD_MS: i64 = 5 * MINUTE_MS;
/// How long an IP address whose video a client rejected is slowed down there.
pub const SLOWED_MS: i64 = 30 * DAY_MS;
/// Age at which the next scan deletes stored objects without a row; no upload is that slow.
pub const ORPHAN_MS: i64 = UPLOAD_LIFETIME_MS + HOUR_MS;
/// Interval between scans for stored objects without a row, each of which lists the bucket.
pub const ORPHAN_WALK_MS: i64 = HOUR_MS;
/// How long an unsent take stays on the customer's device.
pub const TAKE_ON_DEVICE_MS: i64 = 24 * HOUR_MS;
/// How long a browser that recorded too slowly is asked for a smaller picture.
pub const SLOW_CAMERA_MS: i64 = 7 * DAY_MS;
/// How long the files of a replaced build stay, for pages still open in it.
pub const EARLIER_BUILD_MS: i64 = 7 * DAY_MS;
/// Days after which an unconfirmed sign-up is deleted.
pub const UNCONFIRMED_DAYS: u32 = 30;
/// Days after which an onboarding request without a client is deleted.
pub const ONBOARDING_REQUEST_DAYS: u32 = 180;
/// Days after which an undecided partner application is deleted.
pub const APPLICATION_DAYS: u32 = 180;
/// Years for which payment records, and the names of erased partners on their payouts, are kept:
/// the period of the tax law.
pub const MONEY_YEARS: u32 = 7;

// Links in mails.

/// Links to videos and folders; afterwards they require a sign-in.
pub const VIDEO_LINK_MS: i64 = 30 * DAY_MS;
/// Expiry of the links to customers' own testimonials, UTC milliseconds: they work as long as the testimonial exists.
pub const OWN_TESTIMONIAL_LINK_ENDS: i64 = 253_402_300_799_000;
/// The link by which an added recipient confirms a business's mails.
pub const GET_MAILS_LINK_MS: i64 = 30 * DAY_MS;
/// The unsubscribe links in mails of the demo and of a business; outlives the mails.
pub const STOP_MAILS_LINK_MS: i64 = 365 * DAY_MS;
/// The link that confirms a sign-up.
pub const SIGN_UP_LINK_MS: i64 = 7 * DAY_MS;
/// The link by which a business confirms that a purchase is for it.
pub const PURCHASE_LINK_MS: i64 = 90 * DAY_MS;
/// How long a client's public data stays in the edge cache, as a fallback for when the database fails.
pub const CACHED_CLIENT_MS: i64 = DAY_MS;
/// How long daily mail counts are kept.
pub const MAIL_DAYS_MS: i64 = 30 * DAY_MS;
/// Finished jobs with their attempts, whose results are stored elsewhere. Except jobs that
/// forwarded a submission or moved a video, which are shown as long as the submission exists.
pub const DONE_JOB_MS: i64 = 30 * DAY_MS;
/// Ended alerts.
pub const ENDED_ALERT_MS: i64 = 90 * DAY_MS;
/// Days for which attempts that did not become submissions are kept, so that support can say why a
/// video never arrived.
pub const ATTEMPT_DAYS: u32 = 30;
/// How long until mails are sent again to an address that bounced.
pub const BOUNCED_MS: i64 = 180 * DAY_MS;
/// The link that replaces a forgotten password.
pub const RECOVERY_LINK_MS: i64 = HOUR_MS;
/// The link that sets the first password.
pub const INVITE_LINK_MS: i64 = 7 * DAY_MS;

/// An unanswered consent request at Google.
pub const GOOGLE_CONSENT_MS: i64 = 30 * MINUTE_MS;

// Accounts and sessions.

/// A temporary password given out by an admin.
pub const TEMPORARY_PASSWORD_MS: i64 = 72 * HOUR_MS;
/// A TOTP secret that is not confirmed by a code yet.
pub const TOTP_SETUP_MS: i64 = 15 * MINUTE_MS;
/// A session limited to setting a password or a second factor.
pub const STEP_SESSION_MS: i64 = 15 * MINUTE_MS;
/// An admin's session, used or not.
pub const ADMIN_SESSION_MS: i64 = 12 * HOUR_MS;
/// An unused session of a client or affiliate.
pub const IDLE_SESSION_MS: i64 = 30 * DAY_MS;
/// A session of a client or affiliate, however much it is used.
pub const MAX_SESSION_MS: i64 = 90 * DAY_MS;
/// The session token from before the last rotation.
pub const PREVIOUS_TOKEN_MS: i64 = MINUTE_MS;
/// Events counted by the rate limits: failed sign-ins and requested mails.
pub const RATE_LIMIT_EVENT_MS: i64 = 24 * HOUR_MS;
/// A device that has signed in to an account.
pub const KNOWN_DEVICE_MS: i64 = 90 * DAY_MS;
/// The cookie that identifies a browser. Browsers cap it at 400 days.
pub const BROWSER_COOKIE_MS: i64 = 400 * DAY_MS;

/// Formats a lifetime: `60 minutes`, `72 hours`, `7 days`.
#[must_use]
pub fn in_words(ms: i64) -> String {
    let (count, unit) = match ms {
        ..=HOUR_MS => (ms / MINUTE_MS, "minute"),
        ms if ms <= 3 * DAY_MS => (ms / HOUR_MS, "hour"),
        ms => (ms / DAY_MS, "day"),
    };
    format!("{count} {unit}{}", if count == 1 { "" } else { "s" })
}

/// Converts days to milliseconds.
#[must_use]
pub fn days(count: u32) -> i64 {
    i64::from(count).saturating_mul(DAY_MS)
}

/// Returns the lifetimes shown in the portals, in words: part of `rules.json`.
#[must_use]
pub fn lifetimes() -> Value {
    json!({ "temporaryPassword": in_words(TEMPORARY_PASSWORD_MS), "stepSession": in_words(STEP_SESSION_MS) })
}

/// Returns the lifetimes used by the record page, in milliseconds and in words: `lifetimes.json`,
/// kept small for the first load.
#[must_use]
pub fn record_page_lifetimes() -> Value {
    json!({
        "takeOnDevice": TAKE_ON_DEVICE_MS,
        "takeOnDeviceWords": in_words(TAKE_ON_DEVICE_MS),
        "slowCamera": SLOW_CAMERA_MS,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn aut07_adm14_lifetimes_are_formatted_in_words() {
        let texts =
            [RECOVERY_LINK_MS, TEMPORARY_PASSWORD_MS, INVITE_LINK_MS, TAKE_ON_DEVICE_MS, MINUTE_MS].map(in_words);
        assert_eq!(texts, ["60 minutes", "72 hours", "7 days", "24 hours", "1 minute"]);
    }
}
