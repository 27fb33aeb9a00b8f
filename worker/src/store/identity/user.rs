//! `users`, `user_roles` and `recovery_codes`.

use domain::user::{Area, Roles};
use serde::Deserialize;

use crate::error::Result;
use crate::store::db::{Db, Query};

/// The fields of an account that sign-in needs.
#[derive(Deserialize)]
pub struct Account {
    pub id: String,
    pub email: String,
    /// A PHC string. `None` before the first password.
    pub password_hash: Option<String>,
    disabled: u8,
    pub totp_seed: Option<String>,
    /// A seed that waits for its first code.
    pub totp_new_seed: Option<String>,
    /// Until when an admin's temporary password works. `None` if the user chose the password.
    pub temporary_until: Option<i64>,
    /// The business's name in the account.
    pub company_name: Option<String>,
    is_admin: u8,
    is_affiliate: u8,
}

impl Account {
    #[must_use]
    pub fn disabled(&self) -> bool {
        self.disabled != 0
    }

    fn roles(&self) -> Roles {
        Roles { admin: self.is_admin != 0, affiliate: self.is_affiliate != 0 }
    }

    /// Whether the user has a role other than a client's.
    #[must_use]
    pub fn has_a_role(&self) -> bool {
        self.roles().any()
    }

    /// Whether the user may enter an area.
    #[must_use]
    pub fn may_enter(&self, area: Area) -> bool {
        self.roles().may_enter(area)
    }
}

macro_rules! account_sql {
    ($condition:literal) => {
        concat!(
            "SELECT id, email, password_hash, disabled, totp_seed, totp_new_seed, temporary_until, company_name,
                    EXISTS (SELECT 1 FROM user_roles WHERE user_id = users.id AND role = 'admin') AS is_admin,
                    EXISTS (SELECT 1 FROM user_roles WHERE user_id = users.id AND role = 'affiliate') AS is_affiliate
               FROM users ",
            $condition
        )
    };
}

/// Returns the account of an address, ignoring case.
pub async fn by_email(db: &Db, email: &str) -> Result<Option<Account>> {
    db.first(Query::new(account_sql!("WHERE email = ?1")).bind(email)).await
}

/// Returns an account by its id.
pub async fn by_id(db: &Db, id: &str) -> Result<Option<Account>> {
    db.first(Query::new(account_sql!("WHERE id = ?1")).bind(id)).await
}

/// Returns the account that signs in to a client.
pub async fn of_client(db: &Db, client_id: &str) -> Result<Option<Account>> {
    db.first(Query::new(account_sql!("WHERE id = (SELECT user_id FROM clients WHERE id = ?1)")).bind(client_id)).await
}

/// A user without a password yet.
pub struct NewUser<'a> {
    /// Id for a new user; unused if the address has one.
    pub id: &'a str,
    pub email: &'a str,
    pub company_name: &'a str,
}

/// Assigns the user of an address to a client without one, creating it if needed. Not if that user signs in to another client.
#[must_use]
pub fn assign_to_client(new: &NewUser<'_>, client_id: &str, now: i64) -> Vec<Query> {
    let user = Query::new(
        "INSERT INTO users (id, email, company_name, password_setup_pending, created_at)
         SELECT ?1, ?2, ?3, 1, ?5 FROM clients WHERE id = ?4 AND user_id IS NULL
         ON CONFLICT (email) DO NOTHING",
    );
    let client = Query::new(
        "UPDATE clients SET user_id = (SELECT id FROM users WHERE email = ?2)
          WHERE id = ?1 AND user_id IS NULL
            AND NOT EXISTS (SELECT 1 FROM clients WHERE user_id = (SELECT id FROM users WHERE email = ?2))",
    );
    vec![
        user.bind(new.id).bind(new.email).bind(new.company_name).bind(client_id).bind(now),
        client.bind(client_id).bind(new.email),
    ]
}

/// Whether an account signs in to a client.
pub async fn has_client(db: &Db, id: &str) -> Result<bool> {
    let query = Query::new("SELECT 1 FROM clients WHERE user_id = ?1");
    db.has_row(query.bind(id)).await
}

/// Returns the addresses of up to ten admins.
pub async fn admin_emails(db: &Db) -> Result<Vec<String>> {
    #[derive(Deserialize)]
    struct Address {
        email: String,
    }
    let query = Query::new(
        "SELECT u.email FROM user_roles r JOIN users u ON u.id = r.user_id
          WHERE r.role = 'admin' AND u.disabled = 0 ORDER BY u.id LIMIT 10",
    );
    let rows: Vec<Address> = db.all(query).await?;
    Ok(rows.into_iter().map(|row| row.email).collect())
}

/// Inserts a user with a temporary password from an admin.
#[must_use]
pub fn insert_with_temporary_password(new: &NewUser<'_>, hash: &str, until: i64, now: i64) -> Query {
    Query::new(
        "INSERT INTO users (id, email, password_hash, temporary_until, password_setup_pending, company_name, created_at)
         VALUES (?1, ?2, ?3, ?4, 1, ?5, ?6)",
    )
    .bind(new.id)
    .bind(new.email)
    .bind(hash)
    .bind(until)
    .bind(new.company_name)
    .bind(now)
}

