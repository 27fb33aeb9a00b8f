//! Notifies clients of a failed payment and of the end of the grace period, and suspends them when it ends.

use domain::email::EmailTemplate;
use domain::subscription::{SubscriptionState, UnpaidStage, state};

use crate::app::App;
use crate::error::Result;
use crate::flows::payments::sync_client_plan;
use crate::flows::platform::queue_email::{self, EmailRequest};
use crate::store::payments::subscription;

/// Sends one batch of notices. Idempotent. Returns their number.
///
/// # Errors
/// If the database fails.
pub async fn run(app: &App) -> Result<usize> {
    let mut count: usize = 0;
    for unpaid in subscription::unpaid(&app.db, app.now).await? {
        let (stage, template) = match state(unpaid.facts(), app.now) {
            SubscriptionState::Grace(_) => (UnpaidStage::Grace, EmailTemplate::PaymentFailed),
            SubscriptionState::Suspended(_) => (UnpaidStage::Suspended, EmailTemplate::PlanSuspended),
            _ => continue,
        };
        if unpaid.unpaid_told == Some(stage) {
            continue;
        }
        let subject_id = format!("{}/{}", unpaid.client_id, unpaid.unpaid_since);
        let mail = EmailRequest { template, subject_id: Some(&subject_id), recipient: &unpaid.email, params: () };
        let mut with = sync_client_plan::statements(&unpaid.client_id, &unpaid.id, unpaid.facts(), false, app.now);
        with.push(subscription::mark_notified(&unpaid, stage));
        queue_email::run(app, &mail, with).await?;
        count = count.saturating_add(1);
    }
    Ok(count)
}
