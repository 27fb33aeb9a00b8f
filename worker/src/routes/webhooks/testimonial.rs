//! `POST /webhooks/testimonials/{endpoint}`: a testimonial as a multipart form of `name`, `email`, `timestamp`,
//! `privacyConsent`, `marketingConsent` and `video`. An endpoint is `live`, `demo`, or a branded page's name.

use domain::api::public::SubmitReply;
use domain::webhook::{DEMO, DEMO_CONSENT_VERSION};
use media_wasm::submission::CONSENT_VERSIONS;

use crate::app::App;
use crate::auth::signed_url;
use crate::error::{Error, Result};
use crate::flows::submissions::receive_testimonial::{self, ChallengePolicy, Fields, FormSpec, Names, of_submission};
use crate::request::Request;
use crate::store::clients::branded_page;

/// Accepts a testimonial, or returns the exact reason for a rejection; a rejected one leaves nothing behind.
pub async fn receive(app: &App, request: &Request, endpoint: &str) -> Result<SubmitReply> {
    let client_id =
        branded_page::client_of_webhook(&app.db, endpoint).await?.ok_or_else(|| Error::not_found("Webhook"))?;
    let spec = FormSpec {
        target: Some((&client_id, endpoint)),
        names: Names { name: "name", email: "email", data: "privacyConsent", marketing: "marketingConsent" },
        consent_versions: if endpoint == DEMO { &[DEMO_CONSENT_VERSION] } else { &CONSENT_VERSIONS },
        emails_sender: endpoint == DEMO,
        challenge_policy: ChallengePolicy::Require,
    };
    let outcome = receive_testimonial::run(app, request, &spec, &mut Fields::new()).await.map_err(of_submission)?;
    // A demo's sender gets a link by mail.
    let own_page = (endpoint != DEMO).then(|| signed_url::own_testimonial(&app.config, outcome.id(), ""));
    Ok(SubmitReply { own_page, ..SubmitReply::DONE })
}
