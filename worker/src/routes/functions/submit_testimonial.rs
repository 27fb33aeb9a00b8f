//! `POST /functions/v1/submit-testimonial`: the multipart form of a testimonial, with the video as its last part or
//! with the `uploadId` of a finished resumable upload.

use domain::api::public::SubmitReply;
use media_wasm::submission::CONSENT_VERSIONS;

use crate::app::App;
use crate::auth::signed_url;
use crate::error::Result;
use crate::flows::submissions::receive_testimonial::{self, ChallengePolicy, Fields, FormSpec, Names, of_submission};
use crate::request::Request;

/// The form of this address, and of a record page's plain form.
pub const SPEC: FormSpec<'static> = FormSpec {
    target: None,
    names: Names { name: "customerName", email: "customerEmail", data: "consentData", marketing: "consentMarketing" },
    consent_versions: &CONSENT_VERSIONS,
    emails_sender: false,
    challenge_policy: ChallengePolicy::Require,
};

/// Accepts a submission, or returns the exact reason for a rejection; a rejected one leaves nothing behind.
pub async fn submit(app: &App, request: &Request) -> Result<SubmitReply> {
    let outcome = receive_testimonial::run(app, request, &SPEC, &mut Fields::new()).await.map_err(of_submission)?;
    Ok(SubmitReply { own_page: Some(signed_url::own_testimonial(&app.config, outcome.id(), "")), ..SubmitReply::DONE })
}
