//! Invites a client to its portal: creates its user if needed, and mails the link that sets the first password.

use crate::app::App;
use crate::email;
use crate::error::{Error, Result, refusal};
use crate::flows::platform::queue_email::{self, EmailRequest};
use crate::store::clients::client::{self, ClientSelector};
use crate::store::identity::session::CurrentSession;
use crate::store::identity::user;
use crate::store::platform::audit::Entry;
use domain::audit::AuditAction;
use domain::comparable::email_address;
use domain::email::EmailTemplate;

/// The client's address already signs in to another client.
pub const ADDRESS_TAKEN: Error =
    refusal!(409, "address_taken", "This email address already belongs to another client.");

/// Sends one mail per call. Earlier links stay valid until a password is set.
///
/// # Errors
/// [`Error::not_found`], [`ADDRESS_TAKEN`] if the client's address signs in to another client.
pub async fn run(app: &App, by: &CurrentSession, client_id: &str) -> Result<()> {
    let client =
        client::view(&app.db, ClientSelector::Id(client_id)).await?.ok_or_else(|| Error::not_found("Client"))?;
    let new_id = uuid::Uuid::new_v4().to_string();
    let address = email_address(&client.email);
    let new = user::NewUser { id: &new_id, email: &address, company_name: &client.company_name };
    app.db.transaction(user::assign_to_client(&new, client_id, app.now)).await?;
    let account = user::of_client(&app.db, client_id).await?.ok_or(ADDRESS_TAKEN)?;
    let mail = EmailRequest {
        template: EmailTemplate::Invitation,
        subject_id: None,
        recipient: &account.email,
        params: email::invitation::Params { user_id: account.id.as_str() },
    };
    let audit_entry =
        Entry::without_fields(AuditAction::ClientInvite, client_id, &client.company_name).query(by, app.now);
    queue_email::run(app, &mail, vec![audit_entry]).await
}
