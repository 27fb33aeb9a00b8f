//! Pages rendered by the Worker in the app's style, for links in mails.

use askama::Template;
use domain::retention::DEMO_HOURS;
use domain::transient_fault::RETRY_SECONDS;
use worker::{Response, ResponseBuilder};

use crate::app::App;
use crate::auth::public_testimonial::NOT_PUBLIC;
use crate::auth::public_wall::WALL_NOT_PUBLIC;
use crate::auth::signed_url::LINK_EXPIRED;
use crate::auth::token;
use crate::error::{Error, Result};
use crate::request::Request;
use crate::routes::public::shell;

/// Common data of these pages, read by `plain_page.html` as `page`.
pub struct PlainPage {
    pub stylesheet: String,
    /// Allows the page's own styles in its policy.
    pub nonce: String,
}

impl PlainPage {
    /// Creates a page with a new nonce.
    pub async fn new(app: &App) -> Result<Self> {
        Ok(Self { stylesheet: shell::stylesheet(app).await?, nonce: token::secret_id()? })
    }

    /// Responds with a rendered page without a form.
    pub fn respond(nonce: &str, status: u16, html: String) -> Result<Response> {
        Self::answer(nonce, status, html, "form-action 'none'")
    }

    /// Responds with a rendered page with our videos and its own script.
    pub fn respond_with_video(nonce: &str, html: String) -> Result<Response> {
        let more = format!(
            "form-action 'none'; img-src 'self'; media-src 'self'; connect-src 'self'; script-src 'nonce-{nonce}'"
        );
        Self::answer(nonce, 200, html, &more)
    }

    /// Responds with a rendered page; `more` continues its policy.
    pub fn answer(nonce: &str, status: u16, html: String, more: &str) -> Result<Response> {
        let policy = format!(
            "default-src 'none'; style-src 'self' 'nonce-{nonce}'; font-src 'self'; frame-ancestors 'none'; \
             base-uri 'none'; {more}"
        );
        Ok(ResponseBuilder::new()
            .with_status(status)
            .with_header("content-type", "text/html; charset=utf-8")?
            .with_header("content-security-policy", &policy)?
            .with_header("x-robots-tag", "noindex")?
            .fixed(html.into_bytes()))
    }
}

/// A link on a page.
pub struct Link {
    pub label: String,
    pub to: String,
}

/// Template of a page with a sentence.
#[derive(Template)]
#[template(path = "routes/public/notice.html")]
struct NoticePage {
    page: PlainPage,
    title: &'static str,
    text: String,
    links: Vec<Link>,
}

/// A page with a sentence and links.
pub struct Notice {
    title: &'static str,
    text: String,
    links: Vec<Link>,
}

impl Notice {
    pub fn new(title: &'static str, text: String) -> Self {
        Self { title, text, links: Vec::new() }
    }

    pub fn with_links(mut self, links: impl IntoIterator<Item = Link>) -> Self {
        self.links.extend(links);
        self
    }

    pub async fn respond(self, app: &App, status: u16) -> Result<Response> {
        let Self { title, text, links } = self;
        let notice = NoticePage { page: PlainPage::new(app).await?, title, text, links };
        PlainPage::respond(&notice.page.nonce, status, notice.render()?)
    }
}

/// A page with a question and a button that POSTs the answer; without a button, the confirmation. A GET changes
/// nothing, because programs prefetch links from mails.
#[derive(Template)]
#[template(path = "routes/public/question.html")]
struct QuestionPage {
    page: PlainPage,
    title: &'static str,
    text: String,
    button: Option<&'static str>,
}

/// Responds with the question, or the confirmation without a button.
pub async fn question(
    app: &App,
    title: &'static str,
    text: impl Into<String>,
    button: Option<&'static str>,
) -> Result<Response> {
    let question = QuestionPage { page: PlainPage::new(app).await?, title, text: text.into(), button };
    PlainPage::answer(&question.page.nonce, 200, question.render()?, "form-action 'self'")
}

/// Answers an error. A page request that fails with a transient error gets a page that reloads by itself.
pub async fn answer(app: &App, request: &Request, error: &Error) -> Response {
    let is_page =
        request.method() == "GET" && request.header("accept").is_some_and(|accept| accept.contains("text/html"));
    if is_page
        && error.is(&NOT_PUBLIC)
        && let Ok(page) = not_public(app, request, error).await
    {
        return page;
    }
    if is_page
        && error.status() == 404
        && !request.path().starts_with("/api/")
        && let Ok(page) = not_found(app, request).await
    {
        return page;
    }
    if is_page
        && matches!(error, Error::Unavailable(_))
        && let Ok(page) = retry_page(app).await
    {
        return page;
    }
    error.response()
}

/// An empty page for a frame on another site: that is no place for a notice of ours.
fn empty_frame(status: u16, title: &str) -> Result<Response> {
    Ok(ResponseBuilder::new()
        .with_status(status)
        .with_header("content-type", "text/html; charset=utf-8")?
        .with_header("content-security-policy", "default-src 'none'; frame-ancestors *")?
        .fixed(format!("<!doctype html><title>{title}</title>").into_bytes()))
}

async fn not_found(app: &App, request: &Request) -> Result<Response> {
    if request.path().starts_with("/embed/") {
        return empty_frame(404, "Not found");
    }
    let text = "Please check its address. It may have been copied only in part.".to_owned();
    Notice::new("This page does not exist", text).respond(app, 404).await
}

async fn not_public(app: &App, request: &Request, error: &Error) -> Result<Response> {
    if request.path().starts_with("/embed/") {
        return empty_frame(error.status(), "Not public");
    }
    let title = if error.text() == WALL_NOT_PUBLIC.text() {
        "This wall is not public"
    } else {
        "This testimonial is not public"
    };
    let text = "It was taken back, or its publisher’s account has ended.".to_owned();
    Notice::new(title, text).respond(app, 410).await
}

async fn retry_page(app: &App) -> Result<Response> {
    let text = "We can’t answer right now. This page tries again automatically.".to_owned();
    let response = Notice::new("One moment, please", text).respond(app, 503).await?;
    let seconds = RETRY_SECONDS.to_string();
    response.headers().set("retry-after", &seconds)?;
    response.headers().set("refresh", &seconds)?;
    Ok(response)
}

/// Responds with the page of a refused link; programs read the status.
pub async fn refusal(app: &App, request: &Request, error: &Error) -> Result<Response> {
    let sentence = error.text().to_owned();
    let expired = error.is(&LINK_EXPIRED);
    let (title, text) = match error {
        _ if sentence == Error::not_found("Video").text() => (
            "This video is no longer here",
            format!("Videos are deleted after a while, those of the demo within {DEMO_HOURS} hours."),
        ),
        // A customer's own link is for one that was received.
        _ if sentence == Error::not_found("Testimonial").text() => {
            ("Nothing of it is left here", "This testimonial has been erased.".to_owned())
        }
        Error::Internal(_) | Error::Unavailable(_) => ("Something went wrong", sentence),
        _ if expired => ("This link has expired", sentence),
        _ => ("This link does not work", sentence),
    };
    // The page to return to after signing in, if that helps.
    let sign_in =
        expired.then(|| Link { label: "Sign in".to_owned(), to: format!("/clients/login?next={}", request.path()) });
    Notice::new(title, text).with_links(sign_in).respond(app, error.status()).await
}
