//! Google accounts and their credentials.

use domain::drive::Space;
use domain::google_drive::{API, FOLDER_TYPE};
use domain::number::parse_u64;
use serde_json::json;

use super::calls::Calls;
use super::{FileMetadata, Folder, Outcome, answer};
use crate::app::App;
use crate::integrations::drive::Fault;
use crate::integrations::drive::deadline::Deadline;

/// Stands in for a connection's id in the platform's account.
const PLATFORM: &str = "platform";

/// The credential.
pub enum SignIn {
    /// A refresh token.
    Grant {
        token: String,
        /// When Google expires it, if known; UTC milliseconds.
        ends_at: Option<i64>,
    },
    /// The deployment's service account.
    ServiceAccount,
}

/// A Google account we can access.
pub struct Account {
    /// The connection's id, or the platform's.
    pub id: String,
    pub sign_in: SignIn,
    /// Since when this credential is used; UTC milliseconds.
    pub since: i64,
}

/// Marks one of the product's folders.
pub enum Mark<'a> {
    /// A client's folder in its own account, by the client's id.
    Client(&'a str),
    /// The platform's root folder.
    Root,
    /// A client's folder below the root, by the client's id.
    PlatformClient(&'a str),
}

impl Mark<'_> {
    /// Key and value of its app property, which only the product sees.
    fn property(&self) -> (&'static str, &str) {
        match self {
            Self::Client(id) => ("saysoClient", id),
            Self::Root => ("saysoPlatform", "root"),
            Self::PlatformClient(id) => ("saysoPlatformClient", id),
        }
    }
}

#[derive(serde::Deserialize)]
struct List {
    files: Vec<FileMetadata>,
}

/// An account's description, with the requested fields.
#[derive(serde::Deserialize)]
#[serde(rename_all = "camelCase")]
struct About {
    user: Option<User>,
    storage_quota: Option<Quota>,
}

#[derive(serde::Deserialize)]
#[serde(rename_all = "camelCase")]
struct User {
    email_address: String,
}

/// Quota in bytes, as Drive reports it.
#[derive(serde::Deserialize)]
struct Quota {
    limit: Option<String>,
    usage: Option<String>,
}

impl Account {
    /// The platform's account, with its refresh token, that token's expiry, and its time of consent.
    #[must_use]
    pub fn of_platform(token: String, ends_at: Option<i64>, since: i64) -> Self {
        Self { id: PLATFORM.into(), sign_in: SignIn::Grant { token, ends_at }, since }
    }

    /// The platform's root folder.
    #[must_use]
    pub fn into_root(self, id: String) -> Folder {
        Folder::in_platform(PLATFORM.into(), id, self)
    }

    /// The refresh token, if it has one.
    #[must_use]
    pub fn token(&self) -> Option<&str> {
        match &self.sign_in {
            SignIn::Grant { token, .. } => Some(token),
            SignIn::ServiceAccount => None,
        }
    }

    pub(super) fn calls<'a>(&'a self, app: &'a App, until: Deadline) -> Calls<'a> {
        Calls { app, account: self, until }
    }

    async fn about(&self, app: &App, fields: &str) -> Outcome<About> {
        let calls = self.calls(app, Deadline::of_calls());
        answer::json(calls.send("GET", &format!("{API}/about?fields={fields}"), &[], None).await?).await
    }

    /// Returns the account's email address.
    pub async fn email(&self, app: &App) -> Outcome<String> {
        let user = self.about(app, "user").await?.user;
        user.map(|user| user.email_address)
            .ok_or_else(|| Fault::Transient("Google Drive did not say whose account this is.".into()))
    }

    /// Returns the space. A Shared Drive, which service accounts use, has no limit of its own.
    pub async fn space(&self, app: &App) -> Outcome<Option<Space>> {
        if matches!(self.sign_in, SignIn::ServiceAccount) {
            return Ok(None);
        }
        let quota = self.about(app, "storageQuota").await?.storage_quota;
        let number = |text: Option<String>| text.as_deref().and_then(parse_u64);
        // An account without a limit omits it.
        Ok(quota
            .and_then(|Quota { limit, usage }| number(limit).zip(number(usage)))
            .and_then(|(limit, used)| Space::from_reported(used, limit)))
    }

    /// Returns the id of a marked folder: one created by an earlier connection, or a new one below `parent` or at the top.
    pub async fn find_or_make(&self, app: &App, mark: &Mark<'_>, name: &str, parent: Option<&str>) -> Outcome<String> {
        let calls = self.calls(app, Deadline::of_calls());
        let (key, value) = mark.property();
        let condition = format!(
            "mimeType = '{FOLDER_TYPE}' and trashed = false and appProperties has {{ key='{key}' and value='{value}' }}"
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
        let mut about = json!({ "name": name, "mimeType": FOLDER_TYPE, "appProperties": { key: value } });
        if let (Some(about), Some(parent)) = (about.as_object_mut(), parent) {
            about.insert("parents".into(), json!([parent]));
        }
        let made: FileMetadata = answer::json(calls.post(&format!("{API}/files?fields=id"), &about).await?).await?;
        Ok(made.id)
    }
}
