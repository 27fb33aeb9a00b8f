//! Ends a partnership for the partner or an admin, and reinstates the partner while it still earns.

use domain::audit::AuditAction;
use domain::commission::activity::{earns, earns_until};
use domain::date::{date_of, in_words};
use domain::email::EmailTemplate;
use domain::limits::MAX_NOTES_CHARACTERS;

use crate::app::App;
use crate::error::{Error, Result, refusal};
use crate::flows::partners::switch_partner_codes;
use crate::flows::platform::queue_email::{self, EmailRequest};
use crate::log;
use crate::store::db::Query;
use crate::store::identity::session::CurrentSession;
use crate::store::partners::affiliate::{self, Affiliate};
use crate::store::partners::affiliate_departure::{leave, reinstate};
use crate::store::platform::audit::Entry;

/// The partner left too long ago to be reinstated.
pub const PARTNERSHIP_OVER: Error =
    refusal!(409, "partnership_over", "A partner can be taken back within 30 days of leaving. That time has passed.");

/// Ends it for the partner. No-op if it has ended.
pub async fn by_partner(app: &App, partner: &Affiliate) -> Result<()> {
    end(app, partner, None).await
}

/// Ends it for an admin. The audit log stores the reason, and the partner is notified by mail.
///
/// # Errors
/// [`Error::malformed`] without a reason.
pub async fn by_admin(app: &App, by: &CurrentSession, partner: &Affiliate, reason: &str) -> Result<()> {
    let reason = reason.trim();
    if reason.is_empty() || reason.chars().count() > MAX_NOTES_CHARACTERS {
        return Err(Error::malformed("Please say why, in at most 2,000 characters."));
    }
    let name = partner.name();
    let entry = Entry::change(AuditAction::AffiliateEnd, &partner.id, &name, ("reason", None, reason));
    end(app, partner, Some((by, entry))).await
}

async fn end(app: &App, partner: &Affiliate, by: Option<(&CurrentSession, Entry<'_>)>) -> Result<()> {
    if partner.left_at.is_some() {
        return Ok(());
    }
    let mut statements = vec![leave(&partner.id, app.now), Query::abort_unless_changed()];
    statements.extend(by.map(|(admin, entry)| entry.query(admin, app.now)));
    let subject_id = format!("{}/{}", partner.id, app.now);
    let mail = EmailRequest {
        template: EmailTemplate::PartnershipEnded,
        subject_id: Some(&subject_id),
        recipient: &partner.email,
        params: (),
    };
    if let Err(error) = queue_email::run(app, &mail, statements).await {
        // A concurrent request may have been faster.
        let now = affiliate::get(&app.db, &partner.id).await?;
        return if now.is_some_and(|now| now.left_at.is_some()) { Ok(()) } else { Err(error) };
    }
    switch_codes(app).await;
    Ok(())
}

/// Reinstates a partner as if it had never left.
///
/// # Errors
/// [`Error::not_found`] if it is no partner, [`PARTNERSHIP_OVER`] once it earns no more.
pub async fn undo(app: &App, by: &CurrentSession, id: &str) -> Result<()> {
    let found = affiliate::get(&app.db, id).await?.filter(|found| found.user_id.is_some());
    let partner = found.ok_or_else(|| Error::not_found("Affiliate"))?;
    let Some(left_at) = partner.left_at else { return Ok(()) };
    if !earns(partner.left_at, app.now) {
        return Err(PARTNERSHIP_OVER);
    }
    let name = partner.name();
    let until = in_words(date_of(earns_until(left_at)));
    let entry = Entry::change(AuditAction::AffiliateTakeBack, id, &name, ("earns_until", Some(&until), ""));
    app.db.transaction(vec![reinstate(id, left_at), entry.query_after_change(by, app.now)]).await?;
    switch_codes(app).await;
    Ok(())
}

/// Switches the codes at once; if Stripe does not answer, the schedule does it.
async fn switch_codes(app: &App) {
    if let Err(error) = switch_partner_codes::run(app).await {
        log::warning("promotion codes", &error.cause().unwrap_or_default());
    }
}
