//! Changes a client's watermark: its switch, or its five settings.

use domain::api::client::{ClientView, WatermarkChange};
use domain::audit::AuditAction;
use domain::watermark;

use crate::app::App;
use crate::auth::guard::ClientUser;
use crate::error::{Error, Result, invalid};
use crate::store::clients::client::{self, ClientSelector};
use crate::store::platform::audit::Entry;

/// Returns the changed client. Writes an admin's change together with its audit entry.
///
/// # Errors
/// [`Error::invalid`], [`Error::not_found`].
pub async fn run(app: &App, by: &ClientUser, change: WatermarkChange) -> Result<ClientView> {
    let change = watermark::normalise(change).map_err(invalid)?;
    let id = &by.client_id;
    let before = client::view(&app.db, ClientSelector::Id(id)).await?.ok_or_else(|| Error::not_found("Client"))?;
    let after = watermark::after(&before, &change);
    let mut statements = vec![client::change_watermark(id, &change, &after)];
    if let Some(admin) = by.user.admin() {
        let entry = Entry::difference(AuditAction::WatermarkChange, id, &by.company_name, &before, &after)?;
        statements.push(entry.query_after_change(admin, app.now));
    }
    app.db.transaction(statements).await?;
    Ok(after)
}
