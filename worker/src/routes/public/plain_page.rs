//! Pages that the Worker writes itself, in the app's colours and type, for people who follow a link in a mail.

use askama::Template;
use domain::retention::DEMO_HOURS;
use domain::transient_fault::RETRY_SECONDS;
use worker::{Response, ResponseBuilder};

use crate::app::App;
use crate::error::{Error, Result};
use crate::request::Request;
use crate::routes::public::shell;

/// What every such page needs: `plain_page.html` reads it as `page`.
pub struct PlainPage {
    pub stylesheet: String,
    /// Lets the page's own styles pass its policy.
    pub nonce: String,
}

impl PlainPage {
    /// A page of its own nonce.
    pub async fn new(app: &App) -> Result<Self> {
        Ok(Self { stylesheet: shell::stylesheet(app).await?, nonce: uuid::Uuid::new_v4().simple().to_string() })
    }

    /// The answer with a rendered page, which has no form.
    pub fn respond(nonce: &str, status: u16, html: String) -> Result<Response> {
        Self::answer(nonce, status, html, "'none'")
    }

    /// The answer with a rendered page, whose form is sent to an address of our own.
    pub fn respond_with_form(nonce: &str, html: String) -> Result<Response> {
        Self::answer(nonce, 200, html, "'self'")
    }

    fn answer(nonce: &str, status: u16, html: String, form_action: &str) -> Result<Response> {
        let policy = format!(
            "default-src 'none'; style-src 'self' 'nonce-{nonce}'; font-src 'self'; frame-ancestors 'none'; \
             base-uri 'none'; form-action {form_action}"
        );
        Ok(ResponseBuilder::new()
            .with_status(status)
            .with_header("content-type", "text/html; charset=utf-8")?
            .with_header("content-security-policy", &policy)?
            .with_header("x-robots-tag", "noindex")?
            .fixed(html.into_bytes()))
    }
}

#[derive(Template)]
#[template(path = "routes/public/notice.html")]
struct Notice<'a> {
    page: PlainPage,
    title: &'static str,
    text: String,
    /// The page to return to after signing in, where that helps.
    sign_in_for: Option<&'a str>,
}

/// What is answered to an error: to programs JSON. A person whose page cannot be shown for a moment gets one that tries again by
/// itself, and one whose browser sent a form without the app a page that says why it was not taken.
pub async fn answer(app: &App, request: &Request, error: &Error) -> Response {
    let page = match (request.method(), error) {
        ("GET", Error::Unavailable(_)) if request.accepts_page() => one_moment(app).await,
        ("POST", _) if request.accepts_page() => not_taken(app, error).await,
        _ => return error.response(),
    };
    page.unwrap_or_else(|_| error.response())
}

async fn not_taken(app: &App, error: &Error) -> Result<Response> {
    let (status, _, sentence) = error.api_parts();
    match error {
        Error::DuplicateVideo => notice(app, status, "Thank you!", sentence).await,
        Error::Invalid(fields) => {
            let messages: Vec<&str> = fields.values().map(String::as_str).collect();
            let text = format!("{}. Please go back and try again.", messages.join(". "));
            notice(app, status, "This was not sent", text).await
        }
        _ => notice(app, status, "This was not sent", sentence).await,
    }
}

/// A page with a sentence.
pub async fn notice(app: &App, status: u16, title: &'static str, text: String) -> Result<Response> {
    let notice = Notice { page: PlainPage::new(app).await?, title, text, sign_in_for: None };
    PlainPage::respond(&notice.page.nonce, status, notice.render()?)
}

async fn one_moment(app: &App) -> Result<Response> {
    let text = "We cannot answer for a moment. This page tries again by itself.".to_owned();
    let response = notice(app, 503, "One moment, please", text).await?;
    let seconds = RETRY_SECONDS.to_string();
    response.headers().set("retry-after", &seconds)?;
    response.headers().set("refresh", &seconds)?;
    Ok(response)
}

/// The page behind a link that does not open; programs read the status.
pub async fn refusal(app: &App, request: &Request, error: &Error) -> Result<Response> {
    let (status, _, sentence) = error.api_parts();
    let expired = matches!(error, Error::Link(domain::signed_url::Refusal::Expired));
    let (title, text) = match error {
        Error::NotFound("Video") => (
            "This video is no longer here",
            format!("Videos are deleted after a while, those of the demo within {DEMO_HOURS} hours."),
        ),
        Error::Internal(_) | Error::Unavailable(_) => ("Something went wrong", sentence),
        _ if expired => ("This link has expired", sentence),
        _ => ("This link does not work", sentence),
    };
    let page = PlainPage::new(app).await?;
    let refusal = Notice { page, title, text, sign_in_for: expired.then(|| request.path()) };
    PlainPage::respond(&refusal.page.nonce, status, refusal.render()?)
}
