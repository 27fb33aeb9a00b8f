//! Connects a client to Google Drive: its own by its consent, or a folder of a Shared Drive by the service account.

use domain::api::drive::{GoogleCode, GoogleConsent, GoogleFolder};
use domain::drive::DriveProvider;
use domain::google_drive::{self, Credential, verifier};
use domain::pages::CLIENT_GOOGLE_DRIVE;
use domain::retention::GOOGLE_CONSENT_MS;
use domain::signed_url::Kind;
use domain::text;

use crate::app::App;
use crate::auth::guard::ClientUser;
use crate::auth::signed_url;
use crate::config::GoogleClient;
use crate::error::{Error, Result, invalid};
use crate::flows::keep_drive::{self, Tried};
use crate::integrations::drive::google::{self, Folder};
use crate::integrations::drive::{Drive, Fault};
use crate::log;
use crate::store::drive_connection;

const NO_RIGHT: &str = "Google did not give us the right to put files into your Drive. Please connect it again, and leave the \
    box beside that right ticked.";
const NO_REFRESH: &str = "Google gave no lasting permission. Please connect it again.";
const STALE: &str = "This took too long, or began in another browser. Please press Connect Google Drive again.";
const OF_ANOTHER: &str =
    "Another client's videos are delivered to this folder. Please choose one of this client's own.";

/// The address of Google's page.
///
/// # Errors
/// [`Error::NoDriveKeys`].
pub fn ask(app: &App, by: &ClientUser) -> Result<GoogleConsent> {
    let client = client_of(app)?;
    let expires_at = app.now.saturating_add(GOOGLE_CONSENT_MS);
    let state = signed_url::token(&app.config, Kind::GoogleConsent, &subject(by), expires_at);
    let verifier = verifier(app.config.link_key.as_bytes(), &state);
    Ok(GoogleConsent { address: google::consent_address(client, &back_to(app), &state, &verifier) })
}

/// Connects the Google Drive of whoever answered Google's page, which was asked by the same person for the same client.
///
/// # Errors
/// [`Error::NoDriveKeys`], [`Error::DriveRefused`].
pub async fn own(app: &App, by: &ClientUser, answered: &GoogleCode) -> Result<()> {
    let client = client_of(app)?;
    let asked = signed_url::verify_token(app, Kind::GoogleConsent, &answered.state).ok();
    if asked != Some(subject(by)) {
        return Err(Error::DriveRefused(STALE.into()));
    }
    let verifier = verifier(app.config.link_key.as_bytes(), &answered.state);
    let grant = google::exchange(client, &back_to(app), &answered.code, &verifier).await.map_err(refused)?;
    if !grant.includes_files() {
        return Err(Error::DriveRefused(NO_RIGHT.into()));
    }
    let token = grant.refresh_token.clone().ok_or_else(|| Error::DriveRefused(NO_REFRESH.into()))?;
    let credential = Credential::RefreshToken { token };
    let secret = serde_json::to_string(&credential)?;
    let connection_id = uuid::Uuid::new_v4().to_string();
    let mut folder = Folder { connection_id, id: String::new(), credential, connected_at: app.now, expires_at: None };
    google::keep(&folder, &grant);
    let account = folder.account(app).await.map_err(refused)?;
    let name = format!("{} testimonials", by.company_name);
    folder.id = folder.find_or_make(app, &by.client_id, &name).await.map_err(refused)?;
    let lasts = grant.refresh_token_expires_in;
    let expires_at = lasts.map(|seconds| app.now.saturating_add(i64::from(seconds).saturating_mul(1000)));
    try_and_keep(app, by, folder, &account, &secret, expires_at).await?;
    renew_earlier(app, by, &account, &secret, expires_at).await
}

/// Earlier folders of the same account go by the new permission, too: it has replaced the one they had.
async fn renew_earlier(app: &App, by: &ClientUser, account: &str, secret: &str, ends: Option<i64>) -> Result<()> {
    let mut statements = Vec::new();
    for one in drive_connection::of_account(&app.db, &by.client_id, DriveProvider::Google, account).await? {
        let sealed = keep_drive::seal(app, &one.seal_context(), secret)?;
        statements.push(drive_connection::renew(&one.id, &sealed, ends));
    }
    if statements.is_empty() { Ok(()) } else { app.db.transaction(statements).await.map(drop) }
}

/// Connects a folder that was shared with the service account.
///
/// # Errors
/// [`Error::NoDriveKeys`], [`Error::Invalid`], [`Error::DriveRefused`].
pub async fn shared(app: &App, by: &ClientUser, wish: &GoogleFolder) -> Result<()> {
    let account = app.config.google_service_account.as_ref().ok_or(Error::NoDriveKeys)?;
    let id = google_drive::folder_id(&wish.link).ok_or_else(|| invalid([("link", text::GOOGLE_FOLDER)]))?;
    if drive_connection::is_of_another(&app.db, &by.client_id, DriveProvider::Google, id).await? {
        return Err(Error::DriveRefused(OF_ANOTHER.into()));
    }
    let credential = Credential::ServiceAccount;
    let secret = serde_json::to_string(&credential)?;
    let connection_id = uuid::Uuid::new_v4().to_string();
    let folder = Folder { connection_id, id: id.to_owned(), credential, connected_at: app.now, expires_at: None };
    folder.inspect(app, &account.email).await.map_err(refused)?;
    try_and_keep(app, by, folder, &account.email, &secret, None).await
}

async fn try_and_keep(
    app: &App,
    by: &ClientUser,
    folder: Folder,
    account: &str,
    secret: &str,
    expires_at: Option<i64>,
) -> Result<()> {
    let (id, address) = (folder.connection_id.clone(), folder.id.clone());
    Drive::Google(folder).check(app, &by.client_id, true).await.map_err(Error::DriveRefused)?;
    let link = google_drive::folder_link(&address);
    let provider = DriveProvider::Google;
    let tried = Tried { id: &id, provider, link: &link, address: &address, account, secret, expires_at };
    keep_drive::keep(app, by, &tried).await
}

/// Gives a permission back that nobody uses any more. Google ends all of an account's permissions at once.
///
/// # Errors
/// Of the database.
pub async fn give_back(app: &App, folder: &Folder, account: &str) -> Result<()> {
    let Credential::RefreshToken { token } = &folder.credential else { return Ok(()) };
    if drive_connection::shares_account(&app.db, &folder.connection_id, DriveProvider::Google, account).await? {
        return Ok(());
    }
    // The credential is forgotten either way.
    if let Err(reason) = google::revoke(token).await {
        log::warning("google_revoke", &reason);
    }
    Ok(())
}

fn client_of(app: &App) -> Result<&GoogleClient> {
    app.config.google_client.as_ref().filter(|_| app.config.drive_keys.is_some()).ok_or(Error::NoDriveKeys)
}

/// Who answers for whom.
fn subject(by: &ClientUser) -> String {
    format!("{}:{}", by.client_id, by.user.user_id())
}

fn back_to(app: &App) -> String {
    format!("{}{}", app.config.public_origin, CLIENT_GOOGLE_DRIVE.path)
}

fn refused(fault: Fault) -> Error {
    match fault {
        Fault::Ours(cause) => Error::Internal(cause),
        other => Error::DriveRefused(other.into_text()),
    }
}
