//! Connects a client to Google Drive: its own with its consent, a folder of a Shared Drive with the service account, or
//! a folder in the platform's own Google Drive.

use domain::api::drive::{GoogleCode, GoogleConsent, GoogleFolder};
use domain::drive::DriveProvider;
use domain::google_drive::{self, Credential};
use domain::text;

use crate::app::App;
use crate::auth::guard::{AdminUser, ClientUser};
use crate::error::{Result, invalid};
use crate::flows::drives::connect_platform_drive::NO_PLATFORM_DRIVE;
use crate::flows::drives::google_consent::{self, ConsentRequest, GrantedConsent, consent_error};
use crate::flows::drives::save_drive::{self, NO_DRIVE_KEYS, drive_refused};
use crate::flows::drives::share_folder;
use crate::integrations::drive::google::{self, Account, Folder, Mark, SignIn};
use crate::integrations::drive::{Drive, platform_account};
use crate::store::drives::drive_connection::{self, NewConnection};

const OTHER_CLIENTS_FOLDER: &str =
    "Another client's videos are delivered to this folder. Please choose one of this client's own.";

/// Returns the address of Google's consent page.
///
/// # Errors
/// [`NO_DRIVE_KEYS`].
pub async fn request_consent(app: &App, by: &ClientUser) -> Result<GoogleConsent> {
    google_consent::request(app, ConsentRequest::Client(by)).await
}

/// Connects the Google Drive of the account that gave its consent, requested by the same person for the same client.
///
/// # Errors
/// [`NO_DRIVE_KEYS`], [`drive_refused`].
pub async fn connect_account(app: &App, by: &ClientUser, answered: &GoogleCode) -> Result<()> {
    let GrantedConsent { grant, refresh_token: token, expires_at } =
        google_consent::exchange(app, ConsentRequest::Client(by), answered).await?;
    let connection_id = uuid::Uuid::new_v4().to_string();
    let sign_in = SignIn::Grant { token: token.clone(), ends_at: expires_at };
    let account = Account { id: connection_id.clone(), sign_in, since: app.now };
    google::cache_token(&account, &grant);
    let email = account.email(app).await.map_err(consent_error)?;
    let id =
        account.find_or_make(app, &Mark::Client(&by.client_id), &folder_name(by), None).await.map_err(consent_error)?;
    let credential = Credential::RefreshToken { token };
    test_and_save(app, by, Folder { connection_id, id, account, connected_at: app.now }, &email, &credential).await?;
    renew_earlier(app, by, &email, &credential, expires_at).await
}

/// Name of a client's folder.
fn folder_name(by: &ClientUser) -> String {
    format!("{} testimonials", by.company_name)
}

/// Renews the credential of the account's earlier folders too: the new grant has replaced theirs.
async fn renew_earlier(
    app: &App,
    by: &ClientUser,
    account: &str,
    credential: &Credential,
    ends: Option<i64>,
) -> Result<()> {
    let secret = serde_json::to_string(credential)?;
    let mut statements = Vec::new();
    for one in drive_connection::of_account(&app.db, &by.client_id, DriveProvider::Google, account).await? {
        let sealed = save_drive::seal(app, &one.seal_context(), &secret)?;
        statements.push(drive_connection::renew(&one.id, &sealed, ends));
    }
    if statements.is_empty() { Ok(()) } else { app.db.transaction(statements).await.map(drop) }
}

/// Connects a folder shared with the service account.
///
/// # Errors
/// [`NO_DRIVE_KEYS`], `Error::invalid`, [`drive_refused`].
pub async fn connect_shared_folder(app: &App, _: &AdminUser, by: &ClientUser, request: &GoogleFolder) -> Result<()> {
    let service = app.config.google_service_account.as_ref().ok_or(NO_DRIVE_KEYS)?;
    let id = google_drive::folder_id(&request.link).ok_or_else(|| invalid([("link", text::GOOGLE_FOLDER)]))?.to_owned();
    if drive_connection::is_used_by_another(&app.db, &by.client_id, DriveProvider::Google, &id).await? {
        return Err(drive_refused(OTHER_CLIENTS_FOLDER.into()));
    }
    let connection_id = uuid::Uuid::new_v4().to_string();
    let account = Account { id: connection_id.clone(), sign_in: SignIn::ServiceAccount, since: app.now };
    let folder = Folder { connection_id, id, account, connected_at: app.now };
    folder.inspect(app, &service.email).await.map_err(consent_error)?;
    test_and_save(app, by, folder, &service.email, &Credential::ServiceAccount).await
}

/// Creates the client's folder in the platform's Google Drive, connects it and shares it with the client. A failed
/// permission fails nothing: it is shown on the Drive page and retried hourly, while videos are delivered.
///
/// # Errors
/// [`NO_PLATFORM_DRIVE`], [`drive_refused`].
pub async fn connect_platform_folder(app: &App, _: &AdminUser, by: &ClientUser) -> Result<()> {
    let (drive, account) = platform_account(app, None).await?.ok_or(NO_PLATFORM_DRIVE)?;
    let mark = Mark::PlatformClient(&by.client_id);
    let found = account.find_or_make(app, &mark, &folder_name(by), Some(&drive.root_id)).await;
    let id = found.map_err(consent_error)?;
    let connection_id = uuid::Uuid::new_v4().to_string();
    let folder = Folder { connection_id, id, account, connected_at: app.now };
    test_and_save(app, by, folder, &drive.account, &Credential::Platform).await?;
    share_folder::of_client(app, &by.client_id).await
}

async fn test_and_save(
    app: &App,
    by: &ClientUser,
    folder: Folder,
    account: &str,
    credential: &Credential,
) -> Result<()> {
    let (id, address) = (folder.connection_id.clone(), folder.id.clone());
    let expires_at = match (&folder.account.sign_in, credential) {
        (SignIn::Grant { ends_at, .. }, Credential::RefreshToken { .. }) => *ends_at,
        _ => None,
    };
    Drive::Google(folder).check(app, &by.client_id, true).await.map_err(drive_refused)?;
    let drive = NewConnection {
        id: &id,
        provider: DriveProvider::Google,
        link: &google_drive::folder_link(&address),
        address: &address,
        account,
        is_platform: *credential == Credential::Platform,
        expires_at,
    };
    save_drive::save(app, by, &drive, &serde_json::to_string(credential)?).await
}
