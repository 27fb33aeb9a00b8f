//! `affiliates`.

use std::collections::BTreeMap;

use domain::affiliate::{AffiliateStatus, tier};
use domain::api::affiliate::{AffiliateSummary, Sponsor};
use domain::commission::activity::earns_until;
use domain::limits::ROWS_PER_PAGE;
use domain::page::{Cursor, Page, limit_plus_one};
use domain::referral::email_key;
use domain::retention::HOUR_MS;
use domain::row::flag;
use domain::site_form::AffiliateApplication;
use serde::Deserialize;

use crate::error::Result;
use crate::store::db::{Db, Query};

/// Returns up to five possible sponsors of this name. `name_key` is from [`domain::affiliate::name_key`].
pub async fn by_sponsor_name(db: &Db, name_key: &str) -> Result<Vec<Sponsor>> {
    let query = Query::new(
        "SELECT id FROM affiliates WHERE name_key = ?1 AND status <> 'pending' AND left_at IS NULL
          ORDER BY approved_at, id LIMIT 5",
    );
    db.all(query.bind(name_key)).await
}

/// Returns the partner whose promotion code this is, unless it has left the programme: a code of a leaver refers nobody.
pub async fn by_open_code(db: &Db, code: &str) -> Result<Option<Sponsor>> {
    let query =
        Query::new("SELECT id FROM affiliates WHERE stripe_coupon_id = ?1 AND status <> 'pending' AND left_at IS NULL");
    db.first(query.bind(code)).await
}

/// A partner with a sponsor.
#[derive(Deserialize)]
pub struct SponsoredAffiliate {
    pub id: String,
    pub name: String,
    pub approved_at: i64,
    pub left_at: Option<i64>,
}

/// Returns the partners that a partner sponsors, newest first.
pub async fn sponsored(db: &Db, sponsor_id: &str) -> Result<Vec<SponsoredAffiliate>> {
    let query = Query::new(
        "SELECT id, first_name || ' ' || surname AS name, approved_at, left_at FROM affiliates
          WHERE sponsor_id = ?1 AND status <> 'pending' ORDER BY approved_at DESC, id",
    );
    db.all(query.bind(sponsor_id)).await
}

/// Stores an application. No-op if its address has applied before.
#[must_use]
pub fn insert(id: &str, form: &AffiliateApplication, sponsor_id: Option<&str>, now: i64) -> Query {
    Query::new(
        "INSERT INTO affiliates (id, first_name, surname, name_key, email, sponsor_id, status, created_at, email_key)
         VALUES (:id, :first_name, :surname, :name_key, :email, :sponsor_id, 'pending', :now, :email_key) ON CONFLICT (email) DO NOTHING",
    )
    .named("id", id)
    .named("first_name", &form.first_name)
    .named("surname", &form.surname)
    .named("name_key", &form.name_key())
    .named("email", &form.email)
    .named("sponsor_id", sponsor_id)
    .named("now", now)
    .named("email_key", &email_key(&form.email))
}

/// Returns the id of the applicant or partner with an address.
pub async fn id_of(db: &Db, email: &str) -> Result<Option<String>> {
    let found: Option<Sponsor> = db.first(Query::new("SELECT id FROM affiliates WHERE email = ?1").bind(email)).await?;
    Ok(found.map(|one| one.id))
}

/// A partner or applicant.
#[derive(Deserialize)]
pub struct Affiliate {
    pub id: String,
    /// The partner's account. `None` before the approval.
    pub user_id: Option<String>,
    pub first_name: String,
    pub surname: String,
    pub email: String,
    pub sponsor_name: Option<String>,
    sponsor_email: Option<String>,
    pub status: AffiliateStatus,
    /// The promotion code.
    pub stripe_coupon_id: Option<String>,
    pub notes: String,
    /// Whether another partner signs in with this address or has another spelling of it.
    #[serde(deserialize_with = "flag")]
    pub is_address_taken: bool,
    /// When the partner left the programme.
    pub left_at: Option<i64>,
    /// The Stripe account that receives payouts.
    pub connect_account_id: Option<String>,
    /// Whether transfers can reach that account.
    #[serde(deserialize_with = "flag")]
    pub connect_ready: bool,
    /// The postal address.
    pub address: Option<String>,
    /// When the partner's data was erased.
    pub erased_at: Option<i64>,
    /// When the partner applied.
    pub created_at: i64,
}

