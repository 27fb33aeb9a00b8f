//! The log of a client's credits.

use domain::api::billing::{CreditEntry, CreditPage};

use crate::app::App;
use crate::auth::guard::ClientUser;
use crate::error::Result;
use crate::request::Request;
use crate::store::payments::credit_ledger;

pub async fn list(app: &App, ClientUser { client_id, user, .. }: ClientUser, request: &Request) -> Result<CreditPage> {
    let page = credit_ledger::page(&app.db, &client_id, request.before()?.as_ref()).await?;
    // The business must not see which admin it was.
    let page = page.map(|entry| CreditEntry { actor: entry.actor.filter(|_| user.is_admin()), ..entry });
    Ok(CreditPage { next: page.next_text(), entries: page.rows })
}
