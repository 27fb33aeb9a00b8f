//! Forgets what a customer sent: video, name, address, consent and everything that names them.

use domain::audit::AuditAction;
use domain::drive::{self, DriveProvider};
use domain::retention::demo_cutoff;
use domain::webhook::DEMO;

use crate::app::App;
use crate::auth::guard::ClientUser;
use crate::auth::login_subject::email_hash;
use crate::error::{Error, Result};
use crate::integrations::drive::Drive;
use crate::store::audit::Entry;
use crate::store::submission::erase::{self, ErasureCandidate, Record, Unswept};

/// Erases one submission, or all of the same customer, and says how many are gone. The rows go first, together with
/// the note of what is to be removed: should a removal fail, or a delivery be under way, the sweeper removes it.
///
/// # Errors
/// [`Error::NotFound`].
pub async fn run(app: &App, by: &ClientUser, submission_id: &str, whole_customer: bool) -> Result<u32> {
    let candidates = erase::candidates(&app.db, &by.client_id, submission_id, whole_customer).await?;
    if candidates.is_empty() {
        return Err(Error::NotFound("Submission"));
    }
    let erased = delete(app, &by.client_id, by.user.user_id(), candidates).await?;
    if let Some(admin) = by.user.admin() {
        let after = serde_json::Map::from_iter([("erased".to_owned(), erased.into())]);
        let entry =
            Entry { after, ..Entry::without_fields(AuditAction::SubmissionErase, &by.client_id, &by.company_name) };
        app.db.change(entry.query(admin, app.now)).await?;
    }
    Ok(erased)
}

/// Erases demo videos whose time is over, a bounded number of them, and says how many are gone.
pub async fn purge_expired_demos(app: &App) -> Result<u32> {
    let candidates = erase::older_than(&app.db, DEMO, demo_cutoff(app.now)).await?;
    delete(app, DEMO, erase::BY_SCHEDULE, candidates).await
}

async fn delete(app: &App, client_id: &str, erased_by: &str, candidates: Vec<ErasureCandidate>) -> Result<u32> {
    let mut erased: u32 = 0;
    for one in candidates {
        let path = one
            .drive_path
            .unwrap_or_else(|| drive::file_path(&one.created_on, &one.customer_name, &one.id, one.container));
        // Where it was delivered to, or where a delivery that is under way would bring it.
        let under_way = || Drive::of(one.drive_link.as_deref(), client_id, app).provider();
        let drive = one.drive.or_else(under_way);
        let record_id = uuid::Uuid::new_v4().to_string();
        let record = Record {
            id: &record_id,
            client_id,
            submission_id: &one.id,
            customer_hash: &email_hash(&app.config, &one.customer_email.to_lowercase()),
            erased_by,
            drive_path: &path,
            drive,
            upload_id: &one.upload_id,
        };
        if erase::delete(&app.db, &record, app.now).await? {
            erased = erased.saturating_add(1);
            let _ = remove(app, client_id, drive, Some(&path), Some(&one.upload_id)).await;
        }
    }
    Ok(erased)
}

/// Looks once more for the files of an erasure, after every delivery that was under way has ended.
pub async fn sweep(app: &App, one: &Unswept) -> Result<()> {
    remove(app, &one.client_id, one.drive, one.drive_path.as_deref(), one.upload_id.as_deref()).await?;
    erase::swept(&app.db, &one.id, app.now).await
}

async fn remove(
    app: &App,
    client_id: &str,
    drive: Option<DriveProvider>,
    path: Option<&str>,
    upload_id: Option<&str>,
) -> Result<()> {
    if let Some(path) = path {
        Drive::of_provider(drive).remove(app, client_id, path).await?;
    }
    if let Some(upload_id) = upload_id {
        app.files.delete_chunks(upload_id).await?;
    }
    Ok(())
}
