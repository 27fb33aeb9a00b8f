//! Erases the data of a partner who has left, for the partner or an admin. Earnings and payouts stay; so do the names
//! if something was paid out, for as long as tax law requires.

use domain::audit::AuditAction;
use domain::commission::activity::{earns, earns_until};
use domain::commission::{MIN_PAYOUT_PENCE, month::Month};
use domain::date::{date_of, short};
use domain::email::EmailTemplate;
use domain::limits::MAX_NOTES_CHARACTERS;

use crate::app::App;
use crate::auth::login_subject::from_request;
use crate::error::{Error, Result, refusal};
use crate::flows::identity::set_password::verify_current;
use crate::request::Request;
use crate::store::db::Query;
use crate::store::identity::session::CurrentSession;
use crate::store::partners::affiliate::{self, Affiliate};
use crate::store::partners::{affiliate_erasure, commission, payout};
use crate::store::platform::audit::Entry;
use crate::store::platform::email;
use crate::store::submissions::erasure_note;

/// The last month of the partnership is not counted yet.
pub const LAST_MONTH_OPEN: Error = refusal!(
    409,
    "last_month_open",
    "The last month of this partnership is still being counted. Please try again in an hour."
);

/// The partner is owed a payout.
pub const MONEY_DUE: Error =
    refusal!(409, "money_due", "You still have money due or on its way. We can erase your data once it has arrived.");

/// The partner has not left, or earns until `until` (UTC milliseconds).
fn still_partner(until: Option<i64>) -> Error {
    let text = match until {
        None => "Leave the programme first. We can erase your data once you have stopped earning.".to_owned(),
        Some(at) => {
            format!("This partnership earns until {}. We can erase your data after that.", short(date_of(at)))
        }
    };
    refusal!(409, "still_partner").with_text(text)
}

/// Erases it for the partner, verified by the password.
///
/// # Errors
/// `WRONG_CURRENT_PASSWORD`, [`Error::too_many_attempts`]; those of [`run`].
pub async fn by_partner(
    app: &App,
    request: &Request,
    session: &CurrentSession,
    partner: &Affiliate,
    password: &str,
) -> Result<()> {
    verify_current(app, session, &from_request(app, request, &session.email), password).await?;
    run(app, partner, None).await
}

/// Erases it for an admin. The audit log stores the reason.
///
/// # Errors
/// [`Error::malformed`] without a reason; those of [`run`].
pub async fn by_admin(app: &App, by: &CurrentSession, partner: &Affiliate, reason: &str) -> Result<()> {
    let reason = reason.trim();
    if reason.is_empty() || reason.chars().count() > MAX_NOTES_CHARACTERS {
        return Err(Error::malformed("Please say why, in at most 2,000 characters."));
    }
    let entry = Entry::change(AuditAction::AffiliateErase, &partner.id, "", ("reason", None, reason));
    run(app, partner, Some((by, entry))).await
}

/// Repeats the erasure on a restored back-up.
///
/// # Errors
/// Those of [`run`].
pub async fn repeat(app: &App, partner: &Affiliate) -> Result<()> {
    run(app, partner, None).await
}

/// # Errors
/// [`still_partner`] before the partnership is over, [`LAST_MONTH_OPEN`] before its last month is counted,
/// [`MONEY_DUE`] while a payout is due or under way.
async fn run(app: &App, partner: &Affiliate, by: Option<(&CurrentSession, Entry<'_>)>) -> Result<()> {
    let Some(left_at) = partner.left_at else { return Err(still_partner(None)) };
    if earns(Some(left_at), app.now) {
        return Err(still_partner(Some(earns_until(left_at))));
    }
    // The last month that ends within the days it earns after leaving.
    let last = Month::of(earns_until(left_at)).before();
    if !affiliate_erasure::is_counted(&app.db, &partner.id, last).await? {
        return Err(LAST_MONTH_OPEN);
    }
    let waits = commission::pending(&app.db, &partner.id, Month::of(app.now)).await?;
    let due: i64 = waits.iter().map(|one| one.amount_pence).sum();
    if due >= MIN_PAYOUT_PENCE || payout::is_under_way(&app.db, &partner.id).await? {
        return Err(MONEY_DUE);
    }
    let ids = serde_json::to_string(&[&partner.id])?;
    let mut statements = vec![affiliate_erasure::erase(&partner.id, last, app.now), Query::abort_unless_changed()];
    if let Some(user_id) = &partner.user_id {
        statements.extend(affiliate_erasure::close_account(user_id));
    }
    for template in EmailTemplate::ALL.iter().filter(|template| template.is_about_partner()) {
        statements.extend(email::delete_about(*template, &ids));
    }
    statements.extend(affiliate_erasure::delete_names(&ids, 0));
    statements.push(erasure_note::of_partner(&partner.id, app.now));
    statements.extend(by.map(|(admin, entry)| entry.query(admin, app.now)));
    let done = app.db.transaction(statements).await;
    if done.is_err() && affiliate::get(&app.db, &partner.id).await?.is_some_and(|now| now.erased_at.is_some()) {
        // A concurrent request was faster.
        return Ok(());
    }
    done.map(drop)
}