impl Affiliate {
    /// First name and surname.
    #[must_use]
    pub fn name(&self) -> String {
        format!("{} {}", self.first_name, self.surname)
    }

    /// 1 without a sponsor, 2 with one.
    #[must_use]
    pub fn tier(&self) -> u8 {
        tier(self.sponsor_name.is_some())
    }
}

impl From<Affiliate> for AffiliateSummary {
    fn from(row: Affiliate) -> Self {
        Self {
            tier: row.tier(),
            id: row.id,
            first_name: row.first_name,
            surname: row.surname,
            email: row.email,
            sponsor_name: row.sponsor_name,
            sponsor_email: row.sponsor_email,
            status: row.status,
            stripe_coupon_id: row.stripe_coupon_id,
            notes: row.notes,
            created_at: row.created_at,
            left_at: row.left_at,
            earns_until: row.left_at.map(earns_until),
            total_referrals: 0,
            active_referrals: 0,
            pending_this_month: 0,
            lifetime_earnings: 0,
        }
    }
}

macro_rules! affiliate_sql {
    ($condition:literal) => {
        concat!(
            "SELECT a.id, a.user_id, a.first_name, a.surname, a.email, a.status, a.stripe_coupon_id, a.notes, a.left_at, a.created_at,
                    a.stripe_connect_account_id AS connect_account_id, a.connect_ready, a.address, a.erased_at,
                    s.first_name || ' ' || s.surname AS sponsor_name, s.email AS sponsor_email,
                    EXISTS (SELECT 1 FROM users u JOIN affiliates o ON o.user_id = u.id
                             WHERE u.email = a.email AND o.id <> a.id)
                      OR EXISTS (SELECT 1 FROM affiliates o
                                  WHERE o.email_key = a.email_key AND o.id <> a.id AND o.user_id IS NOT NULL) AS is_address_taken
               FROM affiliates a LEFT JOIN affiliates s ON s.id = a.sponsor_id ",
            $condition
        )
    };
}

/// Returns a partner or applicant.
pub async fn get(db: &Db, id: &str) -> Result<Option<Affiliate>> {
    db.first(Query::new(affiliate_sql!("WHERE a.id = ?1")).bind(id)).await
}

/// Changes a partner's postal address.
pub async fn change_address(db: &Db, id: &str, address: &str) -> Result<()> {
    let query = Query::new("UPDATE affiliates SET address = ?2 WHERE id = ?1 AND erased_at IS NULL");
    db.idempotent_change(query.bind(id).bind(address)).await.map(drop)
}

/// Returns the partner who signs in with an account.
pub async fn of_user(db: &Db, user_id: &str) -> Result<Option<Affiliate>> {
    db.first(Query::new(affiliate_sql!("WHERE a.user_id = ?1")).bind(user_id)).await
}

/// A partner by its promotion code.
#[derive(Deserialize)]
pub struct CodeOwner {
    pub id: String,
    pub code: String,
}

/// Returns the partner who owns a promotion code, including one who has left.
pub async fn by_code(db: &Db, code: &str) -> Result<Option<CodeOwner>> {
    let query = Query::new(
        "SELECT id, stripe_coupon_id AS code FROM affiliates WHERE stripe_coupon_id = ?1 AND status <> 'pending'",
    );
    db.first(query.bind(code)).await
}

#[derive(Deserialize)]
struct DepartureRow {
    id: String,
    left_at: i64,
}

/// Maps the ids of partners who have left to the time they left. `ids` is a JSON array.
pub async fn left(db: &Db, ids: &str) -> Result<BTreeMap<String, i64>> {
    let query = Query::new(
        "SELECT id, left_at FROM affiliates WHERE id IN (SELECT value FROM json_each(?1)) AND left_at IS NOT NULL",
    );
    let rows: Vec<DepartureRow> = db.all(query.bind(ids)).await?;
    Ok(rows.into_iter().map(|row| (row.id, row.left_at)).collect())
}

