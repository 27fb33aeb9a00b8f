//! A record page without the app: in an old browser, without JavaScript, or if loading the code failed. The form needs
//! only HTML, posts to the page's own URL and is answered by a page. The app replaces it before anybody sees it.

use askama::Template;
use domain::api::public::{Accepting, PublicClient};
use domain::gate;
use domain::limits::{MAX_VIDEO_BYTES, MEBIBYTE};
use domain::pages::{PRIVACY, TERMS};
use media_wasm::finish::RawReason;
use media_wasm::limits::MAX_RECORDING_SECONDS;
use media_wasm::submission::{CONSENT_EXPLANATION, CONSENT_VERSION, Consent};

use crate::error::Result;
use crate::flows::submissions::receive_testimonial::{Fields, Names};
use crate::routes::functions::submit_testimonial::SPEC;

/// A rejected form: its values and the reason.
pub struct RefusedForm {
    pub status: u16,
    pub fields: Fields,
    pub sentence: String,
}

enum State<'a> {
    Form(&'a PublicClient),
    Blocked(&'a PublicClient, &'static str),
    Unknown,
}

#[derive(Template)]
#[template(path = "routes/public/plain_form.html")]
struct PlainForm<'a> {
    state: State<'a>,
    answer: Option<&'a str>,
    fields: Option<&'a Fields>,
    names: Names,
    consent_version: &'static str,
    explanation: &'static str,
    /// Why the video is sent as recorded.
    reason: &'static str,
    /// Maximum length of a recording.
    seconds: u32,
    max_megabytes: u64,
    privacy: &'static str,
    terms: &'static str,
}

impl PlainForm<'_> {
    /// The value of a field when the form was sent.
    fn typed(&self, name: &str) -> &str {
        self.fields.and_then(|fields| fields.get(name)).map_or("", String::as_str)
    }

    #[allow(clippy::unused_self)] // called by the template
    fn consents(&self, client: &PublicClient) -> [(&'static str, String); 2] {
        let text = |consent: Consent| consent.text_for(&client.company_name);
        [(self.names.data, text(Consent::DATA)), (self.names.marketing, text(Consent::MARKETING))]
    }
}

/// Renders a client's page as HTML; with `refused`, as the answer to a form.
pub fn render(client: Option<&PublicClient>, refused: Option<&RefusedForm>) -> Result<String> {
    let state = match client {
        None => State::Unknown,
        Some(client) => match client.accepting {
            Accepting::Yes => State::Form(client),
            Accepting::Inactive => State::Blocked(client, gate::INACTIVE),
            Accepting::NoCredits => State::Blocked(client, gate::NO_CREDITS),
        },
    };
    let form = PlainForm {
        state,
        answer: refused.map(|refused| refused.sentence.as_str()),
        fields: refused.map(|refused| &refused.fields),
        names: SPEC.names,
        consent_version: CONSENT_VERSION,
        explanation: CONSENT_EXPLANATION,
        reason: RawReason::Unsupported.as_str(),
        seconds: MAX_RECORDING_SECONDS,
        max_megabytes: MAX_VIDEO_BYTES / MEBIBYTE,
        privacy: PRIVACY.path,
        terms: TERMS.path,
    };
    Ok(form.render()?)
}
