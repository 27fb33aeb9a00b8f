//! Checks whether videos could be delivered to a drive.

use domain::api::admin::{DriveAnswer, DriveCheck};
use domain::client_form;

use crate::app::App;
use crate::auth::guard::AdminUser;
use crate::error::{Error, Result};
use crate::integrations::drive::Drive;
use crate::store::clients::client;
use crate::store::drives::drive_connection;

pub async fn check(app: &App, _: AdminUser, check: DriveCheck) -> Result<DriveAnswer> {
    client::name(&app.db, &check.client_id, None).await?.ok_or_else(|| Error::not_found("Client"))?;
    let drives = drive_connection::links(&app.db, &check.client_id).await?;
    let typed = std::collections::BTreeMap::from([("drive_link".to_owned(), check.drive_link.into())]);
    let found = match client_form::check(&typed, &drives) {
        Ok(input) => {
            let drive = Drive::selected(app, &check.client_id, input.drive_link.as_deref()).await?;
            drive.check(app, &check.client_id, check.upload).await.map(str::to_owned)
        }
        Err(faults) => Err(faults.into_values().collect()),
    };
    let answer = match found {
        Ok(message) => DriveAnswer { works: true, message },
        Err(message) => DriveAnswer { works: false, message },
    };
    Ok(answer)
}
