//! Erases a demo early, by the link mailed to its maker.

use domain::signed_url::LinkPurpose;
use worker::Response;

use crate::app::App;
use crate::auth::signed_url;
use crate::error::Result;
use crate::flows::submissions::erase_submissions;
use crate::request::Request;
use crate::routes::public::plain_page;

pub async fn ask(app: &App, request: &Request, id: &str) -> Result<Response> {
    match signed_url::verify_query(app, request, LinkPurpose::DemoErasure, id) {
        Ok(()) => show(app, !erase_submissions::is_demo(app, id).await?).await,
        Err(refusal) => plain_page::refusal(app, request, &refusal).await,
    }
}

pub async fn erase(app: &App, request: &Request, id: &str) -> Result<Response> {
    if let Err(refusal) = signed_url::verify_query(app, request, LinkPurpose::DemoErasure, id) {
        return plain_page::refusal(app, request, &refusal).await;
    }
    erase_submissions::demo(app, id).await?;
    show(app, true).await
}

async fn show(app: &App, is_erased: bool) -> Result<Response> {
    if is_erased {
        let text = "The video has been deleted, with the name and email address it was made with.";
        return plain_page::question(app, "Your demo is deleted", text, None).await;
    }
    let text = "Press the button to delete the video now, with the name and email address it was made with. This cannot be undone.";
    plain_page::question(app, "Delete your demo video?", text, Some("Delete my demo video")).await
}
