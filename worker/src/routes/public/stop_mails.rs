//! The way out of the demo's mails: a page with one button, and the same address for mail programs that press it themselves
//! (RFC 8058). Looking at it stops nothing: programs open links of mails before people do.

use askama::Template;
use domain::signed_url::Kind;
use worker::Response;

use crate::app::App;
use crate::auth::signed_url;
use crate::error::Result;
use crate::request::Request;
use crate::routes::public::plain_page::{self, PlainPage};
use crate::store::stopped_recipient;

#[derive(Template)]
#[template(path = "routes/public/stop_mails.html")]
struct StopMails {
    page: PlainPage,
    title: &'static str,
    is_stopped: bool,
}

pub async fn ask(app: &App, request: &Request, recipient: &str) -> Result<Response> {
    match signed_url::verify_query(app, request, Kind::StopMails, recipient) {
        Ok(()) => show(app, false).await,
        Err(refusal) => plain_page::refusal(app, request, &refusal).await,
    }
}

pub async fn stop(app: &App, request: &Request, recipient: &str) -> Result<Response> {
    if let Err(refusal) = signed_url::verify_query(app, request, Kind::StopMails, recipient) {
        return plain_page::refusal(app, request, &refusal).await;
    }
    stopped_recipient::add(&app.db, recipient, app.now).await?;
    show(app, true).await
}

async fn show(app: &App, is_stopped: bool) -> Result<Response> {
    let title = if is_stopped { "No more emails" } else { "Stop these emails?" };
    let page = StopMails { page: PlainPage::new(app).await?, title, is_stopped };
    PlainPage::respond_with_form(&page.page.nonce, page.render()?)
}
