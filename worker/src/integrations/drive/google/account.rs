//! Google accounts, with what signs in to them.

use domain::drive::Space;
use domain::google_drive::{API, FOLDER_TYPE};
use domain::number::parse_u64;
use serde_json::json;

use super::calls::Calls;
use super::{FileMetadata, Folder, Outcome, answer};
use crate::app::App;
use crate::integrations::drive::Fault;
use crate::integrations::drive::deadline::Deadline;

/// What the platform's own account is called among those of connections, which have their ids.
const PLATFORM: &str = "platform";

/// What signs in.
pub enum SignIn {
    /// A refresh token.
    Grant {
        token: String,
        /// When Google ends it, where it has said so; UTC milliseconds.
        ends_at: Option<i64>,
    },
    /// The deployment's service account.
    ServiceAccount,
}

/// An account that Google lets us into.
pub struct Account {
    /// Whose it is: a connection's id, or the platform's.
    pub id: String,
    pub sign_in: SignIn,
    /// Since when this sign-in holds; UTC milliseconds.
    pub since: i64,
}

/// What marks a folder among those that the product has made.
pub enum Mark<'a> {
    /// Of a client, by its id, in its own account.
    Client(&'a str),
    /// The root folder of the platform.
    Root,
    /// Of a client, by its id, below that.
    PlatformClient(&'a str),
}

impl Mark<'_> {
    /// Key and value among the properties that only the product sees.
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

/// What an account says of itself, as far as it was asked.
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

/// Bytes, as Drive tells them.
#[derive(serde::Deserialize)]
struct Quota {
    limit: Option<String>,
    usage: Option<String>,
}

impl Account {
    /// The platform's own, with its refresh token, when that ends, and since when it holds.
    #[must_use]
    pub fn of_platform(token: String, ends_at: Option<i64>, since: i64) -> Self {
        Self { id: PLATFORM.into(), sign_in: SignIn::Grant { token, ends_at }, since }
    }

    /// The folder that all others of the platform are in.
    #[must_use]
    pub fn into_root(self, id: String) -> Folder {
        Folder::in_platform(PLATFORM.into(), id, self)
    }

    /// Its refresh token, where it has one.
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

    /// Its email address.
    pub async fn email(&self, app: &App) -> Outcome<String> {
        let user = self.about(app, "user").await?.user;
        user.map(|user| user.email_address)
            .ok_or_else(|| Fault::Transient("Google Drive did not say whose account this is.".into()))
    }

    /// How much room it has; a Shared Drive, which service accounts write into, has no limit of its own.
    pub async fn space(&self, app: &App) -> Outcome<Option<Space>> {
        if matches!(self.sign_in, SignIn::ServiceAccount) {
            return Ok(None);
        }
        let quota = self.about(app, "storageQuota").await?.storage_quota;
        let number = |text: Option<String>| text.as_deref().and_then(parse_u64);
        // An account without a limit names none.
        Ok(quota
            .and_then(|Quota { limit, usage }| number(limit).zip(number(usage)))
            .and_then(|(limit, used)| Space::told(used, limit)))
    }

    /// The id of a marked folder: the one that an earlier connection made, or a new one below `parent`, or at the top.
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
