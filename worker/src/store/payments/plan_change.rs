//! `plan_changes`: the history of plans, and their effect on access.

use domain::api::billing::PlanChange;
use domain::limits::PLAN_CHANGES_SHOWN;
use domain::plan::DAYS_AFTER_CANCELLATION;
use domain::retention::{HOUR_MS, days};
use domain::row::flag;
use domain::subscription::{PlanState, SubscriptionState};
use serde::Deserialize;

use crate::error::Result;
use crate::store::db::{Db, Query};

/// Records a client's new plan state, if it has changed, and suspends or reactivates the client accordingly. An admin's
/// later decision stays. `subscription_id` is the source of the state: only the client's present subscription counts.
#[must_use]
pub fn record_state(client_id: &str, subscription_id: Option<&str>, state: SubscriptionState, now: i64) -> Vec<Query> {
    let (name, until) = state.parts();
    let insert = Query::new(
        "INSERT INTO plan_changes (client_id, seq, at, state, until)
         SELECT c.id, coalesce(last.seq, 0) + 1, ?3, ?4, ?5
           FROM clients c
           LEFT JOIN (SELECT seq, state, until FROM plan_changes WHERE client_id = ?1 ORDER BY seq DESC LIMIT 1) AS last
          WHERE c.id = ?1 AND c.counts_credits = 1 AND (?2 IS NULL OR c.subscription_id = ?2)
            AND (coalesce(last.state, 'active') <> ?4 OR last.until IS NOT ?5)",
    )
    .bind(client_id)
    .bind(subscription_id)
    .bind(now)
    .bind(name.as_str())
    .bind(until);
    let update = match name {
        PlanState::Suspended => Query::new(
            "UPDATE clients SET status = 'suspended', suspended_by_plan = 1
              WHERE id = ?1 AND status <> 'suspended' AND changes() = 1",
        ),
        PlanState::Active | PlanState::Grace | PlanState::Cancelled => Query::new(
            "UPDATE clients SET status = iif(user_id IS NULL, 'pending_onboarding', 'active'), suspended_by_plan = 0
              WHERE id = ?1 AND suspended_by_plan = 1 AND changes() = 1",
        ),
        // The schedule ends access, once the client was notified.
        PlanState::Ended => return vec![insert],
    };
    vec![insert, update.bind(client_id)]
}

/// Records the end of plans whose access the schedule has ended. Returns their number.
pub async fn record_ended(db: &Db, now: i64) -> Result<usize> {
    let query = Query::new(
        "INSERT INTO plan_changes (client_id, seq, at, state, until)
         SELECT c.id, coalesce(last.seq, 0) + 1, ?1, ?2, c.cancelled_at + ?3
           FROM clients c
           LEFT JOIN plan_changes AS last ON last.client_id = c.id
                 AND last.seq = (SELECT max(seq) FROM plan_changes WHERE client_id = c.id)
          WHERE c.cancelled_at IS NOT NULL AND c.data_deleted_at IS NULL AND c.cancelled_at <= ?1 - ?3
            AND c.status = 'suspended' AND coalesce(last.state, 'active') <> ?2",
    );
    db.idempotent_change(query.bind(now).bind(PlanState::Ended.as_str()).bind(days(DAYS_AFTER_CANCELLATION))).await
}

/// Returns the newest changes of a client's plan.
pub async fn newest(db: &Db, client_id: &str) -> Result<Vec<PlanChange>> {
    let query = Query::new("SELECT at, state, until FROM plan_changes WHERE client_id = ?1 ORDER BY seq DESC LIMIT ?2");
    db.all(query.bind(client_id).bind(PLAN_CHANGES_SHOWN)).await
}

/// A plan that is active again.
#[derive(Deserialize)]
pub struct ResumedPlan {
    pub seq: i64,
    /// Since when, UTC milliseconds.
    pub at: i64,
    pub company_name: String,
    pub email: String,
    /// Whether an admin has suspended the client.
    #[serde(deserialize_with = "flag")]
    pub is_suspended: bool,
    /// The newest payment in pence, if it belongs to this change; the next payment, and when it is due.
    pub paid_pence: Option<u32>,
    pub next_pence: Option<u32>,
    pub next_at: Option<i64>,
}

/// Returns a client's resumed plan, if that is its newest change.
pub async fn resumed(db: &Db, client_id: &str) -> Result<Option<ResumedPlan>> {
    let query = Query::new(
        "SELECT p.seq, p.at, c.company_name, c.email, c.status = 'suspended' AS is_suspended,
                (SELECT amount_pence FROM payments WHERE subscription_id = c.subscription_id AND paid_at > p.at - ?3
                  ORDER BY paid_at DESC LIMIT 1) AS paid_pence, s.next_pence, s.next_at
           FROM plan_changes p JOIN clients c ON c.id = p.client_id
           LEFT JOIN subscriptions s ON s.id = c.subscription_id AND s.ended_at IS NULL AND s.ends_at IS NULL
          WHERE p.client_id = ?1 AND p.state = ?2
            AND p.seq = (SELECT max(seq) FROM plan_changes WHERE client_id = ?1)",
    );
    db.first(query.bind(client_id).bind(PlanState::Active.as_str()).bind(HOUR_MS)).await
}
