//! `POST /functions/v1/submit-testimonial`: the multipart form of a testimonial, with the video itself as its last
//! part or with the `uploadId` of a finished resumable upload.

use domain::api::public::SubmitReply;
use media_wasm::submission::CONSENT_VERSION;
use worker::Response;

use crate::app::App;
use crate::error::{Error, Result};
use crate::request::Request;
use crate::routes::functions::testimonial_form::{Names, Rules, accept};

const RULES: Rules<'static> = Rules {
    sent_to: None,
    names: Names { name: "customerName", email: "customerEmail", data: "consentData", marketing: "consentMarketing" },
    consent_version: CONSENT_VERSION,
    mails_the_sender: false,
};

/// Accepts a submission, or says exactly why not; a refused one leaves nothing behind.
pub async fn submit(app: &App, request: &Request) -> Result<Response> {
    accept(app, request, &RULES).await.map_err(Error::of_submission)?;
    Ok(Response::from_json(&SubmitReply { success: true, error: None, code: None, fields: None })?)
}
