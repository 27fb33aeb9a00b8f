//! `POST /functions/v1/client-onboarding`: a buyer's set-up request, as a multipart form of `name`, `email`, `company`,
//! `reviewPlatform`, `timestamp` and, optionally, `reviewUrl`, `checkout` and `logo`.

use domain::api::public::SubmitReply;
use domain::site_form;

use crate::answer::WithHeaders;
use crate::app::App;
use crate::error::{Error, Result};
use crate::flows::clients::submit_onboarding;
use crate::request::Request;
use crate::routes::functions::small_form::SmallForm;

/// Set if a welcome mail was queued: the page checks the status and never reads the body (ONB09).
const WELCOME_EMAIL_HEADER: &str = "x-welcome-email";
/// The path of the new live record page.
const RECORD_PAGE_HEADER: &str = "x-record-page";

/// Sets up the purchase's client, or stores the request for an admin. Uses the server's time, not the form's.
pub async fn submit(app: &App, request: &Request) -> Result<WithHeaders<SubmitReply>> {
    let mut form = SmallForm::read(request, &["logo"]).await?;
    let logo = form.take_image("logo");
    let setup = site_form::onboarding_request(|name| form.text(name)).map_err(Error::invalid)?;
    let received = submit_onboarding::run(app, request, &setup, logo).await?;
    let mut answer = WithHeaders::new(SubmitReply::DONE);
    if received.mailed {
        answer = answer.header(WELCOME_EMAIL_HEADER, "queued");
    }
    if let Some(slug) = received.slug {
        answer = answer.header(RECORD_PAGE_HEADER, &format!("/record/{slug}"));
    }
    Ok(answer)
}
