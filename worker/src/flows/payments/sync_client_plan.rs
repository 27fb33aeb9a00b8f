//! Updates a client from its subscription: access, end of the plan, and credits of the paid months.

use domain::subscription::{Facts, state};

use crate::store::clients::client_day;
use crate::store::db::Query;
use crate::store::payments::{plan_change, subscribed_client};

/// Returns the statements that update it at `now`. Idempotent. One of a client's subscriptions counts
/// ([`subscribed_client::sync_plan`]). `is_new` says that this subscription creates the client.
#[must_use]
pub fn statements(client_id: &str, subscription_id: &str, facts: Facts, is_new: bool, now: i64) -> Vec<Query> {
    let mut statements = vec![subscribed_client::sync_plan(client_id, subscription_id, facts.cancelled_at, is_new)];
    statements.extend(plan_change::record_state(client_id, Some(subscription_id), state(facts, now), now));
    statements.extend([
        subscribed_client::record_renewal(client_id, subscription_id, is_new, now),
        subscribed_client::renew(client_id, subscription_id, is_new),
        client_day::record_credits_after_change(client_id, now),
    ]);
    statements
}
