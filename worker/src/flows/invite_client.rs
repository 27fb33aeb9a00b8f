//! Invites a client to its portal: gives it a user, if it has none, and mails the link that sets the first password.

use crate::app::App;
use crate::auth::stranger;
use crate::email;
use crate::error::{Error, Result};
use crate::jobs;
use crate::store::audit::Entry;
use crate::store::client::{self, Which};
use crate::store::email::{self as emails, NewEmail};
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
    let (email_id, job_id) = (uuid::Uuid::new_v4().to_string(), uuid::Uuid::new_v4().to_string());
    let params = serde_json::to_string(&email::invitation::Params { user_id: &account.id })?;
    let mail = NewEmail {
        id: &email_id,
        job_id: &job_id,
        template: email::INVITATION,
        subject_id: &email_id,
        recipient: &account.email,
        params: &params,
    };
    let mut statements = emails::queue(&mail, app.now)?;
    statements.push(Entry::plain("client.invite", client_id, &client.company_name).query(by, app.now));
    app.db.transaction(statements).await?;
    jobs::announce(app, &job_id).await;
    Ok(())
}
