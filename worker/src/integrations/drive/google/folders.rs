//! The folders that the product makes in a Google Drive.

use domain::google_drive::{API, FOLDER_TYPE};
use serde_json::json;

use super::calls::Calls;
use super::{ALL_DRIVES, Described, Folder, Outcome, answer};
use crate::app::App;
use crate::integrations::drive::Fault;
use crate::integrations::drive::deadline::Deadline;
use crate::integrations::http::discard;
use crate::store::google_file;

/// What marks the folder of a client among the files that the product has made.
const MARK: &str = "saysoClient";

/// The folder that a video's name begins with.
pub(super) fn month_of(name: &str) -> &str {
    name.split('/').next().unwrap_or_default()
}

/// The name of a video's file in it.
pub(super) fn file_of(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or_default()
}

#[derive(serde::Deserialize)]
struct List {
    files: Vec<Described>,
}

#[derive(serde::Deserialize)]
struct About {
    user: User,
}

#[derive(serde::Deserialize)]
#[serde(rename_all = "camelCase")]
struct User {
    email_address: String,
}

/// A folder that somebody has shared.
#[derive(serde::Deserialize)]
#[serde(rename_all = "camelCase")]
struct Shared {
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
    /// Of children that others may have made: only managers of a Shared Drive can remove anything for good.
    #[serde(default)]
    can_delete_children: bool,
}

impl Folder {
    /// The email address of the account that gave its consent.
    pub async fn account(&self, app: &App) -> Outcome<String> {
        let calls = self.calls(app, Deadline::of_calls());
        let about: About =
            answer::json(calls.send("GET", &format!("{API}/about?fields=user"), &[], None).await?).await?;
        Ok(about.user.email_address)
    }

    /// The id of a client's folder in this account: the one that an earlier connection made, or a new one.
    pub async fn find_or_make(&self, app: &App, client_id: &str, name: &str) -> Outcome<String> {
        let calls = self.calls(app, Deadline::of_calls());
        let condition = format!(
            "mimeType = '{FOLDER_TYPE}' and trashed = false and appProperties has {{ key='{MARK}' and value='{client_id}' }}"
        );
        let query: String = form_urlencoded::Serializer::new(String::new())
            .append_pair("q", &condition)
            .append_pair("fields", "files(id)")
            .append_pair("pageSize", "1")
            .finish();
        let list: List = answer::json(calls.send("GET", &format!("{API}/files?{query}"), &[], None).await?).await?;
        if let Some(found) = list.files.into_iter().next() {
            return Ok(found.id);
        }
        let about = json!({ "name": name, "mimeType": FOLDER_TYPE, "appProperties": { MARK: client_id } });
        let made: Described = answer::json(calls.post(&format!("{API}/files?fields=id"), &about).await?).await?;
        Ok(made.id)
    }

    /// Whether the service account can deliver into this folder; `email` is its own address.
    pub async fn inspect(&self, app: &App, email: &str) -> Outcome<()> {
        let calls = self.calls(app, Deadline::of_calls());
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
        let folder: Shared = answer::json(response).await?;
        if folder.mime_type != FOLDER_TYPE {
            return refused("This link leads to a file. Please paste the link of a folder.".into());
        }
        if folder.trashed {
            return refused(super::IN_BIN.into());
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
}

impl Calls<'_> {
    /// The id of a month's folder, which is made if need be. Its id is kept before it is made: there is only one.
    pub async fn month_folder(&self, month: &str) -> Outcome<String> {
        let (db, connection_id) = (&self.app.db, &self.folder.connection_id);
        let known = google_file::get(db, connection_id, month).await?;
        if let Some(folder) = known.as_ref().filter(|folder| folder.is_stored) {
            return Ok(folder.file_id.clone());
        }
        if known.is_none() {
            let id = self.new_id().await?;
            google_file::begin(db, connection_id, month, &id, self.app.now).await?;
        }
        // Of two deliveries at once the first has chosen.
        let noted = google_file::get(db, connection_id, month).await?;
        let id = noted.ok_or_else(|| Fault::Passing("The month's folder was removed meanwhile.".into()))?.file_id;
        let about = json!({ "id": id, "name": month, "mimeType": FOLDER_TYPE, "parents": [self.folder.id] });
        let made = self.post(&format!("{API}/files?{ALL_DRIVES}&fields=id"), &about).await?;
        match made.status_code() {
            // It is there already.
            409 => discard(made).await,
            _ => answer::outcome(made).await?,
        }
        google_file::stored(db, connection_id, month, &id, self.app.now).await?;
        Ok(id)
    }
}
