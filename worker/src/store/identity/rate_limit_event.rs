//! `rate_limit_events` and `known_devices`.

use domain::limits::SWEEP_BATCH;
use domain::rate_limit::{
    APPLICATION_NETWORK, CHECKOUT_HOUSEHOLD, FILM_HOUSEHOLD, Limit, MAIL_HOUSEHOLD, MAIL_PAIR, MAIL_RECIPIENT,
    MAIL_RESET, SIGN_IN_ACCOUNT, SIGN_IN_HOUSEHOLD, SIGN_IN_PAIR, household_of, network_of, retry_after,
};
use domain::retention::{KNOWN_DEVICE_MS, RATE_LIMIT_EVENT_MS};
use serde::Deserialize;

use crate::error::Result;
use crate::store::db::{Db, Query};

/// Hashes that identify a login attempt.
pub struct LoginSubject {
    /// Of the typed account, known or not.
    pub account_hash: String,
    /// Of the recipient: the same for all spellings of an address (`domain::referral::email_key`).
    pub recipient_hash: String,
    /// Of the household, or of the client that signs in to a drive.
    pub source_hash: String,
    /// Of the browser; empty without one.
    pub browser_hash: String,
}

/// Records a sign-in before it is tried, so that concurrent ones count too. A success deletes the record.
///
/// # Errors
/// If the database fails. Inside: the seconds to wait, if a limit is reached.
pub async fn record_sign_in(
    db: &Db,
    id: &str,
    subject: &LoginSubject,
    now: i64,
) -> Result<std::result::Result<(), u32>> {
    let query = Query::new(
        "INSERT INTO rate_limit_events (id, kind, account_hash, ip_hash, at) SELECT :id, 'sign_in', :account, :source, :now
          WHERE (SELECT count(*) FROM rate_limit_events WHERE kind = 'sign_in' AND account_hash = :account AND ip_hash = :source
                                                 AND at > :now - :pair_window) < :pair_max
            AND (SELECT count(*) FROM rate_limit_events WHERE kind = 'sign_in' AND ip_hash = :source AND at > :now - :household_window) < :household_max
            AND (EXISTS (SELECT 1 FROM known_devices WHERE account_hash = :account AND device_hash IN (:source, :browser))
                 OR (SELECT count(*) FROM rate_limit_events WHERE kind = 'sign_in' AND account_hash = :account AND at > :now - :account_window) < :account_max)",
    )
    .named("id", id)
    .named("account", &subject.account_hash)
    .named("source", &subject.source_hash)
    .named("now", now)
    .named("pair_window", SIGN_IN_PAIR.window_ms)
    .named("pair_max", SIGN_IN_PAIR.max)
    .named("household_window", SIGN_IN_HOUSEHOLD.window_ms)
    .named("household_max", SIGN_IN_HOUSEHOLD.max)
    .named("account_window", SIGN_IN_ACCOUNT.window_ms)
    .named("account_max", SIGN_IN_ACCOUNT.max)
    .named("browser", &subject.browser_hash);
    if db.change(query).await? == 1 {
        return Ok(Ok(()));
    }
    let limits = [
        (SIGN_IN_PAIR, LimitKey::Pair),
        (SIGN_IN_HOUSEHOLD, LimitKey::Household),
        (SIGN_IN_ACCOUNT, LimitKey::Account),
    ];
    retry_after_seconds(db, "sign_in", subject, &limits, now).await.map(Err)
}

