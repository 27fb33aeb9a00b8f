//! `attempts` and `known_addresses`.

use domain::limits::SWEEP_BATCH;
use domain::throttle::{
    KNOWN_ADDRESS_LIFE_MS, LONGEST_WINDOW_MS, Limit, MAIL_ADDRESS, MAIL_RECIPIENT, SIGN_IN_ACCOUNT, SIGN_IN_ADDRESS,
    SIGN_IN_PAIR, retry_after,
};
use serde::Deserialize;

use crate::error::Result;
use crate::store::db::{Db, Query};

/// Who tries, by hashes.
pub struct Stranger {
    /// The account or recipient that was typed in, known or not.
    pub account: String,
    /// The visitor's address.
    pub address: String,
    /// The browser's name, or nothing where it has none.
    pub browser: String,
}

/// Notes a sign-in before it is tried, so that many side by side are counted too. A success takes the note back.
///
/// # Errors
/// When the database fails. Inside: the seconds to wait, where a limit is reached.
pub async fn sign_in(db: &Db, id: &str, who: &Stranger, now: i64) -> Result<std::result::Result<(), u32>> {
    let query = Query::new(
        "INSERT INTO attempts (id, kind, account_hash, address_hash, at) SELECT ?1, 'sign_in', ?2, ?3, ?4
          WHERE (SELECT count(*) FROM attempts WHERE kind = 'sign_in' AND account_hash = ?2 AND address_hash = ?3
                                                 AND at > ?4 - ?5) < ?6
            AND (SELECT count(*) FROM attempts WHERE kind = 'sign_in' AND address_hash = ?3 AND at > ?4 - ?7) < ?8
            AND (EXISTS (SELECT 1 FROM known_addresses WHERE account_hash = ?2 AND address_hash IN (?3, ?11))
                 OR (SELECT count(*) FROM attempts WHERE kind = 'sign_in' AND account_hash = ?2 AND at > ?4 - ?9) < ?10)",
    )
    .bind(id)
    .bind(&who.account)
    .bind(&who.address)
    .bind(now)
    .bind(SIGN_IN_PAIR.window_ms)
    .bind(SIGN_IN_PAIR.most)
    .bind(SIGN_IN_ADDRESS.window_ms)
    .bind(SIGN_IN_ADDRESS.most)
    .bind(SIGN_IN_ACCOUNT.window_ms)
    .bind(SIGN_IN_ACCOUNT.most)
    .bind(&who.browser);
    if db.change(query).await? == 1 {
        return Ok(Ok(()));
    }
    let limits = [(SIGN_IN_PAIR, By::Pair), (SIGN_IN_ADDRESS, By::Address), (SIGN_IN_ACCOUNT, By::Account)];
    wait(db, "sign_in", who, &limits, now).await.map(Err)
}

// Whoever has entered the account before counts apart: what strangers ask for elsewhere uses nothing up.
macro_rules! room_for_mail_sql {
    ($start:literal) => {
        concat!(
            $start,
            " WHERE ?1 IS NOT NULL
                AND (SELECT count(*) FROM attempts WHERE kind = 'mail' AND account_hash = ?2 AND at > ?4 - ?5
                        AND (?9 = 0 OR EXISTS (SELECT 1 FROM known_addresses k
                               WHERE k.account_hash = ?2 AND k.address_hash = attempts.address_hash))) < ?6
                AND (SELECT count(*) FROM attempts WHERE kind = 'mail' AND address_hash = ?3 AND at > ?4 - ?7) < ?8"
        )
    };
}

fn bound_for_mail(query: Query, id: &str, who: &Stranger, known: bool, now: i64) -> Query {
    query
        .bind(id)
        .bind(&who.account)
        .bind(&who.address)
        .bind(now)
        .bind(MAIL_RECIPIENT.window_ms)
        .bind(MAIL_RECIPIENT.most)
        .bind(MAIL_ADDRESS.window_ms)
        .bind(MAIL_ADDRESS.most)
        .bind(known)
}

const MAIL_LIMITS: [(Limit, By); 2] = [(MAIL_RECIPIENT, By::Account), (MAIL_ADDRESS, By::Address)];

/// Notes a mail that a stranger asks for.
///
/// # Errors
/// As [`sign_in`].
pub async fn mail(db: &Db, id: &str, who: &Stranger, now: i64) -> Result<std::result::Result<(), u32>> {
    let known = is_known(db, who).await?;
    let query = Query::new(room_for_mail_sql!(
        "INSERT INTO attempts (id, kind, account_hash, address_hash, at) SELECT ?1, 'mail', ?2, ?3, ?4"
    ));
    if db.change(bound_for_mail(query, id, who, known, now)).await? == 1 {
        return Ok(Ok(()));
    }
    wait(db, "mail", who, &MAIL_LIMITS, now).await.map(Err)
}

