//! Stores a buyer's set-up request, and sets up the purchase's client with it. Anybody can send a request, so it
//! changes a client only with the secret checkout id and the payer's address.

use domain::email::EmailTemplate;
use domain::image::Image;
use domain::site_form;

use crate::app::App;
use crate::auth::login_subject;
use crate::error::{Error, Result, refusal};
use crate::flows::clients::replace_asset::image_refused;
use crate::flows::clients::set_up_client;
use crate::flows::platform::queue_email::{self, EmailRequest};
use crate::log;
use crate::request::Request;
use crate::store::clients::{client, onboarding_request};
use crate::store::identity::rate_limit_event;
use crate::store::payments::subscription;

/// A set-up request for a refunded purchase or an ended plan.
pub const PURCHASE_OVER: Error =
    refusal!(409, "purchase_over", "This payment was refunded, or its plan has ended: there is nothing to set up.");

/// The outcome of a set-up request.
#[derive(Default)]
pub struct OnboardingOutcome {
    /// Whether a mail is sent.
    pub mailed: bool,
    /// The slug of the page that is now live, if any.
    pub slug: Option<String>,
}

/// Stores the request with its logo, and queues the welcome mail unless the client is invited at once. Deletes the logo if the rows fail.
///
/// # Errors
/// [`PURCHASE_OVER`], [`image_refused`], [`Error::too_many_mails`].
pub async fn run(
    app: &App,
    request: &Request,
    form: &site_form::OnboardingRequest,
    logo: Option<Vec<u8>>,
) -> Result<OnboardingOutcome> {
    if let Some(checkout) = &form.checkout
        && subscription::purchase(&app.db, checkout).await?.is_some_and(|purchase| !purchase.accepts_set_up())
    {
        return Err(PURCHASE_OVER);
    }
    let logo = logo.filter(|bytes| !bytes.is_empty());
    let image = logo.as_deref().map(Image::of).transpose().map_err(image_refused)?;
    let subject = login_subject::from_request(app, request, &form.email);
    let event_id = uuid::Uuid::new_v4().to_string();
    // The request is stored even if the mails to that address are used up.
    let may_mail = rate_limit_event::record_mail_or_submission(&app.db, &event_id, &subject, app.now)
        .await?
        .map_err(Error::too_many_mails)?;

    let id = uuid::Uuid::new_v4().to_string();
    let file = image.map(|image| format!("logo.{}", image.extension()));
    if let (Some(image), Some(file), Some(bytes)) = (image, &file, logo) {
        app.files.put_onboarding_logo(&id, file, bytes, image.media_type()).await?;
    }
    let mail = EmailRequest {
        template: EmailTemplate::OnboardingReceived,
        subject_id: Some(&id),
        recipient: &form.email,
        params: serde_json::Map::new(),
    };
    let row = onboarding_request::insert(&id, form, file.as_deref(), app.now);
    let stored = if may_mail && form.checkout.is_none() {
        queue_email::run(app, &mail, vec![row]).await
    } else {
        app.db.idempotent_change(row).await.map(drop)
    };
    if let (Err(error), Some(file)) = (&stored, &file)
        && !error.is_transient()
    {
        let _ = app.files.delete_onboarding_logo(&id, file).await;
    }
    stored?;
    let received = OnboardingOutcome { mailed: may_mail, slug: None };
    let Some(checkout) = &form.checkout else { return Ok(received) };
    if was_used(app, &id, checkout).await {
        return Ok(OnboardingOutcome {
            mailed: true,
            slug: client::slug_of_checkout(&app.db, checkout).await.unwrap_or_default(),
        });
    }
    if may_mail {
        queue_email::run(app, &mail, Vec::new()).await?;
    }
    Ok(received)
}

/// Whether the request has set up its client, whose invitation then is the welcome. A failure loses nothing: the
/// request is stored, and the next event of its purchase retries.
async fn was_used(app: &App, id: &str, checkout: &str) -> bool {
    if let Err(error) = set_up_client::run(app, checkout).await {
        log::warning("set_up_client", &error.cause_or_text());
    }
    matches!(onboarding_request::get(&app.db, id).await, Ok(None))
}
