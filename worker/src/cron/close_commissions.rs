//! Every hour: whether a month has ended whose commissions are not computed yet.

use domain::schedule::CLOSE_COMMISSIONS;

use super::note;
use crate::app::App;
use crate::flows;

/// Closes a month, logs how many partners were looked at and notes the run.
pub async fn run(app: &App) {
    let outcome = match flows::close_commissions::run(app).await {
        Ok(partners) => Ok(vec![("partners", usize::try_from(partners).unwrap_or(usize::MAX))]),
        Err(error) => Err(error.cause().unwrap_or_default()),
    };
    note(app, &CLOSE_COMMISSIONS, outcome).await;
}
