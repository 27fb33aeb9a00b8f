//! `sessions`.

use domain::api::auth::ActiveSession;
use domain::limits::MAX_SESSIONS;
use domain::limits::SWEEP_BATCH;
use domain::retention::PREVIOUS_TOKEN_MS;
use domain::session::SessionKind;
use domain::session::{Renewal, Times};
use domain::user::{Area, Roles};
use serde::Deserialize;

use crate::error::Result;
use crate::store::db::{Db, Query};

/// A live session and its user. Roles are read with it, so that removing one takes effect at once.
#[derive(Clone, Deserialize)]
pub struct CurrentSession {
    /// The session's id, which is not secret.
    pub id: String,
    pub user_id: String,
    pub area: Area,
    pub kind: SessionKind,
    pub created_at: i64,
    pub used_at: i64,
    pub rotated_at: i64,
    pub expires_at: i64,
    /// 1 if the token is the offered next one.
    pub offered: u8,
    pub email: String,
    /// The business's name in the account.
    pub company_name: Option<String>,
    pub password_setup_pending: u8,
    pub totp_enabled: u8,
    is_admin: u8,
    is_affiliate: u8,
}

impl CurrentSession {
    /// Whether the user has the role `admin`, in any area.
    #[must_use]
    pub fn is_admin(&self) -> bool {
        self.is_admin != 0
    }

    fn roles(&self) -> Roles {
        Roles { admin: self.is_admin != 0, affiliate: self.is_affiliate != 0 }
    }

    /// The area whose password rules apply: the strictest of the user's roles.
    #[must_use]
    pub fn strictest_area(&self) -> Area {
        self.roles().strictest_area(self.area)
    }

    /// Whether the user still has the role of the session's area.
    #[must_use]
    pub fn has_role_of_area(&self) -> bool {
        self.roles().may_enter(self.area)
    }

    /// Times for [`domain::session::renewal`].
    #[must_use]
    pub fn times(&self) -> Times {
        Times { created_at: self.created_at, used_at: self.used_at, rotated_at: self.rotated_at }
    }
}

/// Returns the live session of a token, unless its user is disabled.
pub async fn find(db: &Db, token_hash: &str, now: i64) -> Result<Option<CurrentSession>> {
    let query = Query::new(
        "SELECT s.id, s.user_id, s.area, s.kind, s.created_at, s.used_at, s.rotated_at, s.expires_at,
                coalesce(s.next_hash = ?1, 0) AS offered, u.email, u.company_name, u.password_setup_pending,
                u.totp_seed IS NOT NULL AS totp_enabled,
                EXISTS (SELECT 1 FROM user_roles WHERE user_id = s.user_id AND role = 'admin') AS is_admin,
                EXISTS (SELECT 1 FROM user_roles WHERE user_id = s.user_id AND role = 'affiliate') AS is_affiliate
           FROM sessions s JOIN users u ON u.id = s.user_id
          WHERE (s.token_hash = ?1 OR s.next_hash = ?1 OR (s.previous_hash = ?1 AND s.previous_until > ?2))
            AND s.expires_at > ?2 AND u.disabled = 0",
    );
    db.first(query.bind(token_hash).bind(now)).await
}

/// A session to store.
pub struct NewSession<'a> {
    pub id: &'a str,
    /// Hash of the token.
    pub token_hash: &'a str,
    pub user_id: &'a str,
    pub area: Area,
    pub kind: SessionKind,
    pub device: &'a str,
    pub expires_at: i64,
    pub snapshot: Option<SignInSnapshot<'a>>,
}

/// Ends a user's least recently used sessions beyond `MAX_SESSIONS`.
#[must_use]
pub fn end_oldest(user_id: &str) -> Query {
    Query::new(
        "DELETE FROM sessions WHERE user_id = ?1
            AND id NOT IN (SELECT id FROM sessions WHERE user_id = ?1 ORDER BY used_at DESC, created_at DESC LIMIT ?2)",
    )
    .bind(user_id)
    .bind(MAX_SESSIONS)
}

/// Stores a session, unless its user is disabled or the snapshot is outdated.
#[must_use]
pub fn insert(new: &NewSession<'_>, now: i64) -> Query {
    Query::new(
        "INSERT INTO sessions (id, token_hash, user_id, area, kind, device, created_at, used_at, rotated_at, expires_at)
         SELECT :id, :token_hash, id, :area, :kind, :device, :now, :now, :now, :expires_at FROM users
          WHERE id = :user_id AND disabled = 0 AND (:password_hash IS NULL OR password_hash = :password_hash)
            AND (:password_hash IS NULL OR coalesce(totp_seed, '') = :totp_seed)",
    )
    .named("id", new.id)
    .named("token_hash", new.token_hash)
    .named("user_id", new.user_id)
    .named("area", new.area.as_str())
    .named("kind", new.kind.as_str())
    .named("device", new.device)
    .named("now", now)
    .named("expires_at", new.expires_at)
    .named("password_hash", new.snapshot.map(|snapshot| snapshot.password_hash))
    .named("totp_seed", new.snapshot.map(|snapshot| snapshot.totp_seed))
}

