//! To admins: the platform's own Google Drive rejects videos, or is nearly full.

use domain::email::PlatformDriveTrouble;
use domain::pages::ADMIN_SETTINGS;

use super::Message;
use super::mail::mail;
use crate::app::App;
use crate::error::Result;
use crate::store::drives::platform_drive;
use crate::store::platform::email::Email;

mail!({ account: String, trouble: String, folders: u32, page: String } "email/platform_drive/mail.html");

/// Composes the mail; its subject id begins with the problem. `None` if that is resolved.
pub async fn compose(app: &App, mail: &Email) -> Result<Option<Message>> {
    let Some(drive) = platform_drive::get(&app.db).await? else { return Ok(None) };
    let [trouble] = mail.subject();
    let trouble = match PlatformDriveTrouble::parse(trouble) {
        Some(PlatformDriveTrouble::Failing) => drive.fault.clone(),
        Some(PlatformDriveTrouble::NearlyFull) => {
            let space = drive.space().filter(|space| space.is_nearly_full());
            space.map(|space| format!("It is {} % full. Free some space, or buy more.", space.percent()))
        }
        None => None,
    };
    let Some(trouble) = trouble else { return Ok(None) };
    let page = format!("{}{}", app.config.public_origin, ADMIN_SETTINGS.path);
    Values { account: drive.account, trouble, folders: drive.folders, page }.message().map(Some)
}
