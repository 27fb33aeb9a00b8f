//! An admin settles who referred a client, where partners disagree or nothing says it.

use domain::affiliate::promotion_code;
use domain::api::commission::ReferralSettlement;
use domain::audit::AuditAction;
use domain::limits::MAX_NOTES_CHARACTERS;

use crate::app::App;
use crate::error::{Error, Result};
use crate::store::audit::Entry;
use crate::store::session::CurrentSession;
use crate::store::{affiliate, client, referral};

/// The months that are computed from now on follow it; what was paid out is made good by adjustments.
///
/// # Errors
/// [`Error::NotFound`] for an unknown client or code, [`Error::Malformed`] without a note.
pub async fn run(app: &App, by: &CurrentSession, client_id: &str, wish: &ReferralSettlement) -> Result<()> {
    let note = wish.note.trim();
    if note.is_empty() || note.chars().count() > MAX_NOTES_CHARACTERS {
        return Err(Error::Malformed("Please say why, in at most 2,000 characters."));
    }
    let company = client::name(&app.db, client_id, None).await?.ok_or(Error::NotFound("Client"))?;
    let before = referral::partner_of(&app.db, client_id).await?;
    let partner = if wish.code.trim().is_empty() {
        None
    } else {
        let code = promotion_code(&wish.code).map_err(Error::Malformed)?;
        Some(affiliate::by_code(&app.db, &code).await?.ok_or(Error::NotFound("Affiliate"))?)
    };
    let is_now = partner.as_ref().map_or("nobody", |partner| partner.code.as_str());
    let mut entry =
        Entry::change(AuditAction::ReferralSettle, client_id, &company, ("partner", before.as_deref(), is_now));
    entry.after.insert("note".into(), note.into());
    let settle = referral::settle(client_id, partner.as_ref().map(|partner| partner.id.as_str()), app.now);
    app.db.transaction(vec![settle, entry.query(by, app.now)]).await.map(drop)
}