// Requests from known devices are counted separately, so that strangers cannot exhaust the owner's limit.
macro_rules! mail_limit_sql {
    ($start:literal) => {
        concat!(
            $start,
            " WHERE ?1 IS NOT NULL
                AND ((SELECT count(*) FROM rate_limit_events WHERE kind = 'mail' AND account_hash = ?2 AND at > ?4 - ?5
                         AND (?9 = 0 OR EXISTS (SELECT 1 FROM known_devices k
                                WHERE k.account_hash = ?10 AND k.device_hash = rate_limit_events.ip_hash))) < ?6
                  OR (SELECT count(*) FROM rate_limit_events WHERE kind = 'mail' AND account_hash = ?2 AND at > ?4 - ?13) < ?14)
                AND (SELECT count(*) FROM rate_limit_events WHERE kind = 'mail' AND account_hash = ?2 AND ip_hash = ?3
                                                       AND at > ?4 - ?11) < ?12
                AND (SELECT count(*) FROM rate_limit_events WHERE kind = 'mail' AND ip_hash = ?3 AND at > ?4 - ?7) < ?8"
        )
    };
}

/// `beyond` is the limit that still applies once the recipient's own is reached.
fn bind_mail_limit(query: Query, id: &str, subject: &LoginSubject, known: bool, beyond: Limit, now: i64) -> Query {
    query
        .bind(id)
        .bind(&subject.recipient_hash)
        .bind(&subject.source_hash)
        .bind(now)
        .bind(MAIL_RECIPIENT.window_ms)
        .bind(MAIL_RECIPIENT.max)
        .bind(MAIL_HOUSEHOLD.window_ms)
        .bind(MAIL_HOUSEHOLD.max)
        .bind(known)
        .bind(&subject.account_hash)
        .bind(MAIL_PAIR.window_ms)
        .bind(MAIL_PAIR.max)
        .bind(beyond.window_ms)
        .bind(beyond.max)
}

const fn mail_limits(beyond: Limit) -> [(Limit, LimitKey); 3] {
    [(beyond, LimitKey::Recipient), (MAIL_PAIR, LimitKey::RecipientPair), (MAIL_HOUSEHOLD, LimitKey::Household)]
}

/// Records a mail requested by a stranger.
pub async fn record_mail(db: &Db, id: &str, subject: &LoginSubject, now: i64) -> Result<std::result::Result<(), u32>> {
    record_within(db, id, subject, MAIL_RECIPIENT, now).await
}

/// Records a requested password reset.
pub async fn record_reset(db: &Db, id: &str, subject: &LoginSubject, now: i64) -> Result<std::result::Result<(), u32>> {
    record_within(db, id, subject, MAIL_RESET, now).await
}

async fn record_within(
    db: &Db,
    id: &str,
    subject: &LoginSubject,
    beyond: Limit,
    now: i64,
) -> Result<std::result::Result<(), u32>> {
    let known = is_known_device(db, subject).await?;
    let query = Query::new(mail_limit_sql!(
        "INSERT INTO rate_limit_events (id, kind, account_hash, ip_hash, at) SELECT ?1, 'mail', ?2, ?3, ?4"
    ));
    if db.change(bind_mail_limit(query, id, subject, known, beyond, now)).await? == 1 {
        return Ok(Ok(()));
    }
    retry_after_seconds(db, "mail", subject, &mail_limits(beyond), now).await.map(Err)
}

/// Records a submission that must not be lost for want of a mail: if the recipient's limit is reached, it counts for
/// the sender's address alone. Returns whether a mail may be sent.
pub async fn record_mail_or_submission(
    db: &Db,
    id: &str,
    subject: &LoginSubject,
    now: i64,
) -> Result<std::result::Result<bool, u32>> {
    if record_mail(db, id, subject, now).await?.is_ok() {
        return Ok(Ok(true));
    }
    Ok(record_submission(db, id, &subject.source_hash, now).await?.map(|()| false))
}

/// Records a submission, counted for the sender's address alone.
pub async fn record_submission(db: &Db, id: &str, household: &str, now: i64) -> Result<std::result::Result<(), u32>> {
    // A unique account, whose limit is never reached.
    let alone = LoginSubject { account_hash: id.to_owned(), recipient_hash: id.to_owned(), ..of_household(household) };
    record_mail(db, id, &alone, now).await
}

