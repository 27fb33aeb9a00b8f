//! `mail_recipients`, and the time of a client's digests.

use domain::api::client::MailRecipient;
use domain::email::{EmailTemplate, MailChoice};
use domain::row::flag;
use serde::Deserialize;

use crate::error::Result;
use crate::store::db::{Db, Query};

/// A client's own address, and the time of its digests.
#[derive(Deserialize)]
pub struct Clock {
    /// The client's own address.
    pub email: String,
    /// IANA time zone.
    pub time_zone: String,
    /// Hour of the day, local time.
    pub digest_hour: u8,
}

/// Returns the time of a client's digests.
pub async fn clock(db: &Db, client_id: &str) -> Result<Option<Clock>> {
    let query = Query::new("SELECT email, time_zone, digest_hour FROM clients WHERE id = ?1");
    db.first(query.bind(client_id)).await
}

/// Returns the recipients with a stored choice. The client's own address may be missing.
pub async fn configured(db: &Db, client_id: &str) -> Result<Vec<MailRecipient>> {
    let query = Query::new(
        "SELECT email, wants, confirmed_at IS NOT NULL AS confirmed FROM mail_recipients WHERE client_id = ?1 ORDER BY email",
    );
    db.all(query.bind(client_id)).await
}

/// Lists a client's own address first, which gets every video by default, then the others.
#[must_use]
pub fn with_own(own: &str, chosen: Vec<MailRecipient>) -> Vec<MailRecipient> {
    let (mut of_own, others): (Vec<_>, Vec<_>) =
        chosen.into_iter().partition(|one| one.email.eq_ignore_ascii_case(own));
    let wants = of_own.pop().map_or(MailChoice::EveryVideo, |one| one.wants);
    std::iter::once(MailRecipient { email: own.to_owned(), wants, confirmed: true }).chain(others).collect()
}

/// Returns the confirmed addresses that get a client's mails.
pub async fn addresses(db: &Db, client_id: &str, own: &str) -> Result<Vec<String>> {
    let all = with_own(own, configured(db, client_id).await?);
    Ok(all.into_iter().filter(|one| one.confirmed).map(|one| one.email).collect())
}

/// Relation of an address to the client that a mail is about.
#[derive(Deserialize)]
pub struct RecipientRelation {
    pub client_id: String,
    /// Whether it is the client's own address.
    #[serde(deserialize_with = "flag")]
    pub is_own: bool,
    /// Whether it was added and its reader has confirmed.
    #[serde(deserialize_with = "flag")]
    pub confirmed: bool,
}

/// Returns the relation of an address to the client behind an `id`: of the client itself, its submission or its drive.
pub async fn relation(db: &Db, id: &str, email: &str) -> Result<Option<RecipientRelation>> {
    let query = Query::new(
        "SELECT c.id AS client_id, c.email = ?2 COLLATE NOCASE AS is_own, r.confirmed_at IS NOT NULL AS confirmed
           FROM clients c LEFT JOIN mail_recipients r ON r.client_id = c.id AND r.email = ?2
          WHERE c.id IN (?1, (SELECT client_id FROM submissions WHERE id = ?1),
                         (SELECT client_id FROM drive_connections WHERE id = ?1))",
    );
    db.first(query.bind(id).bind(email)).await
}

/// Counts the confirmation mails that a client's added recipients got since a time.
pub async fn confirmations_since(db: &Db, client_id: &str, since: i64) -> Result<u32> {
    let query = Query::new(
        "SELECT count(*) AS count FROM emails
          WHERE template = ?1 AND subject_id > ?2 || '/' AND subject_id < ?2 || '0' AND created_at > ?3",
    );
    db.count(query.bind(EmailTemplate::RecipientAdded.as_str()).bind(client_id).bind(since)).await
}

/// Records that the reader of an added address has confirmed.
pub async fn confirm(db: &Db, client_id: &str, email: &str, now: i64) -> Result<()> {
    let query = Query::new(
        "UPDATE mail_recipients SET confirmed_at = ?3 WHERE client_id = ?1 AND email = ?2 AND confirmed_at IS NULL",
    );
    db.idempotent_change(query.bind(client_id).bind(email).bind(now)).await.map(drop)
}

/// Removes an added address.
pub async fn remove(db: &Db, client_id: &str, email: &str) -> Result<()> {
    let query = Query::new("DELETE FROM mail_recipients WHERE client_id = ?1 AND email = ?2");
    db.idempotent_change(query.bind(client_id).bind(email)).await.map(drop)
}

/// Removes every address of a client that has left.
#[must_use]
pub fn remove_all(client_id: &str) -> Query {
    Query::new("DELETE FROM mail_recipients WHERE client_id = ?1").bind(client_id)
}

/// Replaces the recipients. Confirmed readers stay confirmed. `recipients` is a JSON array.
#[must_use]
pub fn replace(client_id: &str, recipients: &str, time_zone: &str, digest_hour: u8) -> Vec<Query> {
    let clock = Query::new("UPDATE clients SET time_zone = ?2, digest_hour = ?3 WHERE id = ?1");
    let gone = Query::new(
        "DELETE FROM mail_recipients
          WHERE client_id = ?1 AND email NOT IN (SELECT value ->> 'email' COLLATE NOCASE FROM json_each(?2))",
    );
    let new = Query::new(
        "INSERT INTO mail_recipients (client_id, email, wants)
         SELECT ?1, value ->> 'email', value ->> 'wants' FROM json_each(?2) WHERE true
         ON CONFLICT (client_id, email) DO UPDATE SET wants = excluded.wants",
    );
    vec![
        clock.bind(client_id).bind(time_zone).bind(u32::from(digest_hour)),
        gone.bind(client_id).bind(recipients),
        new.bind(client_id).bind(recipients),
    ]
}

/// Moves the choice of a client's own address to its new address.
#[must_use]
pub fn sync_email(client_id: &str, before: &str, after: &str) -> Query {
    Query::new("UPDATE OR REPLACE mail_recipients SET email = ?3 WHERE client_id = ?1 AND email = ?2")
        .bind(client_id)
        .bind(before)
        .bind(after)
}
