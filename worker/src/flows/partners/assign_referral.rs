//! Sets a client's referrer by hand, for disputes and referrals without evidence.

use std::collections::BTreeMap;

use domain::affiliate::promotion_code;
use domain::api::commission::ReferrerChange;
use domain::audit::AuditAction;
use domain::limits::MAX_NOTES_CHARACTERS;
use domain::referral::SelfReferral;

use crate::app::App;
use crate::error::{Error, Result};
use crate::store::clients::client;
use crate::store::identity::session::CurrentSession;
use crate::store::partners::affiliate;
use crate::store::partners::referral::{referrer, set_referrer};
use crate::store::platform::audit::Entry;

/// Sets the referrer. Later calculations use it; months already paid out are corrected by adjustments.
///
/// # Errors
/// [`Error::not_found`] for an unknown client or code, [`Error::malformed`] without a note, [`Error::changed_meanwhile`] if
/// the referrer changed since the admin loaded it.
pub async fn run(app: &App, by: &CurrentSession, client_id: &str, request: &ReferrerChange) -> Result<()> {
    let note = request.note.trim();
    if note.is_empty() || note.chars().count() > MAX_NOTES_CHARACTERS {
        return Err(Error::malformed("Please say why, in at most 2,000 characters."));
    }
    let company = client::name(&app.db, client_id, None).await?.ok_or_else(|| Error::not_found("Client"))?;
    let seen = if request.seen_code.is_empty() { None } else { Some(request.seen_code.as_str()) };
    let partner = if request.code.trim().is_empty() {
        None
    } else {
        let code = promotion_code(&request.code).map_err(Error::malformed)?;
        Some(affiliate::by_code(&app.db, &code).await?.ok_or_else(|| Error::not_found("Affiliate"))?)
    };
    let is_now = partner.as_ref().map_or("nobody", |partner| partner.code.as_str());
    let mut entry = Entry::change(AuditAction::ReferralSettle, client_id, &company, ("partner", seen, is_now));
    entry.after.insert("note".into(), note.into());
    // The row loses its evidence and flags here, so the audit log keeps them.
    if let Some(before) = referrer(&app.db, client_id).await? {
        entry.before.insert("evidence".into(), before.evidence.as_str().into());
        entry.before.insert("self_referral".into(), before.self_referral.map(SelfReferral::as_str).into());
        entry.before.insert("sponsors_own".into(), before.sponsors_own.map(SelfReferral::as_str).into());
    }
    let settle = set_referrer(client_id, partner.as_ref().map(|partner| partner.id.as_str()), seen, app.now);
    let statements = vec![settle, entry.query_after_change(by, app.now)];
    if app.db.transaction(statements).await?.first() == Some(&1) {
        return Ok(());
    }
    let now = referrer(&app.db, client_id).await?.and_then(|now| now.code).unwrap_or_default();
    Err(Error::changed_meanwhile(BTreeMap::from([("code".to_owned(), now)])))
}
