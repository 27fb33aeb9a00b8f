//! Begins the month of clients without a subscription, and looks whether every ledger comes out at what its client has.

use domain::date::date_of;

use crate::app::App;
use crate::error::Result;
use crate::store::credit_ledger;
use crate::store::sweep_cursor::{self, SweepCursor};

/// What one run did, for its log line.
pub struct Counts {
    pub renewed: usize,
    /// Clients whose ledger does not come out at what they have left. The walk goes on once it does.
    pub unbalanced: Vec<String>,
}

/// One bounded run. However late or often it comes, each month begins once.
///
/// # Errors
/// Of the database.
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