/// The credentials that a sign-in was checked against. No session is stored if they have changed meanwhile.
#[derive(Clone, Copy)]
pub struct SignInSnapshot<'a> {
    /// Hash that the password matched.
    pub password_hash: &'a str,
    /// Seed of the second factor; empty without one.
    pub totp_seed: &'a str,
}

/// Ends the session with this current, offered or previous token.
#[must_use]
pub fn end_by_token(token_hash: &str) -> Query {
    Query::new("DELETE FROM sessions WHERE token_hash = ?1 OR next_hash = ?1 OR previous_hash = ?1").bind(token_hash)
}

/// Makes the offered token the session's own. The previous one expires soon.
pub async fn promote(db: &Db, offered_hash: &str, now: i64) -> Result<()> {
    let query = Query::new(
        "UPDATE sessions SET previous_hash = token_hash, previous_until = ?3, token_hash = next_hash, next_hash = NULL,
                             rotated_at = ?2
          WHERE next_hash = ?1",
    );
    db.idempotent_change(query.bind(offered_hash).bind(now).bind(now.saturating_add(PREVIOUS_TOKEN_MS))).await.map(drop)
}

/// Records a session's use and, if given, an offered token. Of concurrent requests one wins; returns whether this one did.
pub async fn renew(
    db: &Db,
    found: &CurrentSession,
    renewal: Renewal,
    offered_hash: Option<&str>,
    now: i64,
) -> Result<bool> {
    let query = Query::new(
        "UPDATE sessions SET used_at = ?2, expires_at = ?3, next_hash = coalesce(?4, next_hash)
          WHERE id = ?1 AND used_at = ?5",
    )
    .bind(&found.id)
    .bind(now)
    .bind(renewal.expires_at)
    .bind(offered_hash)
    .bind(found.used_at);
    Ok(db.change(query).await? == 1)
}

#[derive(Deserialize)]
struct ActiveRow {
    id: String,
    area: Area,
    device: String,
    created_at: i64,
    used_at: i64,
}

/// Returns a user's live full sessions, most recently used first.
pub async fn active(db: &Db, user_id: &str, current: &str, now: i64) -> Result<Vec<ActiveSession>> {
    let query = Query::new(
        "SELECT id, area, device, created_at, used_at FROM sessions
          WHERE user_id = ?1 AND kind = 'full' AND expires_at > ?2 ORDER BY used_at DESC LIMIT 100",
    );
    let rows: Vec<ActiveRow> = db.all(query.bind(user_id).bind(now)).await?;
    let line = |row: ActiveRow| ActiveSession {
        current: row.id == current,
        id: row.id,
        area: row.area,
        device: row.device,
        created_at: row.created_at,
        last_used_at: row.used_at,
    };
    Ok(rows.into_iter().map(line).collect())
}

/// Ends one of a user's sessions. Returns whether it existed.
pub async fn end(db: &Db, user_id: &str, id: &str) -> Result<bool> {
    let query = Query::new("DELETE FROM sessions WHERE id = ?2 AND user_id = ?1");
    Ok(db.change(query.bind(user_id).bind(id)).await? == 1)
}

/// Ends all sessions of a user but one.
#[must_use]
pub fn end_all_but(user_id: &str, current_id: &str) -> Query {
    Query::new("DELETE FROM sessions WHERE user_id = ?1 AND id <> ?2").bind(user_id).bind(current_id)
}

/// Stores the hash that Google's answer to a session's consent request must match, replacing an earlier request's.
pub async fn record_consent_request(db: &Db, id: &str, consent_hash: &str) -> Result<()> {
    let query = Query::new("UPDATE sessions SET consent_hash = ?2 WHERE id = ?1");
    db.idempotent_change(query.bind(id).bind(consent_hash)).await.map(drop)
}

/// Consumes the answer to a session's consent request. Returns whether it matched and was the first.
pub async fn consume_consent(db: &Db, id: &str, consent_hash: &str) -> Result<bool> {
    let query = Query::new("UPDATE sessions SET consent_hash = NULL WHERE id = ?1 AND consent_hash = ?2");
    Ok(db.change(query.bind(id).bind(consent_hash)).await? == 1)
}

/// Deletes expired sessions.
pub async fn sweep(db: &Db, now: i64) -> Result<usize> {
    let query = Query::new(
        "DELETE FROM sessions WHERE id IN (SELECT id FROM sessions WHERE expires_at <= ?1 ORDER BY expires_at LIMIT ?2)",
    );
    db.idempotent_change(query.bind(now).bind(SWEEP_BATCH)).await
}
