//! Folders in Google Drive: shared ones, and one per month.

use domain::google_drive::{API, FOLDER_TYPE};
use serde_json::json;

use super::calls::Calls;
use super::{ALL_DRIVES, Folder, Outcome, answer};
use crate::app::App;
use crate::integrations::drive::Fault;
use crate::integrations::drive::deadline::Deadline;
use crate::integrations::http::discard;
use crate::store::drives::google_file;

/// Name of the folder in a video's path.
pub(super) fn month_of(name: &str) -> &str {
    name.split('/').next().unwrap_or_default()
}

/// Name of the file in a video's path.
pub(super) fn file_of(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or_default()
}

/// A folder shared with us.
#[derive(serde::Deserialize)]
#[serde(rename_all = "camelCase")]
struct SharedFolder {
    mime_type: String,
    #[serde(default)]
    trashed: bool,
    drive_id: Option<String>,
    capabilities: Capabilities,
}

#[derive(serde::Deserialize)]
#[serde(rename_all = "camelCase")]
struct Capabilities {
    #[serde(default)]
    can_add_children: bool,
    /// Also children created by others: only managers of a Shared Drive can delete anything for good.
    #[serde(default)]
    can_delete_children: bool,
}

impl Folder {
    /// Checks whether the service account can deliver to this folder. `email` is the service account's.
    pub async fn inspect(&self, app: &App, email: &str) -> Outcome<()> {
        let calls = self.account.calls(app, Deadline::of_calls());
        let fields = "mimeType,trashed,driveId,capabilities(canAddChildren,canDeleteChildren)";
        let response =
            calls.send("GET", &format!("{API}/files/{}?{ALL_DRIVES}&fields={fields}", self.id), &[], None).await?;
        let refused = |text: String| Err(Fault::Permanent(text));
        if response.status_code() == 404 {
            discard(response).await;
            return refused(format!(
                "We cannot see this folder. In Google Drive, share its Shared Drive with {email} as a manager, and try \
                 again."
            ));
        }
        let folder: SharedFolder = answer::json(response).await?;
        if folder.mime_type != FOLDER_TYPE {
            return refused("This link leads to a file. Please paste the link of a folder.".into());
        }
        if folder.trashed {
            return refused(super::FOLDER_TRASHED.into());
        }
        if folder.drive_id.is_none() {
            return refused(
                "This folder is in somebody's My Drive, where we own no space. Please choose one in a Shared Drive, or let \
                 the business connect its own Google Drive."
                    .into(),
            );
        }
        let Capabilities { can_add_children, can_delete_children } = folder.capabilities;
        if !can_add_children || !can_delete_children {
            return refused(format!(
                "We may not remove videos from this folder, as people may ask us to. Make {email} a manager of its Shared \
                 Drive, and try again."
            ));
        }
        Ok(())
    }

    /// Returns the id of a month's folder, creating it if needed. Stores the id before creating the folder, so that there is only one.
    pub(super) async fn month_folder(&self, calls: &Calls<'_>, month: &str) -> Outcome<String> {
        let (db, connection_id, now) = (&calls.app.db, &self.connection_id, calls.app.now);
        let known = google_file::get(db, connection_id, month).await?;
        if let Some(folder) = known.as_ref().filter(|folder| folder.is_stored) {
            return Ok(folder.file_id.clone());
        }
        if known.is_none() {
            let id = calls.new_id().await?;
            google_file::start(db, connection_id, month, &id, now).await?;
        }
        // Of two concurrent deliveries the first has chosen the id.
        let record = google_file::get(db, connection_id, month).await?;
        let id =
            record.ok_or_else(|| Fault::Transient("The month’s folder was removed in the meantime.".into()))?.file_id;
        let about = json!({ "id": id, "name": month, "mimeType": FOLDER_TYPE, "parents": [self.id] });
        let made = calls.post(&format!("{API}/files?{ALL_DRIVES}&fields=id"), &about).await?;
        match made.status_code() {
            // It already exists.
            409 => discard(made).await,
            _ => answer::outcome(made).await?,
        }
        google_file::mark_stored(db, connection_id, month, &id, now).await?;
        Ok(id)
    }
}