/// Records an application to become a partner, counted for the sender's household and network.
pub async fn record_application(db: &Db, id: &str, ip_hash: &str, now: i64) -> Result<std::result::Result<(), u32>> {
    let (household, network) = (household_of(ip_hash), network_of(ip_hash));
    if let Err(seconds) = record_submission(db, id, household, now).await? {
        return Ok(Err(seconds));
    }
    if network == household {
        return Ok(Ok(()));
    }
    let query = Query::new(
        "INSERT INTO rate_limit_events (id, kind, account_hash, ip_hash, at) SELECT ?1 || '/network', 'mail', ?1, ?2, ?3
          WHERE (SELECT count(*) FROM rate_limit_events WHERE kind = 'mail' AND ip_hash = ?2 AND at > ?3 - ?4) < ?5",
    );
    let query =
        query.bind(id).bind(network).bind(now).bind(APPLICATION_NETWORK.window_ms).bind(APPLICATION_NETWORK.max);
    if db.change(query).await? == 1 {
        return Ok(Ok(()));
    }
    let limits = [(APPLICATION_NETWORK, LimitKey::Household)];
    retry_after_seconds(db, "mail", &of_household(network), &limits, now).await.map(Err)
}

/// Checks the mail limit without recording.
pub async fn check_mail_limit(db: &Db, subject: &LoginSubject, now: i64) -> Result<std::result::Result<(), u32>> {
    let known = is_known_device(db, subject).await?;
    let query = bind_mail_limit(Query::new(mail_limit_sql!("SELECT 1")), "", subject, known, MAIL_RECIPIENT, now);
    if db.has_row(query).await? {
        return Ok(Ok(()));
    }
    retry_after_seconds(db, "mail", subject, &mail_limits(MAIL_RECIPIENT), now).await.map(Err)
}

/// Records a query about a purchase.
pub async fn record_checkout(db: &Db, id: &str, household: &str, now: i64) -> Result<std::result::Result<(), u32>> {
    record_of_household(db, ("checkout", CHECKOUT_HOUSEHOLD), id, household, now).await
}

/// Records a question about a video.
pub async fn record_film(db: &Db, id: &str, household: &str, now: i64) -> Result<std::result::Result<(), u32>> {
    record_of_household(db, ("film", FILM_HOUSEHOLD), id, household, now).await
}

async fn record_of_household(
    db: &Db,
    (kind, limit): (&str, Limit),
    id: &str,
    household: &str,
    now: i64,
) -> Result<std::result::Result<(), u32>> {
    let query = Query::new(
        "INSERT INTO rate_limit_events (id, kind, account_hash, ip_hash, at) SELECT ?1, ?6, '', ?2, ?3
          WHERE (SELECT count(*) FROM rate_limit_events WHERE kind = ?6 AND ip_hash = ?2 AND at > ?3 - ?4) < ?5",
    );
    let query = query.bind(id).bind(household).bind(now).bind(limit.window_ms).bind(limit.max).bind(kind);
    if db.change(query).await? == 1 {
        return Ok(Ok(()));
    }
    retry_after_seconds(db, kind, &of_household(household), &[(limit, LimitKey::Household)], now).await.map(Err)
}

/// Subject with a household only.
fn of_household(household: &str) -> LoginSubject {
    let [account_hash, recipient_hash, browser_hash] = Default::default();
    LoginSubject { account_hash, recipient_hash, source_hash: household.to_owned(), browser_hash }
}

#[derive(Deserialize)]
struct Attempt {
    at: i64,
}

/// The key that a limit counts by.
#[derive(Clone, Copy)]
enum LimitKey {
    Pair,
    Account,
    Recipient,
    RecipientPair,
    Household,
}

