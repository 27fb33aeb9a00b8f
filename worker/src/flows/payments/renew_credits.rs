//! Begins the month of clients without a subscription, and checks every ledger against its client's balance. With a
//! subscription, each payment begins a month (`store/payments/subscribed_client.rs`).

use domain::date::date_of;

use crate::app::App;
use crate::error::Result;
use crate::store::payments::credit_ledger;
use crate::store::platform::sweep_cursor::{self, SweepCursor};

/// Counts of one run, for its log line.
pub struct Counts {
    pub renewed: usize,
    /// Clients whose ledger differs from their balance. The check does not continue until they match.
    pub unbalanced: Vec<String>,
}

/// Runs one batch. Each month begins once, however late or often it runs.
///
/// # Errors
/// If the database fails.
pub async fn run(app: &App) -> Result<Counts> {
    let renewed = credit_ledger::renew(&app.db, date_of(app.now), app.now).await?;
    let cursors = sweep_cursor::all(&app.db).await?;
    let after = cursors.get(SweepCursor::CreditLedgers).unwrap_or_default();
    let (unbalanced, last) = credit_ledger::unbalanced(&app.db, after).await?;
    if unbalanced.is_empty() {
        sweep_cursor::set(&app.db, SweepCursor::CreditLedgers, last.as_deref()).await?;
    }
    Ok(Counts { renewed, unbalanced })
}
