//! Takes a visitor onto the mailing list: the one we rent, or our own.

use domain::api::site;
use domain::setting::CAMPAIGN_ID;
use domain::signed_link::Kind;
use domain::site_form;
use domain::upload_job::Outcome;

use crate::app::App;
use crate::auth::{link, stranger};
use crate::email;
use crate::error::{Error, Result};
use crate::flows::queue_email::{self, Mail};
use crate::integrations::mailing_list;
use crate::jobs;
use crate::request::Request;
use crate::store::audit::Entry;
use crate::store::session::Found;
use crate::store::{attempt, setting, sign_up};

/// Keeps the sign-up and sees to its confirmation. Answers alike whoever signs up, known or not.
///
/// # Errors
/// [`Error::Invalid`], [`Error::TooManyMails`], or when the database fails.
pub async fn run(app: &App, request: &Request, form: &site::SignUp) -> Result<()> {
    let form = site_form::sign_up(form).map_err(Error::Invalid)?;
    let who = stranger::of(app, request, &form.email);
    let attempt_id = uuid::Uuid::new_v4().to_string();
    attempt::mail(&app.db, &attempt_id, &who, app.now).await?.map_err(Error::TooManyMails)?;

    let known = sign_up::by_email(&app.db, &form.email).await?;
    if known.as_ref().is_some_and(|known| known.state == "confirmed") {
        return Ok(());
    }
    // From the address, so that of several at once each means the row that is written first.
    let id = known.map_or_else(|| stranger::id(&app.config, &form.email), |known| known.id);
    if app.config.mailing_list.is_some() {
        let job_id = uuid::Uuid::new_v4().to_string();
        let statements = vec![sign_up::save(&id, &form, "waiting", app.now), sign_up::hand_on(&id, &job_id, app.now)?];
        app.db.transaction(statements).await?;
        jobs::announce(app, &job_id).await;
        return Ok(());
    }
    let save = sign_up::save(&id, &form, "asked", app.now);
    let mail = Mail {
        template: email::CONFIRM_SIGN_UP,
        subject_id: Some(&format!("{id}/{attempt_id}")),
        recipient: &form.email,
        params: email::confirm_sign_up::Params { sign_up_id: id.as_str() },
    };
    queue_email::run(app, &mail, vec![save]).await
}

/// One attempt to hand a sign-up on to the list we rent.
///
/// # Errors
/// When the database fails; the job's attempt then counts as a passing fault.
pub async fn hand_on(app: &App, id: &str) -> Result<Outcome> {
    let Some(contact) = sign_up::get(&app.db, id).await? else { return Ok(Outcome::Done) };
    let Some(list) = &app.config.mailing_list else {
        return Ok(Outcome::GiveUp("The mailing list's API key is no longer set.".into()));
    };
    let campaign = setting::get(&app.db, CAMPAIGN_ID).await?;
    let name = format!("{} {}", contact.first_name, contact.surname);
    let outcome = mailing_list::add(list, &campaign, &contact.email, &name).await;
    if outcome == Outcome::Done {
        sign_up::handed_on(&app.db, id).await?;
    }
    Ok(outcome)
}

/// Puts failed sign-ups back to work, for an admin: one, or with no id all. The sweeper sends their jobs' messages within
/// a minute. Says how many.
///
/// # Errors
/// [`Error::NotFound`], or when the database fails.
pub async fn retry(app: &App, by: &Found, id: Option<&str>) -> Result<u32> {
    if let Some(id) = id {
        sign_up::get(&app.db, id).await?.ok_or(Error::NotFound("Sign-up"))?;
    }
    let subject = id.unwrap_or("all");
    let note = Entry::plain("sign-up.retry", subject, subject).query_if_changed(by, app.now);
    let queued = sign_up::retry(&app.db, id, note, app.now).await?;
    Ok(u32::try_from(queued).unwrap_or(u32::MAX))
}

/// Confirms a sign-up by what its mail's link carries; however often.
///
/// # Errors
/// [`Error::Confirmation`], [`Error::NotFound`], or when the database fails.
pub async fn confirm(app: &App, token: &str) -> Result<()> {
    let id = link::open(app, Kind::SignUp, token)?;
    if sign_up::confirm(&app.db, &id, app.now).await? { Ok(()) } else { Err(Error::NotFound("Sign-up")) }
}
