//! Has a client's delivered videos moved to the drive that new ones go to.

use domain::audit::AuditAction;
use domain::drive::folder_path;

use crate::app::{App, clock};
use crate::auth::guard::ClientUser;
use crate::error::Result;
use crate::flows::save_drive;
use crate::integrations::drive::Drive;
use crate::queue;
use crate::store::client::{self, ClientSelector};
use crate::store::submission::moves;

/// Queues a move for each; one that is on its way already gets no second one.
pub async fn run(app: &App, by: &ClientUser) -> Result<()> {
    let client = client::view(&app.db, ClientSelector::Id(&by.client_id)).await?;
    let link = client.and_then(|client| client.drive_link).unwrap_or_else(|| folder_path(&by.client_id));
    let chosen = Drive::chosen(app, &by.client_id, Some(&link)).await?;
    // A link that leads nowhere takes nothing.
    if chosen.provider().is_none() {
        return Ok(());
    }
    let job_ids = moves::queue(&app.db, &by.client_id, chosen.connection_id(), app.now).await?;
    if let Some(note) = save_drive::note(app, by, AuditAction::DriveMove, &link).filter(|_| !job_ids.is_empty()) {
        app.db.idempotent_change(note).await?;
    }
    queue::announce_all(app, &job_ids).await;
    Ok(())
}

/// Has a client's next move begun, after one of them has ended.
///
/// # Errors
/// Of the database.
pub async fn go_on(app: &App, client_id: &str) -> Result<()> {
    queue::announce_all(app, &moves::due(&app.db, client_id, 1, clock()).await?).await;
    Ok(())
}
