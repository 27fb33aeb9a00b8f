//! Clients paid by a subscription: their plan, and the credits of the paid months.

use domain::credits::CreditReason;

use crate::store::db::Query;
use crate::store::payments::credit_ledger::bought_since_sql;

/// Copies the plan and the end of a subscription to its client, if this is the subscription that counts. Among running
/// ones the oldest counts that fits a plan, is paid and is not about to end; of two that began in the same second, the
/// client's current one. The others are ended (`flows/payments/end_duplicates.rs`), and a duplicate about to be ended does
/// not count. Among ended ones the newest counts. One that has ended or fits no plan counts only if it was the client's
/// current one before or created the client: an admin may have kept the client active without it.
#[must_use]
pub fn sync_plan(client_id: &str, subscription_id: &str, cancelled_at: Option<i64>, is_new: bool) -> Query {
    Query::new(
        "UPDATE clients
            SET subscription_id = ?2,
                plan_type = coalesce((SELECT plan_type FROM subscriptions WHERE id = ?2), plan_type),
                reminded_days = iif(cancelled_at IS ?3, reminded_days, NULL),
                reminded_at = iif(cancelled_at IS ?3, reminded_at, NULL),
                data_deleted_at = iif(?3 IS NULL, NULL, data_deleted_at),
                cancellations = cancellations + (?3 IS NOT NULL AND cancelled_at IS NOT ?3),
                cancelled_at = ?3
          WHERE id = ?1
            AND (?4 OR subscription_id = ?2 OR EXISTS (SELECT 1 FROM subscriptions WHERE id = ?2 AND ended_at IS NULL AND plan_type IS NOT NULL))
            AND ?2 = (SELECT id FROM subscriptions WHERE client_id = ?1
                       ORDER BY ended_at IS NOT NULL, plan_type IS NULL, ended_at IS NULL AND duplicate IS NOT NULL,
                                ended_at IS NULL AND (unpaid_since IS NOT NULL OR ends_at IS NOT NULL),
                                iif(ended_at IS NULL, created_at, -created_at), id IS NOT clients.subscription_id LIMIT 1)",
    )
    .bind(client_id)
    .bind(subscription_id)
    .bind(cancelled_at)
    .bind(is_new)
}

// Selects the newest paid month. A payment may arrive after the month has begun, so credits bought since its start stay. So do
// credits bought on the day a client subscribes again, unless another month has begun since and made them lapse.
macro_rules! newer_month_sql {
    ($start:literal, $end:literal) => {
        concat!(
            $start,
            "(SELECT newest.*, ",
            bought_since_sql!("?1", "newest.month_from"),
            " AS bought
                FROM (SELECT id AS payment_id, period_start, period_end,
                             iif((SELECT count(nullif(period_start, 0)) FROM payments WHERE subscription_id = ?2) = 1,
                                 max(period_start - period_start % 86400000,
                                     coalesce((SELECT month_from FROM clients WHERE id = ?1), 0)),
                                 period_start) AS month_from
                        FROM payments WHERE subscription_id = ?2 AND period_start > 0
                       ORDER BY period_start DESC LIMIT 1) AS newest) AS month",
            $end
        )
    };
}

/// Records the renewal of a paid month in the ledger, except for a new client, whose ledger opens with it.
#[must_use]
pub fn record_renewal(client_id: &str, subscription_id: &str, is_new: bool, now: i64) -> Query {
    Query::new(newer_month_sql!(
        "INSERT INTO credit_ledger (client_id, seq, at, reason, amount, balance, source)
         SELECT c.id, c.credit_changes + 1, ?3, ?4, c.credits_per_month + min(c.credits_remaining, bought) - c.credits_remaining,
                c.credits_per_month + min(c.credits_remaining, bought), month.payment_id
           FROM clients c JOIN ",
        " WHERE c.id = ?1 AND c.subscription_id = ?2 AND coalesce(c.paid_from, -1) < month.period_start AND NOT ?5
            AND c.counts_credits = 1"
    ))
    .bind(client_id)
    .bind(subscription_id)
    .bind(now)
    .bind(CreditReason::Renewal.as_str())
    .bind(is_new)
}

/// Begins the paid month. Unused credits of the previous month lapse.
#[must_use]
pub fn renew(client_id: &str, subscription_id: &str, is_new: bool) -> Query {
    Query::new(newer_month_sql!(
        "UPDATE clients
            SET credits_remaining = iif(?3, credits_remaining, credits_per_month + min(credits_remaining, bought)),
                credit_changes = credit_changes + NOT ?3,
                last_reset_date = strftime('%Y-%m-%d', month.period_start / 1000, 'unixepoch'),
                next_reset_date = strftime('%Y-%m-%d', month.period_end / 1000, 'unixepoch'),
                reset_day = CAST(strftime('%d', month.period_end / 1000, 'unixepoch') AS INTEGER),
                paid_from = month.period_start, month_from = month.month_from
           FROM ",
        " WHERE clients.id = ?1 AND subscription_id = ?2 AND coalesce(paid_from, -1) < month.period_start
            AND counts_credits = 1"
    ))
    .bind(client_id)
    .bind(subscription_id)
    .bind(is_new)
}
