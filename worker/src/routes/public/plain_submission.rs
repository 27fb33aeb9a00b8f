//! `POST /record/{slug}/video`: a record page's form without the app, answered by a page.

use std::collections::BTreeMap;

use domain::client::ReviewPlatform;
use worker::Response;

use crate::app::App;
use crate::auth::signed_url;
use crate::error::Result;
use crate::flows::submissions::accept_submission::DUPLICATE_VIDEO;
use crate::flows::submissions::receive_testimonial::{
    self, ChallengePolicy, Fields, FormSpec, Names, SubmissionOutcome, of_submission,
};
use crate::log;
use crate::request::Request;
use crate::routes::functions::submit_testimonial::SPEC;
use crate::routes::public::page;
use crate::routes::public::plain_form::RefusedForm;
use crate::routes::public::plain_page::{Link, Notice};

/// The app's form, from a browser without scripts, which cannot solve a challenge.
const PLAIN_SPEC: FormSpec<'static> = FormSpec { challenge_policy: ChallengePolicy::Hold, ..SPEC };

/// Receives the form. A rejected one is shown again with its values.
pub async fn receive(app: &App, request: &Request, slug: &str) -> Result<Response> {
    let mut fields = Fields::new();
    let error = match receive_testimonial::run(app, request, &PLAIN_SPEC, &mut fields).await {
        Ok(outcome) => {
            let text = match outcome {
                SubmissionOutcome::Accepted { cut_to_ms: Some(ms), .. } => truncated_notice(ms),
                _ => "Your video is on its way.".to_owned(),
            };
            return thanks(app, slug, text, Some(outcome.id())).await;
        }
        Err(error) => of_submission(error),
    };
    if let Some(cause) = error.cause() {
        log::warning("plain form", &cause);
    }
    let sentence = error.text().to_owned();
    if error.is(&DUPLICATE_VIDEO) {
        return thanks(app, slug, sentence, None).await;
    }
    let sentence = error.fields().map_or(sentence, join_faults);
    let answer = page::record_answering(app, slug, &RefusedForm { status: error.status(), fields, sentence }).await?;
    if let Some(seconds) = error.retry_after() {
        answer.headers().set("retry-after", &seconds.to_string())?;
    }
    Ok(answer)
}

/// Reports a video that was cut off while the form was sent, with `ms` milliseconds received.
fn truncated_notice(ms: u64) -> String {
    let tenths = ms.saturating_add(50) / 100;
    format!(
        "Your video is on its way, but its end is missing: {}.{} seconds of it came. If that is too little, send the \
         whole video once more.",
        tenths / 10,
        tenths % 10
    )
}

/// Joins the messages of invalid fields in the form's order, each as a sentence.
fn join_faults(faults: &BTreeMap<String, String>) -> String {
    let Names { name, email, data, marketing } = SPEC.names;
    let place = |field: &str| [name, email, data, marketing, "video"].iter().position(|known| *known == field);
    let mut faults: Vec<_> = faults.iter().collect();
    faults.sort_by_key(|(field, _)| place(field).unwrap_or(usize::MAX));
    let sentences: Vec<String> =
        faults.iter().map(|(_, message)| format!("{}.", message.trim_end_matches('.'))).collect();
    sentences.join(" ")
}

async fn thanks(app: &App, slug: &str, text: String, submission_id: Option<&str>) -> Result<Response> {
    let client = page::client_of_record_page(app, slug).await?;
    let links = client.iter().flat_map(|client| {
        let platform = client.review_link_type;
        let review = client.review_link_url.clone().filter(|_| platform != ReviewPlatform::None);
        let review = review.map(|to| Link { label: format!("Leave a {} Review", platform.as_str()), to });
        let back = Link { label: client.company_name.clone(), to: format!("/record/{}", client.custom_slug) };
        review.into_iter().chain([back])
    });
    let own = submission_id.map(|id| Link {
        label: "Your testimonial: keep this private link".to_owned(),
        to: signed_url::own_testimonial(&app.config, id, ""),
    });
    Notice::new("Thank you!", text).with_links(links.chain(own)).respond(app, 200).await
}
