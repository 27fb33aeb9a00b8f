//! `send-transfer`: transfers a payout to the partner's Stripe account, once.

use domain::payout::PayoutStatus;
use domain::retry_policy::JobOutcome;

use crate::app::App;
use crate::error::Result;
use crate::flows::partners::connect_payouts;
use crate::flows::partners::sync_transfer::{self, TransferState};
use crate::integrations::stripe::Fault;
use crate::integrations::stripe::connect::TransferRequest;
use crate::store::db::Query;
use crate::store::partners::payout;

/// Looks up the transfer first: Stripe forgets idempotency keys after 24 hours.
pub async fn run(app: &App, payout_id: &str) -> Result<JobOutcome> {
    let found = payout::get(&app.db, payout_id).await?;
    let Some(found) = found.filter(|found| found.status == PayoutStatus::Sending) else {
        return Ok(JobOutcome::Done);
    };
    let Some(stripe) = &app.config.connect else {
        return Ok(JobOutcome::GiveUp("The key STRIPE_CONNECT_KEY is no longer set.".into()));
    };
    match sync_transfer::run(app, stripe, &found).await? {
        Ok(TransferState::Sent) => return Ok(JobOutcome::Done),
        Ok(TransferState::Missing | TransferState::Reversed) => {}
        Err(fault) => return Ok(fault.into()),
    }
    let destination = found.destination.as_deref().unwrap_or_default();
    let request = TransferRequest {
        payout_id,
        amount_pence: found.amount_pence,
        destination,
        key: &format!("sayso-payout-{payout_id}-{}", found.spent_keys),
    };
    match stripe.send_transfer(&request).await {
        Ok(transfer) => {
            sync_transfer::store_transfer(app, &found, &transfer, 1).await?;
            Ok(JobOutcome::Done)
        }
        Err(unsent) => {
            if unsent.is_key_spent {
                app.db.idempotent_change(payout::record_spent_key(payout_id, found.spent_keys)).await?;
            }
            if matches!(unsent.fault, Fault::Permanent(_)) {
                // The account may be the cause: re-read it, so that its partner and admins see why. A failed read is repeated daily.
                let _ = connect_payouts::refresh(app, stripe, destination).await;
            }
            Ok(unsent.fault.into())
        }
    }
}

/// Marks the payout as failed; an admin decides.
pub fn on_failure(job_id: &str, reason: Option<&str>, now: i64) -> Query {
    payout::mark_failed(job_id, reason, now)
}
