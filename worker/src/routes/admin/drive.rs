//! Whether videos would arrive at a drive.

use domain::api::admin::{DriveAnswer, DriveCheck};
use domain::{client_form, drive};
use worker::Response;

use crate::app::App;
use crate::auth::guard::AdminUser;
use crate::error::{Error, Result};
use crate::integrations::drive::Drive;
use crate::request::Request;
use crate::store::client;

pub async fn check(app: &App, request: &Request) -> Result<Response> {
    AdminUser::of(app, request).await?;
    let check: DriveCheck = request.json().await?;
    client::name(&app.db, &check.client_id, None).await?.ok_or(Error::NotFound("Client"))?;
    let folder = drive::folder_path(&check.client_id);
    let typed = std::collections::BTreeMap::from([("drive_link".to_owned(), check.drive_link.into())]);
    let found = match client_form::check(&typed, &folder) {
        Ok(input) => {
            let drive = Drive::of(input.drive_link.as_deref(), &check.client_id, app);
            drive.check(app, &check.client_id, check.upload).await
        }
        Err(faults) => Err(faults.into_values().collect()),
    };
    let answer = match found {
        Ok(message) => DriveAnswer { works: true, message },
        Err(message) => DriveAnswer { works: false, message },
    };
    Ok(Response::from_json(&answer)?)
}
