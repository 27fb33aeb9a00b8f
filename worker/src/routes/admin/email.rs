//! The log of mails.

use domain::api::operations::EmailPage;
use worker::Response;

use crate::app::App;
use crate::auth::guard::AdminUser;
use crate::error::{Error, Result};
use crate::jobs;
use crate::request::Request;
use crate::store::audit::Entry;
use crate::store::email;
use crate::store::place::Place;

/// `GET /api/admin/emails?q=…&state=…&before=…`
pub async fn list(app: &App, request: &Request) -> Result<Response> {
    AdminUser::of(app, request).await?;
    let text = |name| Ok::<_, Error>(request.text_query(name)?.unwrap_or_default());
    let state = text("state")?;
    if !matches!(state.as_str(), "" | "queued" | "sending" | "sent" | "failed") {
        return Err(Error::Malformed("There is no such state."));
    }
    let (emails, next) = email::page(&app.db, &text("q")?, &state, Place::of(request)?.as_ref()).await?;
    Ok(Response::from_json(&EmailPage { emails, next: next.map(|place| place.text()) })?)
}

/// `POST /api/admin/emails/{id}/resend`
pub async fn resend(app: &App, request: &Request, id: &str) -> Result<Response> {
    let AdminUser(admin) = AdminUser::of(app, request).await?;
    let mail = email::get(&app.db, id).await?.ok_or(Error::NotFound("Mail"))?;
    let job_id = uuid::Uuid::new_v4().to_string();
    let to = ("recipient", None, mail.recipient.as_str());
    let note = Entry::change("email.resend", id, &mail.template, to).query_after_change(&admin, app.now);
    if !email::resend(&app.db, id, &job_id, note, app.now).await? {
        return Err(Error::NotFailed);
    }
    jobs::announce(app, &job_id).await;
    Ok(Response::from_json(&serde_json::Map::new())?)
}
