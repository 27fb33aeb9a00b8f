//! Resolves a payout with a failed transfer as an admin decides.

use domain::api::payout::{PayoutLine, PayoutResolution};
use domain::audit::AuditAction;
use domain::limits::MAX_NOTES_CHARACTERS;
use domain::payout::{PayoutMethod, PayoutStatus};

use crate::app::App;
use crate::error::{Error, Result, refusal};
use crate::flows::partners::connect_payouts::NO_CONNECT;
use crate::flows::partners::pay_affiliate::NO_PAYOUT_ACCOUNT;
use crate::flows::partners::sync_transfer::{self, TransferState};
use crate::queue;
use crate::store::identity::session::CurrentSession;
use crate::store::partners::{affiliate, payout};
use crate::store::platform::audit::Entry;

/// The payout has not failed, or is resolved.
pub const PAYOUT_RESOLVED: Error =
    refusal!(409, "payout_settled", "This payout has already been settled. Please reload the page.");

/// Looks up the transfer first: an unanswered call may have succeeded.
///
/// # Errors
/// [`Error::not_found`], [`PAYOUT_RESOLVED`], [`NO_CONNECT`], [`Error::payments_unavailable`], [`NO_PAYOUT_ACCOUNT`].
pub async fn run(app: &App, by: &CurrentSession, id: &str, request: &PayoutResolution) -> Result<PayoutLine> {
    let reference = request.reference.trim();
    if reference.chars().count() > MAX_NOTES_CHARACTERS {
        return Err(Error::malformed("This reference is too long."));
    }
    let found = payout::get(&app.db, id).await?.ok_or_else(|| Error::not_found("Payout"))?;
    if found.status != PayoutStatus::Failed {
        return Err(PAYOUT_RESOLVED);
    }
    let stripe = app.config.connect.as_ref().ok_or(NO_CONNECT)?;
    match sync_transfer::run(app, stripe, &found).await?? {
        TransferState::Sent => {}
        TransferState::Missing | TransferState::Reversed => {
            record_payment(app, by, &found, request.method, reference).await?
        }
    }
    payout::admin_row(&app.db, id).await?.ok_or_else(|| Error::not_found("Payout"))
}

async fn record_payment(
    app: &App,
    by: &CurrentSession,
    found: &payout::PayoutTransfer,
    method: PayoutMethod,
    reference: &str,
) -> Result<()> {
    let partner = affiliate::get(&app.db, &found.affiliate_id).await?.ok_or_else(|| Error::not_found("Affiliate"))?;
    let name = partner.name();
    let mut entry = Entry::change(AuditAction::PayoutSettle, &found.id, &name, ("method", None, method.as_str()));
    let job_id = uuid::Uuid::new_v4().to_string();
    let mut statements = match method {
        PayoutMethod::Transfer => {
            let account = partner.connect_account_id.as_deref().filter(|_| partner.connect_ready);
            Vec::from(payout::retry(&found.id, account.ok_or(NO_PAYOUT_ACCOUNT)?, &job_id, app.now)?)
        }
        PayoutMethod::Manual => {
            entry.after.insert("reference".into(), reference.into());
            vec![payout::record_manual(&found.id, reference, app.now)]
        }
    };
    statements.push(entry.query_after_change(by, app.now));
    if app.db.transaction(statements).await?.first() != Some(&1) {
        return Err(PAYOUT_RESOLVED);
    }
    if method == PayoutMethod::Transfer {
        queue::enqueue(app, &job_id).await;
    }
    Ok(())
}
