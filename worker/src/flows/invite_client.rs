//! Invites a client to its portal: gives it a user, if it has none, and mails the link that sets the first password.

use crate::app::App;
use crate::auth::stranger;
use crate::email;
use crate::error::{Error, Result};
use crate::flows::queue_email::{self, Mail};
use crate::store::audit::Entry;
use crate::store::client::{self, Which};
use crate::store::session::Found;
use crate::store::user;

/// Each call is a mail of its own; an earlier link stays good until a password was set.
///
/// # Errors
/// [`Error::NotFound`], [`Error::AddressTaken`] where the client's address signs in to another client.
pub async fn run(app: &App, by: &Found, client_id: &str) -> Result<()> {
    let client = client::view(&app.db, Which::Id(client_id)).await?.ok_or(Error::NotFound("Client"))?;
    let new_id = uuid::Uuid::new_v4().to_string();
    let address = stranger::email(&client.email);
    let new = user::NewUser { id: &new_id, email: &address, company_name: &client.company_name };
    app.db.transaction(user::give_to_client(&new, client_id, app.now)).await?;
    let account = user::of_client(&app.db, client_id).await?.ok_or(Error::AddressTaken)?;
    let mail = Mail {
        template: email::INVITATION,
        subject_id: None,
        recipient: &account.email,
        params: email::invitation::Params { user_id: account.id.as_str() },
    };
    let note = Entry::plain("client.invite", client_id, &client.company_name).query(by, app.now);
    queue_email::run(app, &mail, vec![note]).await
}
