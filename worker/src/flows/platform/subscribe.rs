//! Signs a visitor up for the mailing list: a rented one or our own.

use domain::api::site;
use domain::audit::AuditAction;
use domain::email::EmailTemplate;
use domain::sign_up::SignUpStatus;
use domain::signed_url::LinkPurpose;
use domain::site_form;

use crate::app::App;
use crate::auth::{login_subject, signed_url};
use crate::email;
use crate::error::{Error, Result};
use crate::flows::platform::queue_email::{self, EmailRequest};
use crate::queue;
use crate::request::Request;
use crate::store::identity::rate_limit_event;
use crate::store::identity::session::CurrentSession;
use crate::store::platform::audit::Entry;
use crate::store::platform::sign_up;

/// Stores the sign-up and requests its confirmation. Gives the same answer for known and unknown addresses.
///
/// # Errors
/// [`Error::invalid`], [`Error::too_many_mails`].
pub async fn run(app: &App, request: &Request, form: &site::SignUp) -> Result<()> {
    let form = site_form::sign_up(form).map_err(Error::invalid)?;
    let subject = login_subject::from_request(app, request, &form.email);
    let event_id = uuid::Uuid::new_v4().to_string();
    rate_limit_event::record_mail(&app.db, &event_id, &subject, app.now).await?.map_err(Error::too_many_mails)?;

    let known = sign_up::by_email(&app.db, &form.email).await?;
    // A confirmed sign-up causes the same work: its row stays unchanged, and its mail finds no recipient. The id is
    // derived from the address, so that concurrent sign-ups use the same row.
    let id = known.map_or_else(|| login_subject::stable_id(&app.config, &form.email), |known| known.id);
    if app.config.mailing_list.is_some() {
        let job_id = uuid::Uuid::new_v4().to_string();
        let statements =
            vec![sign_up::save(&id, &form, SignUpStatus::Waiting, app.now), sign_up::sync_job(&id, &job_id, app.now)?];
        app.db.transaction(statements).await?;
        queue::enqueue_delayed(app, &job_id).await;
        return Ok(());
    }
    let save = sign_up::save(&id, &form, SignUpStatus::PendingConfirmation, app.now);
    let mail = EmailRequest {
        template: EmailTemplate::ConfirmSignUp,
        subject_id: Some(&format!("{id}/{event_id}")),
        recipient: &form.email,
        params: email::confirm_sign_up::Params { sign_up_id: id.as_str() },
    };
    queue_email::run(app, &mail, vec![save]).await
}

/// Requeues failed sign-ups for an admin: one, or without an id all. The sweeper announces their jobs within a minute.
/// Returns their number.
///
/// # Errors
/// [`Error::not_found`].
pub async fn retry(app: &App, by: &CurrentSession, id: Option<&str>) -> Result<u32> {
    if let Some(id) = id {
        sign_up::get(&app.db, id).await?.ok_or_else(|| Error::not_found("Sign-up"))?;
    }
    let subject = id.unwrap_or("all");
    let audit_entry = Entry::without_fields(AuditAction::SignUpRetry, subject, subject).query_if_changed(by, app.now);
    let queued = sign_up::retry(&app.db, id, audit_entry, app.now).await?;
    Ok(u32::try_from(queued).unwrap_or(u32::MAX))
}

/// Confirms a sign-up by the token of its mail's link. Idempotent.
///
/// # Errors
/// `confirmation_refused`, [`Error::not_found`].
pub async fn confirm(app: &App, token: &str) -> Result<()> {
    let id = signed_url::verify_token(app, LinkPurpose::SignUp, token)?;
    if sign_up::confirm(&app.db, &id, app.now).await? { Ok(()) } else { Err(Error::not_found("Sign-up")) }
}
