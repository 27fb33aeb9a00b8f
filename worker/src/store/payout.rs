//! `payouts`: what was paid out to partners.

use domain::commission::month::Month;

use crate::store::db::Query;

/// A payout to be written.
pub struct NewPayout<'a> {
    pub id: &'a str,
    pub affiliate_id: &'a str,
    pub until: Month,
    /// How many commissions wait, and what they come to.
    pub rows: u32,
    pub amount_pence: i64,
    pub reference: &'a str,
    pub now: i64,
}

/// What the database says where what waits is no longer what it was: the transaction ends, with nothing written.
pub const OVERTAKEN: &str = "NOT NULL constraint failed: payouts.id";

/// Pays out what waits, all of it once.
#[must_use]
pub fn pay(payout: &NewPayout<'_>) -> [Query; 2] {
    let insert = Query::new(
        "INSERT INTO payouts (id, affiliate_id, month_period, amount_pence, reference, paid_at)
         SELECT iif(count(*) = ?7 AND sum(commission_amount) = ?4, ?1, NULL), ?2, ?3, ?4, ?5, ?6
           FROM affiliate_commissions WHERE affiliate_id = ?2 AND month_period <= ?3 AND status = 'pending'",
    )
    .bind(payout.id)
    .bind(payout.affiliate_id)
    .bind(&payout.until.to_string())
    .bind(payout.amount_pence)
    .bind(payout.reference)
    .bind(payout.now)
    .bind(payout.rows);
    let pay = Query::new(
        "UPDATE affiliate_commissions SET status = 'paid', paid_at = ?4, payout_id = ?3
          WHERE affiliate_id = ?1 AND month_period <= ?2 AND status = 'pending'",
    )
    .bind(payout.affiliate_id)
    .bind(&payout.until.to_string())
    .bind(payout.id)
    .bind(payout.now);
    [insert, pay]
}
