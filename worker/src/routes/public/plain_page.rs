//! Pages that the Worker writes itself, in the app's colours and type, for people who follow a link in a mail.

use askama::Template;
use domain::retention::DEMO_HOURS;
use domain::transient_fault::RETRY_SECONDS;
use worker::{Response, ResponseBuilder};

use crate::app::App;
use crate::auth::token;
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
        Ok(Self { stylesheet: shell::stylesheet(app).await?, nonce: token::secret_id()? })
    }

    /// The answer with a rendered page, which has no form.
    pub fn respond(nonce: &str, status: u16, html: String) -> Result<Response> {
        Self::answer(nonce, status, html, "form-action 'none'")
    }

    /// The same with videos of ours, and the page's own script.
    pub fn respond_with_video(nonce: &str, html: String) -> Result<Response> {
        let more = format!("form-action 'none'; media-src 'self'; connect-src 'self'; script-src 'nonce-{nonce}'");
        Self::answer(nonce, 200, html, &more)
    }

    fn answer(nonce: &str, status: u16, html: String, more: &str) -> Result<Response> {
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

/// Where a page leads on.
pub struct Link {
    pub label: String,
    pub to: String,
}

/// A page with a sentence.
#[derive(Template)]
#[template(path = "routes/public/notice.html")]
struct NoticePage {
    page: PlainPage,
    title: &'static str,
    text: String,
    links: Vec<Link>,
}

/// A page with a sentence and where it leads on.
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

/// A page that asks, with the one button that does it by POST; without a button it says that it is done. Programs open links of mails before
/// people do: looking at it changes nothing.
#[derive(Template)]
#[template(path = "routes/public/question.html")]
struct QuestionPage {
    page: PlainPage,
    title: &'static str,
    text: String,
    button: Option<&'static str>,
}

/// Asks, or says that it is done.
pub async fn question(
    app: &App,
    title: &'static str,
    text: impl Into<String>,
    button: Option<&'static str>,
) -> Result<Response> {
    let question = QuestionPage { page: PlainPage::new(app).await?, title, text: text.into(), button };
    PlainPage::answer(&question.page.nonce, 200, question.render()?, "form-action 'self'")
}

/// What is answered to an error. A person whose page cannot be shown for a moment gets one that tries again by itself.
pub async fn answer(app: &App, request: &Request, error: &Error) -> Response {
    let is_page =
        request.method() == "GET" && request.header("accept").is_some_and(|accept| accept.contains("text/html"));
    if is_page
        && matches!(error, Error::Unavailable(_))
        && let Ok(page) = one_moment(app).await
    {
        return page;
    }
    error.response()
}

async fn one_moment(app: &App) -> Result<Response> {
    let text = "We can’t answer right now. This page tries again automatically.".to_owned();
    let response = Notice::new("One moment, please", text).respond(app, 503).await?;
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
    // The page to return to after signing in, where that helps.
    let sign_in =
        expired.then(|| Link { label: "Sign in".to_owned(), to: format!("/clients/login?next={}", request.path()) });
    Notice::new(title, text).with_links(sign_in).respond(app, status).await
}
