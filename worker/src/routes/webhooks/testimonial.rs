//! `POST /webhooks/testimonials/{endpoint}`: a testimonial as a multipart form of `name`, `email`, `timestamp`,
//! `privacyConsent`, `marketingConsent` and `video`. An endpoint is `live`, `demo`, or a branded page's name.

use domain::api::public::SubmitReply;
use domain::webhook::{DEMO, DEMO_CONSENT_VERSION, LIVE};
use media_wasm::submission::CONSENT_VERSION;
use worker::Response;

use crate::app::App;
use crate::error::{Error, Result};
use crate::request::Request;
use crate::routes::functions::testimonial_form::{Names, Rules, accept};
use crate::store::branded_page;

/// Accepts a testimonial, or says exactly why not; a refused one leaves nothing behind.
pub async fn receive(app: &App, request: &Request, endpoint: &str) -> Result<Response> {
    let client_id = match endpoint {
        LIVE | DEMO => endpoint.to_owned(),
        page => branded_page::client_id(&app.db, page).await?.ok_or(Error::NotFound("Webhook"))?,
    };
    let rules = Rules {
        sent_to: Some((&client_id, endpoint)),
        names: Names { name: "name", email: "email", data: "privacyConsent", marketing: "marketingConsent" },
        consent_version: if endpoint == DEMO { DEMO_CONSENT_VERSION } else { CONSENT_VERSION },
        mails_the_sender: endpoint == DEMO,
    };
    accept(app, request, &rules).await.map_err(Error::of_submission)?;
    Ok(Response::from_json(&SubmitReply { success: true, error: None, code: None, fields: None })?)
}
