//! Looks up a payout's transfer at Stripe and stores the result.

use domain::commission::in_pounds;
use domain::stripe::connect::Transfer;

use crate::app::App;
use crate::config::Stripe;
use crate::error::Result;
use crate::integrations::stripe::StripeResult;
use crate::store::partners::payout::{self, PayoutTransfer};

/// Stripe's state of a payout.
pub enum TransferState {
    /// Its transfer exists and is stored.
    Sent,
    /// Its transfer was made and fully reversed.
    Reversed,
    /// It has no transfer.
    Missing,
}

/// Stores the payout's transfer, partial reversals and any mismatch. The outer error is the database's.
///
/// # Errors
/// If the database fails.
pub async fn run(app: &App, stripe: &Stripe, payout: &PayoutTransfer) -> Result<StripeResult<TransferState>> {
    let found = match stripe.transfers_of(&payout.id).await {
        Ok(found) => found,
        Err(fault) => return Ok(Err(fault)),
    };
    // The rest of the payout's own transfer, once partly reversed, is owed like that part.
    let is_reversed_in_parts =
        |transfer: &Transfer| payout.reversed_pence > 0 && payout.transfer_id.as_deref() == Some(&*transfer.id);
    let is_reversed = |transfer: &&Transfer| transfer.is_undone() && !is_reversed_in_parts(transfer);
    let (reversed, live): (Vec<_>, Vec<_>) = found.iter().partition(is_reversed);
    // The oldest is ours: it was made before anybody could know the payout's id.
    let Some(transfer) = live.last() else {
        return Ok(Ok(if reversed.is_empty() { TransferState::Missing } else { TransferState::Reversed }));
    };
    store_transfer(app, payout, transfer, live.len()).await?;
    Ok(Ok(TransferState::Sent))
}

/// Stores a payout's transfer, and any mismatch.
///
/// # Errors
/// If the database fails.
pub async fn store_transfer(app: &App, payout: &PayoutTransfer, transfer: &Transfer, count: usize) -> Result<()> {
    let differs = transfer.difference(payout.amount_pence, payout.destination.as_deref().unwrap_or_default());
    let problem = if count > 1 { Some(format!("Stripe has {count} transfers of this payout.")) } else { differs };
    let mut statements = Vec::new();
    if transfer.amount_reversed > payout.reversed_pence && transfer.currency == "gbp" {
        let id = uuid::Uuid::new_v4().to_string();
        let newly = transfer.amount_reversed.saturating_sub(payout.reversed_pence);
        let words = format!("{} of a payout was taken back in Stripe.", in_pounds(newly));
        statements.extend(payout::record_reversal(payout, transfer.amount_reversed, &id, &words, app.now));
    }
    statements.push(payout::mark_sent(&payout.id, &transfer.id, problem.as_deref(), app.now));
    app.db.transaction(statements).await.map(drop)
}
