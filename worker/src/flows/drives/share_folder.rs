//! Shares clients' folders in the platform's Google Drive with the client's current email only.
//!
//! The client's row decides who may see its folder, so the next run corrects every deviation, whatever caused it. Runs
//! when a client is connected or its email changes, and on schedule.

use domain::limits::FOLDERS_SHARED;
use domain::retention::HOUR_MS;

use crate::app::App;
use crate::error::Result;
use crate::integrations::drive::google::Folder;
use crate::integrations::drive::{Fault, platform_account};
use crate::log;
use crate::store::drives::google_share::{self, UnsharedFolder};

/// Stands in for the id of the account's own permission, which grants everything.
const OWNER: &str = "owner";

/// Shares a client's folders now. The schedule retries what Google refuses, which the Drive page shows.
///
/// # Errors
/// If the database fails.
pub async fn of_client(app: &App, client_id: &str) -> Result<()> {
    google_share::retry_now(&app.db, client_id, app.now).await?;
    run(app, Some(client_id)).await.map(drop)
}

/// Shares one batch of folders with outdated permissions. Returns the number of successes.
///
/// # Errors
/// If the database fails.
pub async fn run(app: &App, client_id: Option<&str>) -> Result<usize> {
    let mut shared = 0_usize;
    for unshared in google_share::unshared(&app.db, client_id, app.now, FOLDERS_SHARED).await? {
        let id = &unshared.connection_id;
        if !google_share::claim(&app.db, id, app.now).await? {
            continue;
        }
        let settled = match sync_permissions(app, &unshared).await {
            Ok(()) => {
                shared = shared.saturating_add(1);
                google_share::record_run(id, None, 0)
            }
            Err(fault) => {
                if let Fault::Internal(cause) = &fault {
                    log::warning("share_folder", cause);
                }
                google_share::record_run(id, Some(&fault.into_text()), app.now.saturating_add(HOUR_MS))
            }
        };
        app.db.idempotent_change(settled).await?;
    }
    Ok(shared)
}

/// Grants the client's email access and revokes everybody else's, independently of each other.
async fn sync_permissions(app: &App, unshared: &UnsharedFolder) -> std::result::Result<(), Fault> {
    let UnsharedFolder { connection_id: id, address, account, email, .. } = unshared;
    let Some((_, opened)) = platform_account(app, Some(account)).await? else { return Ok(()) };
    let folder = Folder::in_platform(id.clone(), address.clone(), opened);
    // Recorded before the call, so that the permission is known even if the answer is lost.
    app.db.idempotent_change(google_share::record_permission(id, email, None)).await?;
    let shares = google_share::of_folder(&app.db, id).await?;
    let known = shares.iter().find(|share| share.email == *email).and_then(|share| share.permission_id.clone());
    let let_in = match known {
        Some(permission) => Ok(permission),
        // The account cannot be granted access to its own folder.
        None if email.eq_ignore_ascii_case(account) => Ok(OWNER.to_owned()),
        None => folder.share(app, email).await,
    };
    if let Ok(permission) = &let_in {
        app.db.idempotent_change(google_share::record_permission(id, email, Some(permission))).await?;
    }
    for share in shares.iter().filter(|share| share.email != *email) {
        let permission = match &share.permission_id {
            Some(permission) => Some(permission.clone()),
            None => folder.permission_of(app, &share.email).await?,
        };
        // Two addresses may belong to one account, such as with and without dots.
        if let Some(permission) = permission.filter(|one| one != OWNER && let_in.as_ref().ok() != Some(one)) {
            folder.unshare(app, &permission).await?;
        }
        app.db.idempotent_change(google_share::delete_permission(id, &share.email)).await?;
    }
    let_in.map(drop)
}
