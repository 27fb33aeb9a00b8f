//! The log of mails.

use domain::api::operations::EmailPage;
use domain::email::EmailStatus;

use crate::answer::Empty;
use crate::app::App;
use crate::auth::guard::AdminUser;
use crate::error::Result;
use crate::flows::platform::resend_email;
use crate::request::Request;
use crate::store::platform::email;

pub async fn list(app: &App, _: AdminUser, request: &Request) -> Result<EmailPage> {
    let status = request.filter("status", EmailStatus::parse, "There is no such status.")?;
    let page = email::page(&app.db, &request.search("q")?, status, request.before()?.as_ref()).await?;
    Ok(EmailPage { next: page.next_text(), emails: page.rows })
}

pub async fn resend(app: &App, AdminUser(admin): AdminUser, id: &str) -> Result<Empty> {
    resend_email::run(app, &admin, id).await?;
    Ok(Empty {})
}
