//! A customer's own testimonial, by a private link: the video, the consent, where it is public, and its withdrawal.
//! Pages and programs that follow links change nothing: every change is a POST.

use askama::Template;
use domain::api::client::{ConsentRecord, ConsentTexts, LaterConsent};
use domain::date::{date_of, in_words};
use domain::email::EmailTemplate;
use domain::pages;
use domain::publication::{NameChoice, NameDisplay, PublicationStatus, name_choices, public_name, shown_name};
use domain::signed_url::LinkPurpose;
use media_wasm::submission::{CONSENT_EXPLANATION, CONSENT_VERSION};
use worker::{Response, ResponseBuilder};

use crate::app::App;
use crate::auth::signed_url;
use crate::error::{Error, Result};
use crate::flows::platform::queue_email::{self, EmailRequest};
use crate::flows::submissions::{document_consent, erase_submissions, withdraw_consent};
use crate::request::Request;
use crate::routes::client::clip::send;
use crate::routes::public::plain_page::{self, PlainPage};
use crate::routes::public::testimonial::{Spoken, private_captions};
use crate::routes::public::watch;
use crate::routes::video::{self, Disposition};
use crate::store::platform::email;
use crate::store::submissions::clip;
use crate::store::submissions::submission::publication::{self, Parties};
use crate::store::submissions::submission::{consent_request, list};

#[derive(Template)]
#[template(path = "routes/public/own_testimonial.html")]
struct OwnTestimonial {
    page: PlainPage,
    title: String,
    lead: String,
    /// `None` once the video is deleted.
    video: Option<String>,
    captions: String,
    spoken: Option<Spoken>,
    clips: Vec<OwnClip>,
    /// The consents, oldest first: when each was given, and its sentences.
    consents: Vec<(String, Vec<(bool, String)>)>,
    withdrawn_on: Option<String>,
    question: Option<Question>,
    /// The consent record as a page that makes a PDF, and as JSON.
    record_page: String,
    record_json: String,
    email: String,
    /// Whether the link was mailed today; then `mail` is not offered.
    is_mailed: bool,
    mail: String,
    /// Its URL, while it is public.
    public_url: Option<String>,
    /// Whether it is published, but its business's account keeps it from the public.
    is_paused: bool,
    names: Vec<(NameChoice, String)>,
    shorter_name: Option<String>,
    withdraw: String,
    erase: String,
}

/// A clip that the business has made.
struct OwnClip {
    title: String,
    /// Day on which it was made, and its length.
    facts: String,
    video: String,
}

/// The business's question, whether the customer agrees to newer texts.
struct Question {
    company: String,
    words: String,
    action: String,
}

/// `GET /yours/{submission}`.
pub async fn show(app: &App, request: &Request, id: &str) -> Result<Response> {
    let parties = match open(app, request, id).await {
        Ok(parties) => parties,
        Err(refusal) => return plain_page::refusal(app, request, &refusal).await,
    };
    let (line, details) = list::details(&app.db, &parties.client_id, id, app.now)
        .await?
        .ok_or_else(|| Error::not_found("Testimonial"))?;
    let link = |more: &str| signed_url::own_testimonial(&app.config, id, more);
    let consent = details.consent();
    let own = OwnTestimonial {
        page: PlainPage::new(app).await?,
        title: format!("Your testimonial for {}", parties.company_name),
        lead: format!("You recorded it on {}.", in_words(date_of(line.created_at))),
        video: (line.playable && line.hold.is_none()).then(|| link("/film")),
        captions: link("/captions.vtt"),
        spoken: Spoken::of_film(app, id).await?,
        clips: clips(app, id, &link).await?,
        question: is_asked(&consent, &parties).then(|| Question {
            company: parties.company_name.clone(),
            words: CONSENT_EXPLANATION.to_owned(),
            action: link(&format!("/agree/{CONSENT_VERSION}")),
        }),
        record_page: format!("{}#{}", pages::CONSENT_RECORD.path, link("/consent.json")),
        record_json: link("/consent.json"),
        email: parties.customer_email.clone(),
        is_mailed: email::is_queued_as(&app.db, EmailTemplate::OwnPage, &mail_subject(app, id)).await?,
        mail: link("/mail"),
        withdrawn_on: parties.withdrawn_at.map(|at| in_words(date_of(at))),
        public_url: parties
            .public_id
            .as_ref()
            .filter(|_| line.publication == Some(PublicationStatus::Public))
            .map(|public_id| signed_url::absolute(&app.config, &format!("/t/{public_id}"))),
        is_paused: line.publication == Some(PublicationStatus::Paused),
        names: names(&parties, link),
        shorter_name: shorter_name(&parties),
        withdraw: link("/withdraw"),
        erase: link("/erase"),
        consents: consents(consent),
    };
    let policy = "form-action 'self'; media-src 'self'; script-src 'none'";
    PlainPage::answer(&own.page.nonce, 200, own.render()?, policy)
}

async fn clips(app: &App, id: &str, link: impl Fn(&str) -> String) -> Result<Vec<OwnClip>> {
    let clips = clip::of_submission(&app.db, id).await?;
    let shown = clips.into_iter().zip(1..).map(|(clip, number)| OwnClip {
        title: format!("Clip {number}"),
        facts: format!("Made on {}, {} seconds.", in_words(date_of(clip.created_at)), clip.duration_ms.div_ceil(1000)),
        video: link(&format!("/clips/{}", clip.id)),
    });
    Ok(shown.collect())
}

/// `GET /yours/{submission}/clips/{clip}`.
pub async fn clip(app: &App, request: &Request, id: &str, clip_id: &str) -> Result<Response> {
    open(app, request, id).await?;
    let found = clip::get(&app.db, id, clip_id).await?.ok_or_else(|| Error::not_found("Clip"))?;
    send(app, request, &found, Disposition::Inline).await
}

