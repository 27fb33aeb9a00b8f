//! The details that a business maintains itself.

use domain::api::admin::ClientChange;
use domain::api::client::ClientView;

use crate::app::App;
use crate::auth::guard::ClientUser;
use crate::error::Result;
use crate::flows::clients::edit_client;

pub async fn edit(app: &App, user: ClientUser, change: ClientChange) -> Result<ClientView> {
    edit_client::by_owner(app, &user, &change).await
}
