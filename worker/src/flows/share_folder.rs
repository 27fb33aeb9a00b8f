//! Shares clients' folders in the platform's own Google Drive with the email that the client has now, and with nobody that it
//! had before.
//!
//! Who a folder should be shared with is always the row of its client: whatever has changed that, and whatever became of an
//! earlier attempt, the next run makes it so. It runs when a client is connected or its email is changed, and on schedule.

use domain::limits::FOLDERS_SHARED;
use domain::retention::HOUR_MS;

use crate::app::App;
use crate::error::Result;
use crate::integrations::drive::google::Folder;
use crate::integrations::drive::{Fault, platform_account};
use crate::log;
use crate::store::google_share::{self, UnsharedFolder};

/// Stands for the permission of the account itself, which has every right.
const OWNER: &str = "owner";

/// The folders of a client, now. What Google refuses waits for the schedule, and is told on the Drive page.
///
/// # Errors
/// Of the database.
pub async fn of_client(app: &App, client_id: &str) -> Result<()> {
    google_share::hurry(&app.db, client_id, app.now).await?;
    run(app, Some(client_id)).await.map(drop)
}

/// A bounded number of folders that are not shared as they should be; answers how many now are.
///
/// # Errors
/// Of the database.
pub async fn run(app: &App, client_id: Option<&str>) -> Result<usize> {
    let mut shared = 0_usize;
    for unshared in google_share::unshared(&app.db, client_id, app.now, FOLDERS_SHARED).await? {
        let id = &unshared.connection_id;
        if !google_share::claim(&app.db, id, app.now).await? {
            continue;
        }
        let settled = match follow(app, &unshared).await {
            Ok(()) => {
                shared = shared.saturating_add(1);
                google_share::settle(id, None, 0)
            }
            Err(fault) => {
                if let Fault::Internal(cause) = &fault {
                    log::warning("share_folder", cause);
                }
                google_share::settle(id, Some(&fault.into_text()), app.now.saturating_add(HOUR_MS))
            }
        };
        app.db.idempotent_change(settled).await?;
    }
    Ok(shared)
}

/// Lets the client's email in, and everybody else out. Neither waits for the other.
async fn follow(app: &App, unshared: &UnsharedFolder) -> std::result::Result<(), Fault> {
    let UnsharedFolder { connection_id: id, address, account, email, .. } = unshared;
    let Some((_, opened)) = platform_account(app, Some(account)).await? else { return Ok(()) };
    let folder = Folder::in_platform(id.clone(), address.clone(), opened);
    // Before Google is asked: whoever is let in is known, whatever becomes of the answer.
    app.db.idempotent_change(google_share::note(id, email, None)).await?;
    let shares = google_share::of_folder(&app.db, id).await?;
    let known = shares.iter().find(|share| share.email == *email).and_then(|share| share.permission_id.clone());
    let let_in = match known {
        Some(permission) => Ok(permission),
        // An account is not shared with itself.
        None if email.eq_ignore_ascii_case(account) => Ok(OWNER.to_owned()),
        None => folder.share(app, email).await,
    };
    if let Ok(permission) = &let_in {
        app.db.idempotent_change(google_share::note(id, email, Some(permission))).await?;
    }
    for share in shares.iter().filter(|share| share.email != *email) {
        let permission = match &share.permission_id {
            Some(permission) => Some(permission.clone()),
            None => folder.permission_of(app, &share.email).await?,
        };
        // Two addresses may be one account, as with and without dots.
        if let Some(permission) = permission.filter(|one| one != OWNER && let_in.as_ref().ok() != Some(one)) {
            folder.unshare(app, &permission).await?;
        }
        app.db.idempotent_change(google_share::forget(id, &share.email)).await?;
    }
    let_in.map(drop)
}
