//! How long everything lives: the one place for every lifetime of the product, the browser's included. Public texts,
//! mails, cookies and the sweeper take theirs from here.

pub mod rule;

use serde_json::{Value, json};

/// A minute in milliseconds.
pub const MINUTE_MS: i64 = 60 * 1000;
/// An hour in milliseconds.
pub const HOUR_MS: i64 = 60 * MINUTE_MS;
/// A day in milliseconds.
pub const DAY_MS: i64 = 24 * HOUR_MS;

// Videos and what was sent.

/// Delivered videos stay in a client's folder for at most so many months; an admin can make it fewer.
pub const DRIVE_MONTHS: u32 = 6;
/// A business hears of videos that go so many days before. None goes that it has not heard of for so long.
pub const NOTICE_DAYS: u32 = 7;
/// Temporary videos are deleted within so many days. The terms say so; they go much earlier.
pub const TEMPORARY_DAYS: u32 = 30;
/// Demo videos are deleted within so many hours.
pub const DEMO_HOURS: u32 = 24;
/// An unfinished upload can be resumed for so long, unless newer ones of its address or client take its room.
pub const UPLOAD_LIFETIME_MS: i64 = 24 * HOUR_MS;
/// An upload of which no byte has come yet is deleted so long after it was opened, or a request began to write to it.
pub const EMPTY_UPLOAD_MS: i64 = 5 * MINUTE_MS;
/// An address whose video was no testimonial to a client is slowed there for so long.
pub const SLOWED_MS: i64 = 30 * DAY_MS;
/// Stored objects without a row are deleted after so long, by the next walk over them; no upload is that slow.
pub const ORPHAN_MS: i64 = UPLOAD_LIFETIME_MS + HOUR_MS;
/// A walk over all stored objects that may lack a row begins so often: each asks the bucket for a list.
pub const ORPHAN_WALK_MS: i64 = HOUR_MS;
/// A take that was not sent stays on the customer's device for so long.
pub const TAKE_ON_DEVICE_MS: i64 = 24 * HOUR_MS;
/// A browser that recorded too slowly is asked for smaller pictures for so long.
pub const SLOW_CAMERA_MS: i64 = 7 * DAY_MS;
/// The files of a build that was replaced by a later one: whoever has a page of it open loads the rest from there.
pub const EARLIER_BUILD_MS: i64 = 7 * DAY_MS;
/// A sign-up that was not confirmed is deleted after so many days.
pub const UNCONFIRMED_DAYS: u32 = 30;
/// An onboarding request that no client was created from is deleted after so many days.
pub const ONBOARDING_REQUEST_DAYS: u32 = 180;
/// A partner's application that nobody has decided is deleted after so many days.
pub const APPLICATION_DAYS: u32 = 180;
/// Records of money stay for so many years, and with payouts the names of erased partners: as long as the tax law asks for them.
pub const MONEY_YEARS: u32 = 7;

// Links in mails.

/// Links to videos and folders; afterwards they ask for a sign-in.
pub const VIDEO_LINK_MS: i64 = 30 * DAY_MS;
/// The way into a business's mails, for an address that it has added.
pub const GET_MAILS_LINK_MS: i64 = 30 * DAY_MS;
/// The ways out of the demo's mails, and of a business's: longer than they are kept.
pub const STOP_MAILS_LINK_MS: i64 = 365 * DAY_MS;
/// The link that confirms a sign-up.
pub const SIGN_UP_LINK_MS: i64 = 7 * DAY_MS;
/// The link by which a business says that a purchase is for it.
pub const PURCHASE_LINK_MS: i64 = 90 * DAY_MS;
/// What is public about a client stays at the edge for so long, for when the database does not answer.
pub const CACHED_CLIENT_MS: i64 = DAY_MS;
/// Days of which is known how many mails went out.
pub const MAIL_DAYS_MS: i64 = 30 * DAY_MS;
/// A job that is done, with its attempts: what came of it stands elsewhere. Not one that forwarded a submission or moved
/// a video, which are shown as long as the submission is there.
pub const DONE_JOB_MS: i64 = 30 * DAY_MS;
/// An alert that is over.
pub const ENDED_ALERT_MS: i64 = 90 * DAY_MS;
/// An attempt that did not become a submission is kept for so many days: support can say why a video never arrived.
pub const ATTEMPT_DAYS: u32 = 30;
/// An address that mails came back from is tried again after so long.
pub const BOUNCED_MS: i64 = 180 * DAY_MS;
/// The link that replaces a forgotten password.
pub const RECOVERY_LINK_MS: i64 = HOUR_MS;
/// The link that sets the first password.
pub const INVITE_LINK_MS: i64 = 7 * DAY_MS;

/// The question on Google's consent page, until it is answered.
pub const GOOGLE_CONSENT_MS: i64 = 30 * MINUTE_MS;

// Accounts and sessions.

/// A password that an admin hands over.
pub const TEMPORARY_PASSWORD_MS: i64 = 72 * HOUR_MS;
/// A TOTP secret that waits for its first code.
pub const TOTP_SETUP_MS: i64 = 15 * MINUTE_MS;
/// A session that can only set a password, or only set up a second factor.
pub const STEP_SESSION_MS: i64 = 15 * MINUTE_MS;
/// An admin's session, whether or not it is used.
pub const ADMIN_SESSION_MS: i64 = 12 * HOUR_MS;
/// A client's or affiliate's session that is not used.
pub const IDLE_SESSION_MS: i64 = 30 * DAY_MS;
/// A client's or affiliate's session, however much it is used.
pub const MAX_SESSION_MS: i64 = 90 * DAY_MS;
/// The token that a session had before its last rotation.
pub const PREVIOUS_TOKEN_MS: i64 = MINUTE_MS;
/// Failed sign-ins and requested mails, as the rate limits count them.
pub const RATE_LIMIT_EVENT_MS: i64 = 24 * HOUR_MS;
/// A device that has signed in to an account.
pub const KNOWN_DEVICE_MS: i64 = 90 * DAY_MS;
/// The cookie that a browser is known by. Browsers cap it at 400 days.
pub const BROWSER_COOKIE_MS: i64 = 400 * DAY_MS;

/// A lifetime as texts state it: `60 minutes`, `72 hours`, `7 days`.
#[must_use]
pub fn in_words(ms: i64) -> String {
    let (count, unit) = match ms {
        ..=HOUR_MS => (ms / MINUTE_MS, "minute"),
        ms if ms <= 3 * DAY_MS => (ms / HOUR_MS, "hour"),
        ms => (ms / DAY_MS, "day"),
    };
    format!("{count} {unit}{}", if count == 1 { "" } else { "s" })
}

/// So many days in milliseconds.
#[must_use]
pub fn days(count: u32) -> i64 {
    i64::from(count).saturating_mul(DAY_MS)
}

/// The lifetimes that the portals state, in words: a part of `rules.json`.
#[must_use]
pub fn lifetimes() -> Value {
    json!({ "temporaryPassword": in_words(TEMPORARY_PASSWORD_MS), "stepSession": in_words(STEP_SESSION_MS) })
}

/// What the record page needs, in milliseconds and in words: `lifetimes.json`, so small that a first load can carry it.
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
    fn aut07_adm14_lifetimes_read_as_people_say_them() {
        let said =
            [RECOVERY_LINK_MS, TEMPORARY_PASSWORD_MS, INVITE_LINK_MS, TAKE_ON_DEVICE_MS, MINUTE_MS].map(in_words);
        assert_eq!(said, ["60 minutes", "72 hours", "7 days", "24 hours", "1 minute"]);
    }
}