/// The first consent and those to newer texts.
fn consents(consent: ConsentRecord) -> Vec<(String, Vec<(bool, String)>)> {
    let day = |at: i64| in_words(date_of(at));
    let later: Vec<_> = consent
        .requests
        .iter()
        .filter_map(|request| request.answer.clone())
        .map(|LaterConsent { given_at, texts, .. }| {
            let words = texts.map(ConsentTexts::sentences).unwrap_or_default();
            (day(given_at), words.into_iter().map(|text| (true, text)).collect())
        })
        .collect();
    let first = (day(consent.given_at), watch::sentences(consent));
    std::iter::once(first).chain(later).collect()
}

/// Whether the customer has an open question of the business.
fn is_asked(consent: &ConsentRecord, parties: &Parties) -> bool {
    parties.withdrawn_at.is_none() && !consent.permits_editing && !consent.requests.is_empty()
}

/// The mail of the private link: one a day.
fn mail_subject(app: &App, id: &str) -> String {
    format!("{id}/{}", date_of(app.now))
}

/// The ways of being named that differ for this name, and the addresses that choose them.
fn names(parties: &Parties, link: impl Fn(&str) -> String) -> Vec<(NameChoice, String)> {
    name_choices(&parties.customer_name, NameDisplay::Full, parties.name_display)
        .into_iter()
        .map(|choice| {
            let action = link(&format!("/name/{}", choice.display.as_str()));
            (choice, action)
        })
        .collect()
}

/// The name that the business shows, if it shows less than the customer chose.
fn shorter_name(parties: &Parties) -> Option<String> {
    let Parties { customer_name, name_display, name_limit, .. } = parties;
    let [chosen, shown] =
        [public_name(customer_name, *name_display), shown_name(customer_name, *name_display, *name_limit)];
    (chosen != shown).then(|| shown.unwrap_or_else(|| "no name".to_owned()))
}

/// `GET /yours/{submission}/film`.
pub async fn film(app: &App, request: &Request, id: &str) -> Result<Response> {
    open(app, request, id).await?;
    let source = video::find_source(app, id).await?.ok_or_else(|| Error::not_found("Video"))?;
    video::send(app, request, id, &source, Disposition::Inline).await
}

/// `GET /yours/{submission}/captions.vtt`.
pub async fn captions(app: &App, request: &Request, id: &str) -> Result<Response> {
    open(app, request, id).await?;
    private_captions(app, id).await
}

/// `GET /yours/{submission}/consent.json`.
pub async fn consent(app: &App, request: &Request, id: &str) -> Result<Response> {
    let parties = open(app, request, id).await?;
    let signed = document_consent::run(app, &parties.client_id, id).await?;
    Ok(ResponseBuilder::new()
        .with_header("content-type", "application/json")?
        .with_header("content-disposition", "attachment; filename=\"consent-record.json\"")?
        .fixed(serde_json::to_vec(&signed)?))
}

/// `POST /yours/{submission}/mail`: to the customer's own address, once a day.
pub async fn mail(app: &App, request: &Request, id: &str) -> Result<Response> {
    let parties = open(app, request, id).await?;
    let mail = EmailRequest {
        template: EmailTemplate::OwnPage,
        subject_id: Some(&mail_subject(app, id)),
        recipient: &parties.customer_email,
        params: (),
    };
    queue_email::run(app, &mail, Vec::new()).await?;
    back(app, id)
}

/// `POST /yours/{submission}/agree/{version}`: agrees to the version that the page showed. If it has changed meanwhile,
/// the page shows the newer one.
pub async fn agree(app: &App, request: &Request, id: &str, version: &str) -> Result<Response> {
    open(app, request, id).await?;
    if version == CONSENT_VERSION {
        consent_request::agree(&app.db, id, version, app.now).await?;
    }
    back(app, id)
}

/// `POST /yours/{submission}/withdraw`.
pub async fn withdraw(app: &App, request: &Request, id: &str) -> Result<Response> {
    open(app, request, id).await?;
    withdraw_consent::run(app, id).await?;
    back(app, id)
}

/// `POST /yours/{submission}/name/{display}`.
pub async fn name(app: &App, request: &Request, id: &str, display: &str) -> Result<Response> {
    open(app, request, id).await?;
    let display = NameDisplay::parse(display).ok_or_else(|| Error::not_found("Address"))?;
    publication::set_name_display(&app.db, id, display).await?;
    back(app, id)
}

/// `POST /yours/{submission}/erase`: erases all testimonials of this customer to this business.
pub async fn erase(app: &App, request: &Request, id: &str) -> Result<Response> {
    signed_url::verify_query(app, request, LinkPurpose::OwnTestimonial, id)?;
    // Erased before: the answer is the same.
    if let Some(parties) = publication::parties(&app.db, id).await? {
        erase_submissions::by_customer(app, &parties, id).await?;
    }
    let text = "Your videos for this business are deleted, with your name, your email address and the record of your \
                consent. Copies that others have downloaded cannot be called back.";
    plain_page::question(app, "Everything of yours is deleted", text, None).await
}

/// Checks the link. A testimonial that was erased is not found.
async fn open(app: &App, request: &Request, id: &str) -> Result<Parties> {
    signed_url::verify_query(app, request, LinkPurpose::OwnTestimonial, id)?;
    publication::parties(&app.db, id).await?.ok_or_else(|| Error::not_found("Testimonial"))
}

/// Leads back to the page, so that reloading it repeats nothing.
fn back(app: &App, id: &str) -> Result<Response> {
    let page = signed_url::own_testimonial(&app.config, id, "");
    Ok(ResponseBuilder::new().with_status(303).with_header("location", &page)?.empty())
}
