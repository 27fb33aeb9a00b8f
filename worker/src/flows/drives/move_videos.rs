//! Moves a client's delivered videos to the drive that receives new ones.

use domain::audit::AuditAction;
use domain::drive::folder_path;

use crate::app::{App, clock};
use crate::auth::guard::ClientUser;
use crate::error::Result;
use crate::flows::drives::save_drive;
use crate::integrations::drive::Drive;
use crate::queue;
use crate::store::clients::client::{self, ClientSelector};
use crate::store::submissions::submission::moves;

/// Queues a move for each video, unless one is already queued.
pub async fn run(app: &App, by: &ClientUser) -> Result<()> {
    let client = client::view(&app.db, ClientSelector::Id(&by.client_id)).await?;
    let link = client.and_then(|client| client.drive_link).unwrap_or_else(|| folder_path(&by.client_id));
    let chosen = Drive::selected(app, &by.client_id, Some(&link)).await?;
    // The client's link leads to no connected drive.
    if chosen.provider().is_none() {
        return Ok(());
    }
    let job_ids = moves::queue(&app.db, &by.client_id, chosen.connection_id(), app.now).await?;
    if let Some(note) = save_drive::audit_entry(app, by, AuditAction::DriveMove, &link).filter(|_| !job_ids.is_empty())
    {
        app.db.idempotent_change(note).await?;
    }
    queue::enqueue_all(app, &job_ids).await;
    Ok(())
}

/// Starts a client's next move after one has finished.
///
/// # Errors
/// If the database fails.
pub async fn start_next(app: &App, client_id: &str) -> Result<()> {
    queue::enqueue_all(app, &moves::due(&app.db, client_id, 1, clock()).await?).await;
    Ok(())
}