/// Moves a user's login to its client's corrected address. Ends everything opened for the wrong address: sessions,
/// links and a temporary password. No-op unless the client has the new address.
#[must_use]
pub fn sync_email(user_id: &str, client_id: &str, after: &str, now: i64) -> Vec<Query> {
    let on_client = |sql| Query::new(sql).bind(user_id).bind(client_id).bind(after);
    vec![
        on_client(
            "UPDATE users SET email = ?3, password_hash = iif(temporary_until IS NULL, password_hash, NULL),
                              temporary_until = NULL
              WHERE id = ?1 AND EXISTS (SELECT 1 FROM clients WHERE id = ?2 AND email = ?3)",
        ),
        on_client(
            "DELETE FROM sessions
              WHERE user_id = ?1 AND EXISTS (SELECT 1 FROM clients WHERE id = ?2 AND email = ?3)",
        ),
        on_client(
            "UPDATE one_time_links SET used_at = ?4 WHERE user_id = ?1 AND used_at IS NULL
                AND EXISTS (SELECT 1 FROM clients WHERE id = ?2 AND email = ?3)",
        )
        .bind(now),
    ]
}

/// Copies the client's company name to its user's account.
#[must_use]
pub fn sync_company_name(client_id: &str) -> Query {
    Query::new(
        "UPDATE users SET company_name = (SELECT company_name FROM clients WHERE id = ?1)
          WHERE id = (SELECT user_id FROM clients WHERE id = ?1)",
    )
    .bind(client_id)
}

/// Sets a password and ends every session and open link of the user.
#[must_use]
pub fn set_password(id: &str, hash: &str, now: i64) -> Vec<Query> {
    vec![
        Query::new(
            "UPDATE users SET password_hash = ?2, password_setup_pending = 0, temporary_until = NULL WHERE id = ?1",
        )
        .bind(id)
        .bind(hash),
        Query::new("DELETE FROM sessions WHERE user_id = ?1").bind(id),
        Query::new("UPDATE one_time_links SET used_at = ?2 WHERE user_id = ?1 AND used_at IS NULL").bind(id).bind(now),
    ]
}

/// Records a code's step. Returns whether it is newer than all earlier ones.
pub async fn consume_totp_step(db: &Db, id: &str, step: i64) -> Result<bool> {
    let query = Query::new("UPDATE users SET totp_last_step = ?2 WHERE id = ?1 AND totp_last_step < ?2");
    Ok(db.change(query.bind(id).bind(step)).await? == 1)
}

/// Uses a recovery code. Returns whether it was unused.
pub async fn consume_recovery_code(db: &Db, id: &str, code_hash: &str, now: i64) -> Result<bool> {
    let query =
        Query::new("UPDATE recovery_codes SET used_at = ?3 WHERE user_id = ?1 AND code_hash = ?2 AND used_at IS NULL");
    Ok(db.change(query.bind(id).bind(code_hash).bind(now)).await? == 1)
}

/// Stores a seed that waits for its first code.
pub async fn start_totp(db: &Db, id: &str, seed: &str) -> Result<()> {
    let query = Query::new("UPDATE users SET totp_new_seed = ?2 WHERE id = ?1");
    db.idempotent_change(query.bind(id).bind(seed)).await.map(drop)
}

/// Activates the waiting seed, replaces the recovery codes, ends every session and runs `then`, in one transaction.
/// Returns whether the seed was still waiting: the second of two concurrent confirmations changes nothing.
pub async fn confirm_totp(db: &Db, confirmed: &ConfirmedTotp<'_>, then: Vec<Query>) -> Result<bool> {
    let user = Query::new(
        "UPDATE users SET totp_seed = totp_new_seed, totp_new_seed = NULL, totp_last_step = ?3
          WHERE id = ?1 AND totp_new_seed = ?2",
    )
    .bind(confirmed.user_id)
    .bind(confirmed.seed)
    .bind(confirmed.step);
    let codes = Query::new("INSERT INTO recovery_codes (user_id, code_hash) SELECT ?1, value FROM json_each(?2)")
        .bind(confirmed.user_id)
        .bind(confirmed.code_hashes);
    let mut statements = vec![
        user,
        Query::abort_unless_changed(),
        Query::new("DELETE FROM recovery_codes WHERE user_id = ?1").bind(confirmed.user_id),
        codes,
        Query::new("DELETE FROM sessions WHERE user_id = ?1").bind(confirmed.user_id),
    ];
    statements.extend(then);
    let Err(error) = db.transaction(statements).await else { return Ok(true) };
    let account = by_id(db, confirmed.user_id).await?;
    let waits = account.is_some_and(|account| account.totp_new_seed.as_deref() == Some(confirmed.seed));
    if waits { Err(error) } else { Ok(false) }
}

/// The values that [`confirm_totp`] stores.
pub struct ConfirmedTotp<'a> {
    pub user_id: &'a str,
    pub seed: &'a str,
    pub step: i64,
    /// Hashes of the recovery codes, as a JSON array.
    pub code_hashes: &'a str,
}

/// Disables the second factor and deletes the recovery codes.
pub async fn end_totp(db: &Db, id: &str) -> Result<()> {
    let user = Query::new("UPDATE users SET totp_seed = NULL, totp_new_seed = NULL WHERE id = ?1").bind(id);
    let codes = Query::new("DELETE FROM recovery_codes WHERE user_id = ?1").bind(id);
    db.transaction(vec![user, codes]).await.map(drop)
}
