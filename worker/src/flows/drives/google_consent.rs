//! Requests a consent on Google's page and handles its answer: of a business for its own account, of an admin for the platform's.

use domain::api::drive::{GoogleCode, GoogleConsent};
use domain::google_drive::verifier;
use domain::keys::KeyPurpose;
use domain::pages::{ADMIN_GOOGLE_DRIVE, CLIENT_GOOGLE_DRIVE};
use domain::retention::GOOGLE_CONSENT_MS;
use domain::signed_url::LinkPurpose;

use crate::app::App;
use crate::auth::guard::ClientUser;
use crate::auth::{signed_url, token};
use crate::config::GoogleClient;
use crate::error::{Error, Result};
use crate::flows::drives::save_drive::{NO_DRIVE_KEYS, drive_refused};
use crate::integrations::drive::Fault;
use crate::integrations::drive::google::{self, Account, Grant};
use crate::log;
use crate::store::drives::platform_drive;
use crate::store::identity::session::{self, CurrentSession};

const NO_RIGHT: &str = "Google did not give us the right to put files into this Drive. Please connect it again, and leave the \
    box beside that right ticked.";
const NO_REFRESH: &str = "Google gave no lasting permission. Please connect it again.";
const STALE: &str = "This took too long, or began in another browser. Please connect Google Drive again.";

/// The account to connect and its requester. An answer is valid once, for the same request by the same person in the same session.
#[derive(Clone, Copy)]
pub(super) enum ConsentRequest<'a> {
    /// A client's own account.
    Client(&'a ClientUser),
    /// The product's own.
    Platform(&'a CurrentSession),
}

impl ConsentRequest<'_> {
    fn purpose(self) -> LinkPurpose {
        match self {
            Self::Client(_) => LinkPurpose::GoogleConsent,
            Self::Platform(_) => LinkPurpose::PlatformConsent,
        }
    }

    /// The requester and the client it acts for.
    fn subject(self) -> String {
        match self {
            Self::Client(by) => format!("{}:{}", by.client_id, by.user.user_id()),
            Self::Platform(by) => by.user_id.clone(),
        }
    }

    /// Id of the requesting session.
    fn session_id(&self) -> &str {
        match self {
            Self::Client(by) => &by.user.session().id,
            Self::Platform(by) => &by.id,
        }
    }

    /// The page that Google redirects to.
    fn redirect_uri(self, app: &App) -> String {
        let page = match self {
            Self::Client(_) => CLIENT_GOOGLE_DRIVE,
            Self::Platform(_) => ADMIN_GOOGLE_DRIVE,
        };
        format!("{}{}", app.config.public_origin, page.path)
    }
}

/// A consent with the required permissions.
pub(super) struct GrantedConsent {
    pub grant: Grant,
    pub refresh_token: String,
    /// When Google expires it, if known; UTC milliseconds.
    pub expires_at: Option<i64>,
}

/// Returns the address of Google's consent page.
pub(super) async fn request(app: &App, consent: ConsentRequest<'_>) -> Result<GoogleConsent> {
    let client = google_client(app)?;
    let expires_at = app.now.saturating_add(GOOGLE_CONSENT_MS);
    let state = signed_url::token(&app.config, consent.purpose(), &consent.subject(), expires_at);
    session::record_consent_request(&app.db, consent.session_id(), &token::hash(&app.config, &state)).await?;
    let verifier = verifier(app.config.keys.current(KeyPurpose::Links), &state);
    Ok(GoogleConsent { address: google::consent_address(client, &consent.redirect_uri(app), &state, &verifier) })
}

/// Exchanges the code from Google's redirect for a grant.
pub(super) async fn exchange(app: &App, consent: ConsentRequest<'_>, answered: &GoogleCode) -> Result<GrantedConsent> {
    let client = google_client(app)?;
    let verified = signed_url::verify_token(app, consent.purpose(), &answered.state).ok();
    let state_hash = token::hash(&app.config, &answered.state);
    if verified != Some(consent.subject())
        || !session::consume_consent(&app.db, consent.session_id(), &state_hash).await?
    {
        return Err(drive_refused(STALE.into()));
    }
    let verifier = verifier(app.config.keys.current(KeyPurpose::Links), &answered.state);
    let grant =
        google::exchange(client, &consent.redirect_uri(app), &answered.code, &verifier).await.map_err(consent_error)?;
    if !grant.includes_files() {
        return Err(drive_refused(NO_RIGHT.into()));
    }
    let refresh_token = grant.refresh_token.clone().ok_or_else(|| drive_refused(NO_REFRESH.into()))?;
    let lasts = grant.refresh_token_expires_in;
    let expires_at = lasts.map(|seconds| app.now.saturating_add(i64::from(seconds).saturating_mul(1000)));
    Ok(GrantedConsent { grant, refresh_token, expires_at })
}

/// Revokes a grant that neither the platform nor another connection uses. Google revokes all of an account's grants at once.
pub(super) async fn revoke_unused(app: &App, account: &Account, email: &str, without_connection: &str) -> Result<()> {
    let Some(token) = account.token() else { return Ok(()) };
    if platform_drive::needs_grant(&app.db, email, without_connection).await? {
        return Ok(());
    }
    // The credential is deleted even if this fails.
    if let Err(reason) = google::revoke(token).await {
        log::warning("google_revoke", &reason);
    }
    Ok(())
}

/// Whether this deployment can request a consent.
pub fn is_possible(app: &App) -> bool {
    google_client(app).is_ok()
}

fn google_client(app: &App) -> Result<&GoogleClient> {
    app.config.google_client.as_ref().filter(|_| app.config.drive_keys.is_some()).ok_or(NO_DRIVE_KEYS)
}

/// Converts a fault for the person who connects.
pub(super) fn consent_error(fault: Fault) -> Error {
    match fault {
        Fault::Internal(cause) => Error::Internal(cause),
        other => drive_refused(other.into_text()),
    }
}
