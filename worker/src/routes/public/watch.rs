//! The page of one testimonial, linked from mails and the folder.

use askama::Template;
use domain::api::client::ConsentRecord;
use domain::date::{date_of, in_words};
use domain::submission::{file_notes, length};
use domain::webhook::DEMO;
use worker::Response;

use crate::app::App;
use crate::auth::signed_url;
use crate::error::{Error, Result};
use crate::routes::public::folder::size_in_words;
use crate::routes::public::plain_page::PlainPage;
use crate::store::submissions::submission::list;

#[derive(Template)]
#[template(path = "routes/public/watch.html")]
struct Watch {
    page: PlainPage,
    title: String,
    lead: String,
    video: String,
    poster: Option<String>,
    download: String,
    /// The file's name in the folder, once delivered.
    file: Option<String>,
    size: String,
    notes: Vec<&'static str>,
    /// Whether to report its first play or download.
    is_by_link: bool,
    /// The consent's sentences, and whether they were agreed to.
    consent: Vec<(bool, String)>,
    given_on: String,
    /// Link to the testimonial in the portal. `None` for a demo.
    portal: Option<String>,
}

/// Renders the page. `expires_at` is the expiry of its links; without it they need a session.
pub async fn show(app: &App, client_id: &str, id: &str, expires_at: Option<i64>) -> Result<Response> {
    let found = list::details(&app.db, client_id, id, app.now).await?;
    let (line, details) = found.ok_or_else(|| Error::not_found("Video"))?;
    let video = match expires_at {
        Some(expires_at) => signed_url::video(&app.config, id, expires_at),
        None => format!("/drive/video/{id}"),
    };
    let poster = match expires_at {
        Some(expires_at) => signed_url::poster(&app.config, id, expires_at),
        None => format!("/drive/poster/{id}"),
    };
    let is_demo = client_id == DEMO;
    let consent = details.consent();
    let watch = Watch {
        page: PlainPage::new(app).await?,
        title: line.customer_name,
        lead: format!(
            "Recorded for {}, {}, {} long.",
            line.company_name,
            day(line.created_at),
            length(line.duration_ms)
        ),
        download: format!("{video}{}download", if expires_at.is_some() { '&' } else { '?' }),
        video,
        poster: line.has_poster.then_some(poster),
        file: details.drive_path.as_deref().and_then(|path| path.rsplit('/').next()).map(str::to_owned),
        size: size_in_words(line.size_bytes),
        notes: file_notes(line.unwatermarked, line.unfinished.is_some()),
        is_by_link: expires_at.is_some(),
        given_on: day(consent.given_at),
        consent: sentences(consent),
        portal: (!is_demo).then(|| format!("/clients/submissions?id={id}")),
    };
    PlainPage::respond_with_video(&watch.page.nonce, watch.render()?)
}

fn day(at: i64) -> String {
    in_words(date_of(at))
}

/// The consent's sentences, and whether they were agreed to.
pub fn sentences(consent: ConsentRecord) -> Vec<(bool, String)> {
    let (data, marketing, explanation) = match consent.texts {
        Some(texts) => (texts.data, texts.marketing, texts.explanation),
        None => ("Processing of personal data and video".to_owned(), "Use in marketing materials".to_owned(), None),
    };
    let boxes = [(consent.consent_data, data), (consent.consent_marketing, marketing)];
    boxes.into_iter().chain(explanation.map(|text| (consent.consent_marketing, text))).collect()
}