/// Notes what a stranger hands in that must not be lost for want of a mail: where the recipient's limit is reached it
/// counts for the stranger's address alone. Says whether there may be a mail.
///
/// # Errors
/// As [`sign_in`].
pub async fn mail_if_room(db: &Db, id: &str, who: &Stranger, now: i64) -> Result<std::result::Result<bool, u32>> {
    if mail(db, id, who, now).await?.is_ok() {
        return Ok(Ok(true));
    }
    // An account that is nobody's: it has no limit to reach.
    let alone = Stranger { account: id.to_owned(), address: who.address.clone(), browser: String::new() };
    Ok(mail(db, id, &alone, now).await?.map(|()| false))
}

/// Asks whether a mail would be let through, without noting one.
///
/// # Errors
/// As [`sign_in`].
pub async fn room_for_mail(db: &Db, who: &Stranger, now: i64) -> Result<std::result::Result<(), u32>> {
    let known = is_known(db, who).await?;
    let query = bound_for_mail(Query::new(room_for_mail_sql!("SELECT 1")), "", who, known, now);
    if db.first::<Known>(query).await?.is_some() {
        return Ok(Ok(()));
    }
    wait(db, "mail", who, &MAIL_LIMITS, now).await.map(Err)
}

#[derive(Deserialize)]
struct Window {
    attempts: u32,
    oldest: Option<i64>,
}

/// What a limit counts by.
#[derive(Clone, Copy)]
enum By {
    Pair,
    Account,
    Address,
}

/// Seconds until the last of the full windows has room again.
async fn wait(db: &Db, kind: &str, who: &Stranger, limits: &[(Limit, By)], now: i64) -> Result<u32> {
    let mut longest = 1;
    for (limit, by) in limits {
        let query = match by {
            By::Pair => Query::new(
                "SELECT count(*) AS attempts, min(at) AS oldest FROM attempts
                  WHERE kind = ?1 AND at > ?2 AND account_hash = ?3 AND address_hash = ?4",
            ),
            By::Account => Query::new(
                "SELECT count(*) AS attempts, min(at) AS oldest FROM attempts
                  WHERE kind = ?1 AND at > ?2 AND account_hash = ?3 AND ?4 IS NOT NULL",
            ),
            By::Address => Query::new(
                "SELECT count(*) AS attempts, min(at) AS oldest FROM attempts
                  WHERE kind = ?1 AND at > ?2 AND ?3 IS NOT NULL AND address_hash = ?4",
            ),
        };
        let since = now.saturating_sub(limit.window_ms);
        let query = query.bind(kind).bind(since).bind(&who.account).bind(&who.address);
        let window = db.first::<Window>(query).await?.filter(|window| window.attempts >= limit.most);
        if let Some(oldest) = window.and_then(|window| window.oldest) {
            longest = longest.max(retry_after(*limit, oldest, now));
        }
    }
    Ok(longest)
}

#[derive(Deserialize)]
struct Known {}

async fn is_known(db: &Db, who: &Stranger) -> Result<bool> {
    let query = Query::new("SELECT 1 FROM known_addresses WHERE account_hash = ?1 AND address_hash IN (?2, ?3)");
    Ok(db.first::<Known>(query.bind(&who.account).bind(&who.address).bind(&who.browser)).await?.is_some())
}

/// Takes one note back: the password was right, and a code is still to come.
///
/// # Errors
/// When the database fails.
pub async fn forget(db: &Db, id: &str) -> Result<()> {
    db.change(Query::new("DELETE FROM attempts WHERE id = ?1").bind(id)).await.map(drop)
}

/// Somebody proved to be the account's owner: their failures from this address and the mails asked for are forgotten,
/// and address and browser are known from now on.
#[must_use]
pub fn succeeded(who: &Stranger, now: i64) -> [Query; 2] {
    let forget = Query::new(
        "DELETE FROM attempts WHERE account_hash = ?1 AND (kind = 'mail' OR (kind = 'sign_in' AND address_hash = ?2))",
    );
    let know = Query::new(
        "INSERT INTO known_addresses (account_hash, address_hash, seen_at)
         SELECT ?1, value, ?4 FROM json_each(json_array(?2, ?3)) WHERE value <> ''
         ON CONFLICT (account_hash, address_hash) DO UPDATE SET seen_at = excluded.seen_at",
    );
    [
        forget.bind(&who.account).bind(&who.address),
        know.bind(&who.account).bind(&who.address).bind(&who.browser).bind(now),
    ]
}

/// Removes what no longer counts.
///
/// # Errors
/// When the database fails.
pub async fn sweep(db: &Db, now: i64) -> Result<usize> {
    let attempts =
        Query::new("DELETE FROM attempts WHERE id IN (SELECT id FROM attempts WHERE at <= ?1 ORDER BY at LIMIT ?2)")
            .bind(now.saturating_sub(LONGEST_WINDOW_MS))
            .bind(SWEEP_BATCH);
    let addresses = Query::new(
        "DELETE FROM known_addresses WHERE (account_hash, address_hash) IN
           (SELECT account_hash, address_hash FROM known_addresses WHERE seen_at <= ?1 ORDER BY seen_at LIMIT ?2)",
    )
    .bind(now.saturating_sub(KNOWN_ADDRESS_LIFE_MS))
    .bind(SWEEP_BATCH);
    Ok(db.transaction(vec![attempts, addresses]).await?.iter().sum())
}
