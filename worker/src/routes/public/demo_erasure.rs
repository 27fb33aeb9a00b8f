//! Deletes a demo before its time, for whoever was mailed its link: a page with one button. Looking at it deletes nothing: programs open links
//! of mails before people do.

use askama::Template;
use domain::signed_url::Kind;
use worker::Response;

use crate::app::App;
use crate::auth::signed_url;
use crate::error::{Error, Result};
use crate::flows::erase_submissions;
use crate::request::Request;
use crate::routes::public::plain_page::{self, PlainPage};

#[derive(Template)]
#[template(path = "routes/public/demo_erasure.html")]
struct DemoErasure {
    page: PlainPage,
    title: &'static str,
    is_erased: bool,
}

pub async fn ask(app: &App, request: &Request, id: &str) -> Result<Response> {
    match signed_url::verify_query(app, request, Kind::DemoErasure, id) {
        Ok(()) => show(app, !erase_submissions::is_demo(app, id).await?).await,
        Err(refusal) => plain_page::refusal(app, request, &refusal).await,
    }
}

pub async fn erase(app: &App, request: &Request, id: &str) -> Result<Response> {
    if let Err(refusal) = signed_url::verify_query(app, request, Kind::DemoErasure, id) {
        return plain_page::refusal(app, request, &refusal).await;
    }
    match erase_submissions::demo(app, id).await {
        // Pressed twice, or its time was over.
        Ok(_) | Err(Error::NotFound(_)) => show(app, true).await,
        Err(other) => Err(other),
    }
}

async fn show(app: &App, is_erased: bool) -> Result<Response> {
    let title = if is_erased { "Your demo is deleted" } else { "Delete your demo video?" };
    let page = DemoErasure { page: PlainPage::new(app).await?, title, is_erased };
    PlainPage::respond_with_form(&page.page.nonce, page.render()?)
}
