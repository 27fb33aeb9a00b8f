//! The settings of a client's mails: recipients, kinds and the time of the daily digest.

use domain::api::client::MailSettings;

use crate::app::App;
use crate::auth::guard::ClientUser;
use crate::error::Result;
use crate::flows::clients::mail_settings;

pub async fn get(app: &App, ClientUser { client_id, .. }: ClientUser) -> Result<MailSettings> {
    mail_settings::load(app, &client_id).await
}

pub async fn put(app: &App, user: ClientUser, settings: MailSettings) -> Result<MailSettings> {
    mail_settings::save(app, &user, &settings).await
}
