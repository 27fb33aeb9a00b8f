//! Erases the data of partners who have left, and deletes applications that stayed undecided for too long.

use domain::commission::MIN_PAYOUT_PENCE;
use domain::commission::activity::DAYS_AFTER_LEAVING;
use domain::commission::month::Month;
use domain::retention::days;

use crate::error::Result;
use crate::store::db::{Db, Query};

/// First name and surname that replace an erased partner's.
const NOBODY: (&str, &str) = ("Erased", "partner");

/// Erases a partner's data, except the names. No-op unless the partner left long enough ago, its `last` month is closed
/// and nothing is due to it.
#[must_use]
pub fn erase(id: &str, last: Month, now: i64) -> Query {
    Query::new(
        "UPDATE affiliates
            SET erased_at = ?2, email = 'erased-' || id, email_key = 'erased-' || id, notes = '', address = NULL,
                stripe_connect_account_id = NULL, connect_ready = 0,
                name_kept_since = (SELECT max(coalesce(settled_at, paid_at)) FROM payouts WHERE affiliate_id = ?1),
                stripe_coupon_id = iif(code_unsettled = 1, stripe_coupon_id, 'ERASED-' || upper(id))
          WHERE id = ?1 AND erased_at IS NULL AND left_at <= ?3
            AND (SELECT coalesce(sum(commission_amount), 0) FROM affiliate_commissions
                  WHERE affiliate_id = ?1 AND status = 'pending') < ?4
            AND NOT EXISTS (SELECT 1 FROM payouts WHERE affiliate_id = ?1 AND status IN ('sending', 'failed'))
            AND (approved_at >= ?6 OR EXISTS (SELECT 1 FROM commission_months WHERE month_period >= ?5))",
    )
    .bind(id)
    .bind(now)
    .bind(now.saturating_sub(days(DAYS_AFTER_LEAVING)))
    .bind(MIN_PAYOUT_PENCE)
    .bind(&last.to_string())
    .bind(last.closes_at())
}

/// Whether a month or a later one has its closing snapshots. True for a partner approved after the month's close.
pub async fn is_counted(db: &Db, id: &str, month: Month) -> Result<bool> {
    let query = Query::new(
        "SELECT 1 FROM affiliates
          WHERE id = ?1 AND (approved_at >= ?3 OR EXISTS (SELECT 1 FROM commission_months WHERE month_period >= ?2))",
    );
    db.has_row(query.bind(id).bind(&month.to_string()).bind(month.closes_at())).await
}

/// Completes a statement about the account `?1` with the condition that no role and no client uses the account any more.
macro_rules! if_alone {
    ($statement:literal) => {
        concat!(
            $statement,
            " NOT EXISTS (SELECT 1 FROM user_roles WHERE user_id = ?1)
              AND NOT EXISTS (SELECT 1 FROM clients WHERE user_id = ?1)"
        )
    };
}

/// Removes the partners' portal from an account. Empties an account that nothing else uses, and deletes the mails sent to it.
#[must_use]
pub fn close_account(user_id: &str) -> Vec<Query> {
    let account = [
        "DELETE FROM user_roles WHERE user_id = ?1 AND role = 'affiliate'",
        "DELETE FROM sessions WHERE user_id = ?1 AND area = 'affiliate'",
        "DELETE FROM one_time_links WHERE user_id = ?1 AND area = 'affiliate'",
        if_alone!("DELETE FROM sessions WHERE user_id = ?1 AND"),
        if_alone!("DELETE FROM one_time_links WHERE user_id = ?1 AND"),
        if_alone!("DELETE FROM recovery_codes WHERE user_id = ?1 AND"),
        if_alone!("DELETE FROM emails WHERE recipient = (SELECT email FROM users WHERE id = ?1) AND"),
        if_alone!(
            "UPDATE users SET email = 'erased-' || id, password_hash = NULL, totp_seed = NULL, totp_new_seed = NULL,
                              company_name = NULL, disabled = 1
              WHERE id = ?1 AND"
        ),
    ];
    account.map(|sql| Query::new(sql).bind(user_id)).into()
}

/// Deletes the names of erased partners who received no payout since a time. `ids` is a JSON array.
#[must_use]
pub fn delete_names(ids: &str, since: i64) -> [Query; 2] {
    let names = Query::new(
        "UPDATE affiliates SET first_name = ?2, surname = ?3, name_key = lower(?2 || ' ' || ?3), name_kept_since = NULL
          WHERE id IN (SELECT value FROM json_each(?1)) AND erased_at IS NOT NULL
            AND (name_kept_since IS NULL OR name_kept_since <= ?4)",
    );
    let audit = Query::new(
        "UPDATE audit_log SET subject_name = ?2 || ' ' || ?3, before = json_remove(before, '$.notes'),
                              after = json_remove(after, '$.notes', '$.reason')
          WHERE subject IN (WITH nameless AS (SELECT a.id FROM json_each(?1) AS one JOIN affiliates a ON a.id = one.value
                                               WHERE a.erased_at IS NOT NULL AND a.name_kept_since IS NULL)
                            SELECT id FROM nameless
                            UNION SELECT p.id FROM payouts p JOIN nameless ON nameless.id = p.affiliate_id)",
    );
    [names.bind(ids).bind(NOBODY.0).bind(NOBODY.1).bind(since), audit.bind(ids).bind(NOBODY.0).bind(NOBODY.1)]
}

/// Deletes undecided applications. `ids` is a JSON array.
#[must_use]
pub fn delete_applications(ids: &str) -> Query {
    Query::new("DELETE FROM affiliates WHERE id IN (SELECT value FROM json_each(?1)) AND status = 'pending'").bind(ids)
}
