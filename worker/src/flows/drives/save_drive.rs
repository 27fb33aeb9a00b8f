//! Stores a drive's credential after a successful test file.

use domain::audit::AuditAction;
use domain::sealed_secret::{NONCE_BYTES, SealedSecret};
use serde_json::Map;

use crate::app::App;
use crate::auth::guard::ClientUser;
use crate::auth::token;
use crate::error::{Error, Result, refusal};
use crate::flows::drives::retry_delivery;
use crate::store::db::Query;
use crate::store::drives::drive_connection::{self, NewConnection};
use crate::store::drives::resumed_delivery;
use crate::store::platform::audit::Entry;
use crate::store::submissions::submission::failed::FailedScope;

/// A drive rejected a test file; the text holds the reason and the solution.
#[must_use]
pub fn drive_refused(text: String) -> Error {
    refusal!(400, "drive_refused").with_text(text)
}

/// No key to seal drives' credentials is set.
pub const NO_DRIVE_KEYS: Error =
    refusal!(409, "no_drive_keys", "Drives of your own cannot be connected here yet. Please contact support.");

/// Stores a tested drive with its sealed credential and selects it for the client's videos, including failed ones.
pub(super) async fn save(app: &App, by: &ClientUser, drive: &NewConnection<'_>, secret: &str) -> Result<()> {
    let client_id = &by.client_id;
    let sealed = seal(app, &drive_connection::seal_context(client_id, drive.address, drive.account), secret)?;
    let mut statements = drive_connection::connect(client_id, drive, &sealed, app.now);
    statements.push(resumed_delivery::request(client_id));
    statements.extend(audit_entry(app, by, AuditAction::DriveConnect, drive.link));
    app.db.transaction(statements).await?;
    retry_delivery::resume_waiting(app, FailedScope::Client(client_id)).await
}

/// Seals a secret with `context` as associated data.
pub(super) fn seal(app: &App, context: &str, secret: &str) -> Result<SealedSecret> {
    let keys = app.config.drive_keys.as_ref().ok_or(NO_DRIVE_KEYS)?;
    keys.seal(token::random::<NONCE_BYTES>()?, context, secret).ok_or(NO_DRIVE_KEYS)
}

/// The audit entry, if an admin acts.
pub(super) fn audit_entry(app: &App, by: &ClientUser, action: AuditAction, drive: &str) -> Option<Query> {
    let after = Map::from_iter([("drive_link".to_owned(), drive.into())]);
    let entry = Entry { after, ..Entry::without_fields(action, &by.client_id, &by.company_name) };
    by.user.admin().map(|admin| entry.query(admin, app.now))
}
