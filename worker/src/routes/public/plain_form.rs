//! The form of a record page for browsers in which the app does not run: too old, without JavaScript, or on a line that lost its
//! code. It needs nothing but HTML; the app takes its place before anybody sees it.

use askama::Template;
use domain::api::public::PublicClient;
use domain::pages::{PRIVACY, TERMS};
use media_wasm::finish::RawReason;
use media_wasm::submission::{CONSENT_VERSION, Consent};

use crate::error::Result;
use crate::flows::receive_testimonial::Names;
use crate::routes::functions::submit_testimonial::SPEC;

#[derive(Template)]
#[template(path = "routes/public/plain_form.html")]
struct PlainForm<'a> {
    client: &'a PublicClient,
    names: Names,
    data: String,
    marketing: String,
    consent_version: &'static str,
    /// Why the video comes as it was recorded.
    reason: &'static str,
    privacy: &'static str,
    terms: &'static str,
}

/// As HTML.
pub fn render(client: &PublicClient) -> Result<String> {
    let form = PlainForm {
        client,
        names: SPEC.names,
        data: Consent::DATA.text_for(&client.company_name),
        marketing: Consent::MARKETING.text_for(&client.company_name),
        consent_version: CONSENT_VERSION,
        reason: RawReason::Unsupported.as_str(),
        privacy: PRIVACY.path,
        terms: TERMS.path,
    };
    Ok(form.render()?)
}
