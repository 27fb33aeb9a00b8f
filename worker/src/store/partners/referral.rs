//! `affiliate_referrals`: clients referred by partners, and the facts about them.

use std::collections::BTreeMap;

use domain::api::commission::{ReferralRecord, ReferralView};
use domain::commission::activity::{PaidMonth, ReferralActivity, ReferralFacts, SubscriptionFacts};
use domain::commission::month::Month;
use domain::plan::GRACE_DAYS;
use domain::referral::{ReferralEvidence, SelfReferral, email_key, referral_status};
use domain::retention::days;
use domain::row::flag;
use serde::Deserialize;

use crate::error::Result;
use crate::store::db::{Db, Query};

/// Stripe counts in seconds: a purchase in the second of an approval counts as after it.
const SECOND_MS: i64 = 1000;

/// Records who referred the client of a subscription, if it names a partner and no referrer is recorded. The code used
/// at payment takes precedence over that of a link. Excludes purchases made before the partner's approval. Then flags
/// whether the partner, or its sponsor, is the client.
#[must_use]
pub fn record(subscription_id: &str, client_id: &str, client_email: &str, now: i64) -> [Query; 3] {
    let referral = Query::new(
        "INSERT INTO affiliate_referrals (id, client_id, affiliate_id, evidence, referral_date, created_at)
         SELECT :id, :client_id, a.id, iif(a.stripe_coupon_id = upper(s.promotion_code), :by_code, :by_link), s.created_at, :now
           FROM subscriptions s
           JOIN affiliates a ON a.stripe_coupon_id IN (upper(trim(s.promotion_code)), upper(trim(s.client_reference)))
          WHERE s.id = :subscription_id AND a.approved_at < s.created_at + :second_ms AND (a.left_at IS NULL OR a.left_at > s.created_at)
          ORDER BY a.stripe_coupon_id IS NOT upper(s.promotion_code) LIMIT 1
         ON CONFLICT (client_id) DO NOTHING",
    )
    .named("id", &uuid::Uuid::new_v4().to_string())
    .named("subscription_id", subscription_id)
    .named("client_id", client_id)
    .named("now", now)
    .named("by_code", ReferralEvidence::PromotionCode.as_str())
    .named("by_link", ReferralEvidence::Link.as_str())
    .named("second_ms", SECOND_MS);
    let [own, sponsors_own] = flag_own_purchases(client_id, client_email);
    [referral, own, sponsors_own]
}

// Whether a client is a partner itself, or a partner pays for it: by an address of the same person, or with the customer or card of
// the partner's own purchase. Anybody can type a partner's address at payment, so a purchase counts as the partner's own only once
// its business has signed in: with the partner's login, or with one whose address is the partner's.
macro_rules! own_purchase_sql {
    ($column:literal) => {
        concat!(
            "EXISTS (SELECT 1 FROM subscriptions own JOIN subscriptions s ON s.",
            $column,
            " = own.",
            $column,
            " WHERE s.client_id = c.id
                AND (own.email_key = a.email_key AND EXISTS (SELECT 1 FROM clients WHERE id = own.client_id AND user_id IS NOT NULL)
                  OR own.client_id = (SELECT id FROM clients WHERE user_id = a.user_id)))"
        )
    };
}

