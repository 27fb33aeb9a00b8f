//! Compares payouts and connected accounts with Stripe, each once a day.

use domain::payout::PayoutStatus;

use crate::app::App;
use crate::error::Result;
use crate::flows::partners::connect_payouts;
use crate::flows::partners::sync_transfer::{self, TransferState};
use crate::integrations::stripe::Fault;
use crate::log;
use crate::store::partners::{connect_account, payout};

const TRANSFER_MISSING: &str = "Stripe has no transfer for this payout.";
const UNDONE: &str = "All of it was taken back in Stripe.";

/// Checks one batch of each. Returns the numbers of payouts and accounts. If Stripe does not answer, the rest waits for
/// the next run; a payout that Stripe refuses is skipped for a day.
///
/// # Errors
/// If the database fails.
pub async fn run(app: &App) -> Result<(usize, usize)> {
    let Some(stripe) = &app.config.connect else { return Ok((0, 0)) };
    let (mut payouts, mut accounts) = (0usize, 0usize);
    for payout in payout::due_for_check(&app.db, app.now).await? {
        match sync_transfer::run(app, stripe, &payout).await? {
            Ok(TransferState::Sent) => {}
            Ok(found) if payout.status == PayoutStatus::Sent => {
                let taken_back = matches!(found, TransferState::Reversed);
                let problem = if taken_back { UNDONE } else { TRANSFER_MISSING };
                app.db.idempotent_change(payout::mark_transfer_lost(&payout.id, problem, taken_back, app.now)).await?;
            }
            Ok(TransferState::Missing | TransferState::Reversed) => {
                app.db.idempotent_change(payout::mark_checked(&payout.id, app.now)).await?;
            }
            Err(Fault::Permanent(reason)) => {
                log::warning("payouts", &reason);
                app.db.idempotent_change(payout::mark_checked(&payout.id, app.now)).await?;
            }
            Err(Fault::Transient(reason, _)) => {
                log::warning("payouts", &reason);
                return Ok((payouts, accounts));
            }
        }
        payouts = payouts.saturating_add(1);
    }
    for account in connect_account::due_for_check(&app.db, app.now).await? {
        if let Err(error) = connect_payouts::refresh(app, stripe, &account).await {
            log::warning("payouts", &error.cause().unwrap_or_default());
            break;
        }
        accounts = accounts.saturating_add(1);
    }
    Ok((payouts, accounts))
}