/// Returns a page of the pending applications, or of the partners.
pub async fn page(db: &Db, is_pending: bool, before: Option<&Cursor>) -> Result<Page<AffiliateSummary>> {
    let (at, id) = Cursor::keyset(before);
    let query = if is_pending {
        Query::new(affiliate_sql!(
            "WHERE a.status = 'pending' AND a.created_at <= ?1 AND (a.created_at < ?1 OR a.id > ?2)
             ORDER BY a.created_at DESC, a.id LIMIT ?3"
        ))
    } else {
        Query::new(affiliate_sql!(
            "WHERE a.status IN ('approved', 'active') AND a.erased_at IS NULL AND a.created_at <= ?1 AND (a.created_at < ?1 OR a.id > ?2)
             ORDER BY a.created_at DESC, a.id LIMIT ?3"
        ))
    };
    let rows: Vec<Affiliate> = db.all(query.bind(at).bind(id).bind(limit_plus_one(ROWS_PER_PAGE))).await?;
    Ok(Page::split(rows.into_iter().map(Into::into).collect(), ROWS_PER_PAGE))
}

/// Whether an application was preceded by another within the hour, which is still pending.
pub async fn follows_another(db: &Db, id: &str, created_at: i64) -> Result<bool> {
    let query = Query::new(
        "SELECT 1 FROM affiliates
          WHERE status = 'pending' AND created_at > ?2 - ?3 AND created_at <= ?2 AND (created_at < ?2 OR id < ?1) LIMIT 1",
    );
    db.has_row(query.bind(id).bind(created_at).bind(HOUR_MS)).await
}

/// Counts the pending applications of an hour, in hours since 1970.
pub async fn pending_of_hour(db: &Db, hour: i64) -> Result<u32> {
    let query = Query::new(
        "SELECT count(*) AS count FROM affiliates
          WHERE status = 'pending' AND created_at >= ?1 * ?2 AND created_at < (?1 + 1) * ?2",
    );
    db.count(query.bind(hour).bind(HOUR_MS)).await
}

/// Counts the pending applications.
pub async fn pending(db: &Db) -> Result<u32> {
    db.count(Query::new("SELECT count(*) AS count FROM affiliates WHERE status = 'pending'")).await
}

/// Whether a promotion code belongs to another partner.
pub async fn is_code_taken(db: &Db, code: &str, id: &str) -> Result<bool> {
    let query = Query::new("SELECT 1 FROM affiliates WHERE stripe_coupon_id = ?1 AND id <> ?2");
    db.has_row(query.bind(code).bind(id)).await
}

/// Stores an application's promotion code and notes. No-op if another partner has the code.
#[must_use]
pub fn configure(id: &str, code: &str, notes: &str) -> Query {
    Query::new(
        "UPDATE affiliates SET stripe_coupon_id = ?2, notes = ?3 WHERE id = ?1 AND status = 'pending'
            AND NOT EXISTS (SELECT 1 FROM affiliates WHERE stripe_coupon_id = ?2 AND id <> ?1)",
    )
    .bind(id)
    .bind(code)
    .bind(notes)
}

/// Approves an application with this code: creates or reuses the account of its address and grants it the partners' portal. An account
/// that already has a password needs no new one. Aborts the transaction unless the application is still pending with this code.
#[must_use]
pub fn approve(id: &str, code: &str, new_user_id: &str, now: i64) -> Vec<Query> {
    let user = Query::new(
        "INSERT INTO users (id, email, password_setup_pending, created_at)
         SELECT ?2, email, 1, ?3 FROM affiliates WHERE id = ?1 AND status = 'pending'
         ON CONFLICT (email) DO NOTHING",
    )
    .bind(id)
    .bind(new_user_id)
    .bind(now);
    let affiliate = Query::new(
        "UPDATE affiliates SET user_id = u.id, approved_at = ?3,
                status = iif(u.password_hash IS NULL OR u.temporary_until IS NOT NULL, 'approved', 'active')
           FROM users u WHERE affiliates.id = ?1 AND affiliates.status = 'pending' AND affiliates.stripe_coupon_id = ?2
                          AND u.email = affiliates.email",
    )
    .bind(id)
    .bind(code)
    .bind(now);
    let role = Query::new(
        "INSERT INTO user_roles (user_id, role) SELECT user_id, 'affiliate' FROM affiliates WHERE id = ?1
         ON CONFLICT DO NOTHING",
    )
    .bind(id);
    vec![user, affiliate, Query::abort_unless_changed(), role]
}

/// Deletes a pending application.
#[must_use]
pub fn reject(id: &str) -> Query {
    Query::new("DELETE FROM affiliates WHERE id = ?1 AND status = 'pending'").bind(id)
}

/// Marks an approved partner as active once its password is set.
#[must_use]
pub fn activate(user_id: &str) -> Query {
    Query::new("UPDATE affiliates SET status = 'active' WHERE user_id = ?1 AND status = 'approved'").bind(user_id)
}
