//! Pages that the Worker writes itself, in the app's colours and type, for people who come by a link in a mail.

use domain::retention::DEMO_HOURS;
use worker::{Response, ResponseBuilder};

use crate::app::App;
use crate::email::{escape, fill};
use crate::error::{Error, Result};
use crate::request::Request;
use crate::routes::public::page;

/// A page with a heading and a body. `body` is HTML whose values are escaped.
pub async fn render(app: &App, status: u16, title: &str, body: &str) -> Result<Response> {
    let stylesheet = page::stylesheet(app).await?;
    let nonce = uuid::Uuid::new_v4().simple().to_string();
    let title = escape(title);
    let values = [("title", title.as_str()), ("body", body), ("stylesheet", &stylesheet), ("nonce", &nonce)];
    let policy = format!(
        "default-src 'none'; style-src 'self' 'nonce-{nonce}'; font-src 'self'; frame-ancestors 'none'; \
         base-uri 'none'; form-action 'none'"
    );
    Ok(ResponseBuilder::new()
        .with_status(status)
        .with_header("content-type", "text/html; charset=utf-8")?
        .with_header("content-security-policy", &policy)?
        .with_header("x-robots-tag", "noindex")?
        .fixed(fill(include_str!("plain_page.html"), &values).into_bytes()))
}

/// What a person reads who followed a link that does not open; programs read the status.
pub async fn refusal(app: &App, request: &Request, error: &Error) -> Result<Response> {
    let (status, _, text) = error.outward();
    let text = match error {
        Error::NotFound("Video") => {
            format!("Videos are deleted after a while, those of the demo within {DEMO_HOURS} hours.")
        }
        _ => text,
    };
    let title = match error {
        Error::NotFound("Video") => "This video is no longer here",
        Error::Link(domain::signed_link::Refusal::Expired) => "This link has expired",
        Error::Internal(_) => "Something went wrong",
        _ => "This link does not work",
    };
    let sign_in = match error {
        Error::Link(domain::signed_link::Refusal::Expired) => {
            format!("<p class=\"older\"><a href=\"/clients/login?next={}\">Sign in</a></p>", escape(request.path()))
        }
        _ => String::new(),
    };
    render(app, status, title, &format!("<p class=\"lead\">{}</p>{sign_in}", escape(&text))).await
}
