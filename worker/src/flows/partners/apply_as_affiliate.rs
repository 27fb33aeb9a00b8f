//! Accepts an application to become a partner, and notifies the admins.

use domain::api::affiliate::AffiliateApplication;
use domain::date::date_of;
use domain::email::EmailTemplate;
use domain::rate_limit::wait_in_words;
use domain::site_form;
use domain::text;

use crate::app::App;
use crate::auth::client_ip;
use crate::error::{Error, Result, invalid, refusal};
use crate::flows::platform::queue_email;
use crate::flows::submissions::check_challenge;
use crate::log;
use crate::request::Request;
use crate::store::identity::{rate_limit_event, user};
use crate::store::partners::affiliate;

/// Too many applications from a household or network; the seconds to wait.
fn too_many_applications(seconds: u32) -> Error {
    let wait = wait_in_words(seconds);
    refusal!(429, "too_many_applications")
        .with_text(format!("Too many applications came from here. Please try again in {wait}."))
        .with_retry_after(seconds)
}

/// Stands in for the client's id when applications' challenges are signed.
const CHALLENGED: &str = "affiliates";

/// Stores an application once, however often it is sent. The answer reveals whether an address has applied, so each
/// request needs a challenge and is limited, and the address's owner is mailed.
///
/// # Errors
/// [`Error::invalid`], `challenge_required`, [`too_many_applications`].
pub async fn run(app: &App, request: &Request, typed: &AffiliateApplication) -> Result<()> {
    let form = site_form::affiliate_application(typed).map_err(Error::invalid)?;
    check_challenge::run(app, CHALLENGED, &form.email, &typed.challenge).await?;
    let sponsor_id = sponsor(app, &form).await?;
    let event_id = uuid::Uuid::new_v4().to_string();
    let ip_hash = client_ip::hash(&app.config, request);
    rate_limit_event::record_application(&app.db, &event_id, &ip_hash, app.now)
        .await?
        .map_err(too_many_applications)?;

    let id = uuid::Uuid::new_v4().to_string();
    let insert = affiliate::insert(&id, &form, sponsor_id.as_deref(), app.now);
    if app.db.change(insert).await? == 0 {
        log_failure("application_repeated", notify_owner(app, &form.email).await);
        return Err(invalid([("email", text::APPLICATION_EXISTS)]));
    }
    // The application is stored and listed for admins, so a failed mail does not fail the request.
    log_failure("affiliate_application", notify_admins(app, &id).await);
    Ok(())
}

/// Logs that a mail could not be queued, without failing the request.
fn log_failure(mail: &str, queued: Result<()>) {
    if let Err(error) = queued {
        log::warning(mail, &error.cause_or_text());
    }
}

/// Returns the sponsor by an unambiguous name or a promotion code.
async fn sponsor(app: &App, form: &site_form::AffiliateApplication) -> Result<Option<String>> {
    let Some(name_key) = &form.sponsor else { return Ok(None) };
    let named = affiliate::by_sponsor_name(&app.db, name_key).await?;
    let fault = match &named[..] {
        [sponsor] => return Ok(Some(sponsor.id.clone())),
        [] => text::SPONSOR_NOT_FOUND,
        _ => text::SPONSOR_AMBIGUOUS,
    };
    let coded = affiliate::by_open_code(&app.db, &name_key.to_uppercase()).await?;
    coded.map(|sponsor| Some(sponsor.id)).ok_or_else(|| invalid([("sponsorName", fault)]))
}

/// Mails the address of an earlier application, which somebody else may have sent, at most once a day.
async fn notify_owner(app: &App, email: &str) -> Result<()> {
    let Some(id) = affiliate::id_of(&app.db, email).await? else { return Ok(()) };
    let subject = format!("{id}/{}", date_of(app.now));
    queue_email::to_each(app, EmailTemplate::ApplicationRepeated, &subject, [&email.to_owned()]).await
}

/// Mails the admins about the first application of an hour at once, and about all of them when it is over.
async fn notify_admins(app: &App, id: &str) -> Result<()> {
    let admins = user::admin_emails(&app.db).await?;
    if affiliate::follows_another(&app.db, id, app.now).await? {
        return queue_email::digest_to_each(app, EmailTemplate::AffiliateApplications, &admins).await;
    }
    queue_email::to_each(app, EmailTemplate::AffiliateApplication, id, &admins).await
}
