//! The referrer of a client, as admins see and settle it.

use domain::api::commission::ReferralRecord;
use domain::referral::ReferralEvidence;

use crate::error::Result;
use crate::store::db::{Db, Query};

/// Returns a client's referrer.
pub async fn get(db: &Db, client_id: &str) -> Result<Option<ReferralRecord>> {
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