macro_rules! same_person_sql {
    ($column:literal, $partner:literal) => {
        concat!(
            "UPDATE affiliate_referrals AS r SET ",
            $column,
            " = found.reason
               FROM (SELECT CASE
                              WHEN c.user_id = a.user_id OR a.email_key = ?5 OR EXISTS (SELECT 1 FROM subscriptions s WHERE s.client_id = c.id AND s.email_key = a.email_key)
                                THEN ?2
                              WHEN ",
            own_purchase_sql!("customer"),
            " THEN ?3
                              WHEN ",
            own_purchase_sql!("card_fingerprint"),
            " THEN ?4
                            END AS reason
                       FROM affiliate_referrals f JOIN affiliates a ON a.id = ",
            $partner,
            " JOIN clients c ON c.id = f.client_id WHERE f.client_id = ?1) AS found
              WHERE r.client_id = ?1 AND found.reason IS NOT NULL AND r.",
            $column,
            " IS NULL AND r.settled_at IS NULL"
        )
    };
}

/// Flags a client that is its own partner or its partner's sponsor: neither earns by itself. No-op if an admin has settled the referrer.
#[must_use]
fn flag_own_purchases(client_id: &str, client_email: &str) -> [Query; 2] {
    [
        same_person_sql!("self_referral", "f.affiliate_id"),
        same_person_sql!("sponsors_own", "(SELECT sponsor_id FROM affiliates WHERE id = f.affiliate_id)"),
    ]
    .map(|sql| {
        Query::new(sql)
            .bind(client_id)
            .bind(SelfReferral::Email.as_str())
            .bind(SelfReferral::Customer.as_str())
            .bind(SelfReferral::Card.as_str())
            .bind(&email_key(client_email))
    })
}

#[derive(Deserialize)]
struct FactRow {
    affiliate_id: String,
    id: String,
    #[serde(deserialize_with = "flag")]
    is_self_referral: bool,
    #[serde(deserialize_with = "flag")]
    is_sponsors_own: bool,
    subscription_id: Option<String>,
    ended_at: Option<i64>,
    unpaid_since: Option<i64>,
    period_start: Option<i64>,
    period_end: Option<i64>,
    due_at: Option<i64>,
    paid_at: Option<i64>,
    #[serde(deserialize_with = "flag")]
    is_refunded: bool,
}

impl FactRow {
    fn paid(&self) -> Option<PaidMonth> {
        Some(PaidMonth {
            period_start: self.period_start?,
            period_end: self.period_end?,
            due_at: self.due_at,
            paid_at: self.paid_at?,
            is_refunded: self.is_refunded,
        })
    }
}

/// In its days of grace a client counts by earlier payments. A payment is tried within three days of the start of its month.
fn grace_ms() -> i64 {
    days(GRACE_DAYS.saturating_add(3))
}

/// Returns the facts about these partners' clients that affect `month` at `as_of`, by partner. `affiliate_ids` is a JSON array.
pub async fn facts(
    db: &Db,
    affiliate_ids: &str,
    month: Month,
    as_of: i64,
) -> Result<BTreeMap<String, Vec<ReferralFacts>>> {
    let query = Query::new(
        "SELECT r.affiliate_id, r.id, r.self_referral IS NOT NULL AS is_self_referral,
                r.sponsors_own IS NOT NULL AS is_sponsors_own, s.id AS subscription_id, s.ended_at,
                s.unpaid_since, p.period_start, p.period_end, p.due_at, p.paid_at,
                coalesce(coalesce(p.month_returned_pence, p.returned_pence) >= coalesce(p.month_pence, p.amount_pence), 0) AS is_refunded
           FROM json_each(?1) AS wanted
           JOIN affiliate_referrals r ON r.affiliate_id = wanted.value
           LEFT JOIN subscriptions s ON s.client_id = r.client_id AND s.created_at < ?3
           LEFT JOIN payments p ON p.subscription_id = s.id AND coalesce(p.month_pence, p.amount_pence) > 0
                                AND (p.period_end > ?2 OR p.paid_at >= ?3)
          WHERE r.referral_date < ?3
          ORDER BY r.affiliate_id, r.referral_date, r.id, s.created_at, s.id, p.period_start, p.id",
    );
    let since = month.begins_at().saturating_sub(grace_ms());
    let rows: Vec<FactRow> = db.all(query.bind(affiliate_ids).bind(since).bind(as_of)).await?;
    Ok(group_by_partner(rows))
}

/// Groups ordered payment rows into the referrals of each partner.
fn group_by_partner(rows: Vec<FactRow>) -> BTreeMap<String, Vec<ReferralFacts>> {
    let mut all: BTreeMap<String, Vec<ReferralFacts>> = BTreeMap::new();
    let mut subscription = None;
    for row in rows {
        let paid = row.paid();
        let referrals = all.entry(row.affiliate_id).or_default();
        if referrals.last().is_none_or(|last| last.id != row.id) {
            let (is_self_referral, is_sponsors_own) = (row.is_self_referral, row.is_sponsors_own);
            referrals.push(ReferralFacts { id: row.id, is_self_referral, is_sponsors_own, subscriptions: Vec::new() });
            subscription = None;
        }
        let Some(referral) = referrals.last_mut() else { continue };
        if row.subscription_id.is_some() && row.subscription_id != subscription {
            let (ended_at, unpaid_since) = (row.ended_at, row.unpaid_since);
            referral.subscriptions.push(SubscriptionFacts { ended_at, unpaid_since, paid: Vec::new() });
            subscription = row.subscription_id;
        }
        if let Some(newest) = referral.subscriptions.last_mut() {
            newest.paid.extend(paid);
        }
    }
    all
}

#[derive(Deserialize)]
struct ViewRow {
    id: String,
    contact_name: String,
    email: String,
    company_name: String,
    referral_date: i64,
    first_payment_date: Option<i64>,
    evidence: ReferralEvidence,
    self_referral: Option<SelfReferral>,
    #[serde(deserialize_with = "flag")]
    has_ended: bool,
    #[serde(deserialize_with = "flag")]
    is_to_end: bool,
}

impl ViewRow {
    fn view(self, activity: ReferralActivity) -> ReferralView {
        ReferralView {
            subscription_status: referral_status(self.first_payment_date.is_some(), self.has_ended, self.is_to_end),
            id: self.id,
            contact_name: self.contact_name,
            email: self.email,
            company_name: self.company_name,
            referral_date: self.referral_date,
            first_payment_date: self.first_payment_date,
            evidence: self.evidence,
            self_referral: self.self_referral,
            activity,
        }
    }
}

/// Returns a partner's referrals, newest first, the reverse of the order of statements. `activity` says whether each counts.
pub async fn of_affiliate(
    db: &Db,
    affiliate_id: &str,
    activity: impl Fn(&str) -> ReferralActivity,
) -> Result<Vec<ReferralView>> {
    let query = Query::new(
        "SELECT r.id, c.contact_name, c.email, c.company_name, r.referral_date, r.self_referral, r.evidence,
                (SELECT min(p.paid_at) FROM payments p JOIN subscriptions s ON s.id = p.subscription_id
                  WHERE s.client_id = c.id AND coalesce(p.month_pence, p.amount_pence) > 0) AS first_payment_date,
                s.ended_at IS NOT NULL AS has_ended, s.ends_at IS NOT NULL AS is_to_end
           FROM affiliate_referrals r JOIN clients c ON c.id = r.client_id
           LEFT JOIN subscriptions s ON s.id = (SELECT id FROM subscriptions WHERE client_id = c.id ORDER BY created_at DESC LIMIT 1)
          WHERE r.affiliate_id = ?1 ORDER BY r.referral_date DESC, r.id DESC",
    );
    let rows: Vec<ViewRow> = db.all(query.bind(affiliate_id)).await?;
    Ok(rows
        .into_iter()
        .map(|row| {
            let activity = activity(&row.id);
            row.view(activity)
        })
        .collect())
}

/// Returns a client's referrer, as admins see and settle it.
pub async fn referrer(db: &Db, client_id: &str) -> Result<Option<ReferralRecord>> {
    let query = Query::new(
        "SELECT a.stripe_coupon_id AS code, a.first_name || ' ' || a.surname AS partner, a.id AS affiliate_id, r.evidence, r.referral_date,
                r.self_referral, r.sponsors_own, r.settled_at
           FROM affiliate_referrals r LEFT JOIN affiliates a ON a.id = r.affiliate_id WHERE r.client_id = ?1",
    );
    db.first(query.bind(client_id)).await
}

/// Sets a client's referrer, a partner or nobody, as of its first purchase, regardless of the evidence. No-op if the
/// referrer changed since the admin loaded it.
#[must_use]
pub fn set_referrer(client_id: &str, affiliate_id: Option<&str>, seen_code: Option<&str>, now: i64) -> Query {
    Query::new(
        "INSERT INTO affiliate_referrals (id, client_id, affiliate_id, evidence, referral_date, settled_at, created_at)
         SELECT ?1, c.id, ?3, ?5, coalesce((SELECT min(created_at) FROM subscriptions WHERE client_id = c.id), c.created_at), ?4, ?4
           FROM clients c
          WHERE c.id = ?2 AND (SELECT a.stripe_coupon_id FROM affiliate_referrals r JOIN affiliates a ON a.id = r.affiliate_id
                                WHERE r.client_id = c.id) IS ?6
         ON CONFLICT (client_id) DO UPDATE
            SET affiliate_id = excluded.affiliate_id, evidence = excluded.evidence, self_referral = NULL, sponsors_own = NULL,
                settled_at = excluded.settled_at",
    )
    .bind(&uuid::Uuid::new_v4().to_string())
    .bind(client_id)
    .bind(affiliate_id)
    .bind(now)
    .bind(ReferralEvidence::Admin.as_str())
    .bind(seen_code)
}
