//! Keeps what a buyer sends after the purchase. Anybody can send anything: no client is ever touched by it.

use domain::email::EmailTemplate;
use domain::image::Image;
use domain::site_form;

use crate::app::App;
use crate::auth::login_subject;
use crate::error::{Error, Result};
use crate::flows::queue_email::{self, EmailRequest};
use crate::request::Request;
use crate::store::{onboarding_request, rate_limit_event};

/// Stores the set-up with its logo and queues the welcome mail. Should the rows fail, the logo goes again. Answers
/// whether there is a mail.
///
/// # Errors
/// [`Error::Image`], [`Error::TooManyMails`].
pub async fn run(
    app: &App,
    request: &Request,
    form: &site_form::OnboardingRequest,
    logo: Option<Vec<u8>>,
) -> Result<bool> {
    let logo = logo.filter(|bytes| !bytes.is_empty());
    let image = logo.as_deref().map(Image::of).transpose().map_err(Error::Image)?;
    let subject = login_subject::from_request(app, request, &form.email);
    let event_id = uuid::Uuid::new_v4().to_string();
    // What a buyer sends is kept, whoever has used up the mails to that address.
    let may_mail = rate_limit_event::record_mail_or_submission(&app.db, &event_id, &subject, app.now)
        .await?
        .map_err(Error::TooManyMails)?;

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
    let kept =
        if may_mail { queue_email::run(app, &mail, vec![row]).await } else { app.db.change(row).await.map(drop) };
    if let (Err(_), Some(file)) = (&kept, &file) {
        let _ = app.files.delete_onboarding_logo(&id, file).await;
    }
    kept.map(|()| may_mail)
}