/// Seconds until every full window has room again.
async fn retry_after_seconds(
    db: &Db,
    kind: &str,
    subject: &LoginSubject,
    limits: &[(Limit, LimitKey)],
    now: i64,
) -> Result<u32> {
    let mut longest = 1;
    for (limit, by) in limits {
        let query = match by {
            LimitKey::Pair | LimitKey::RecipientPair => Query::new(
                "SELECT at FROM rate_limit_events WHERE kind = ?1 AND at > ?2 AND account_hash = ?3 AND ip_hash = ?4
                  ORDER BY at DESC LIMIT 1 OFFSET ?5 - 1",
            ),
            LimitKey::Account | LimitKey::Recipient => Query::new(
                "SELECT at FROM rate_limit_events WHERE kind = ?1 AND at > ?2 AND account_hash = ?3 AND ?4 IS NOT NULL
                  ORDER BY at DESC LIMIT 1 OFFSET ?5 - 1",
            ),
            LimitKey::Household => Query::new(
                "SELECT at FROM rate_limit_events WHERE kind = ?1 AND at > ?2 AND ?3 IS NOT NULL AND ip_hash = ?4
                  ORDER BY at DESC LIMIT 1 OFFSET ?5 - 1",
            ),
        };
        let since = now.saturating_sub(limit.window_ms);
        let is_recipient = matches!(by, LimitKey::Recipient | LimitKey::RecipientPair);
        let whose = if is_recipient { &subject.recipient_hash } else { &subject.account_hash };
        let query = query.bind(kind).bind(since).bind(whose).bind(&subject.source_hash).bind(limit.max);
        // The oldest of as many as the limit allows.
        if let Some(Attempt { at }) = db.first(query).await? {
            longest = longest.max(retry_after(*limit, at, now));
        }
    }
    Ok(longest)
}

async fn is_known_device(db: &Db, subject: &LoginSubject) -> Result<bool> {
    let query = Query::new("SELECT 1 FROM known_devices WHERE account_hash = ?1 AND device_hash IN (?2, ?3)");
    db.has_row(query.bind(&subject.account_hash).bind(&subject.source_hash).bind(&subject.browser_hash)).await
}

/// Deletes one record: the password was right, and the second factor follows.
pub async fn delete(db: &Db, id: &str) -> Result<()> {
    db.idempotent_change(Query::new("DELETE FROM rate_limit_events WHERE id = ?1").bind(id)).await.map(drop)
}

/// Deletes an account's failed sign-ins from this address and its requested mails after the owner has signed in, and
/// remembers address and browser as known.
#[must_use]
pub fn clear_after_success(subject: &LoginSubject, now: i64) -> [Query; 2] {
    let delete = Query::new(
        "DELETE FROM rate_limit_events WHERE (kind = 'mail' AND account_hash = ?3) OR (kind = 'sign_in' AND account_hash = ?1 AND ip_hash = ?2)",
    );
    let know = Query::new(
        "INSERT INTO known_devices (account_hash, device_hash, seen_at)
         SELECT ?1, value, ?4 FROM json_each(json_array(?2, ?3)) WHERE value <> ''
         ON CONFLICT (account_hash, device_hash) DO UPDATE SET seen_at = excluded.seen_at",
    );
    [
        delete.bind(&subject.account_hash).bind(&subject.source_hash).bind(&subject.recipient_hash),
        know.bind(&subject.account_hash).bind(&subject.source_hash).bind(&subject.browser_hash).bind(now),
    ]
}

/// Deletes records that no longer count.
pub async fn sweep(db: &Db, now: i64) -> Result<usize> {
    let attempts =
        Query::new("DELETE FROM rate_limit_events WHERE id IN (SELECT id FROM rate_limit_events WHERE at <= ?1 ORDER BY at LIMIT ?2)")
            .bind(now.saturating_sub(RATE_LIMIT_EVENT_MS))
            .bind(SWEEP_BATCH);
    let addresses = Query::new(
        "DELETE FROM known_devices WHERE (account_hash, device_hash) IN
           (SELECT account_hash, device_hash FROM known_devices WHERE seen_at <= ?1 ORDER BY seen_at LIMIT ?2)",
    )
    .bind(now.saturating_sub(KNOWN_DEVICE_MS))
    .bind(SWEEP_BATCH);
    Ok(db.transaction(vec![attempts, addresses]).await?.iter().sum())
}
