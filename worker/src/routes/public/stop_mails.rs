//! Opts out of the demo's mails: a page with one button, and the same URL for mail programs that press it themselves
//! (RFC 8058). A GET changes nothing, because programs prefetch links from mails.

use domain::signed_url::LinkPurpose;
use worker::Response;

use crate::app::App;
use crate::auth::signed_url;
use crate::error::Result;
use crate::request::Request;
use crate::routes::public::plain_page;
use crate::store::platform::stopped_recipient;

pub async fn ask(app: &App, request: &Request, recipient: &str) -> Result<Response> {
    match signed_url::verify_query(app, request, LinkPurpose::DemoUnsubscribe, recipient) {
        Ok(()) => show(app, false).await,
        Err(refusal) => plain_page::refusal(app, request, &refusal).await,
    }
}

pub async fn stop(app: &App, request: &Request, recipient: &str) -> Result<Response> {
    if let Err(refusal) = signed_url::verify_query(app, request, LinkPurpose::DemoUnsubscribe, recipient) {
        return plain_page::refusal(app, request, &refusal).await;
    }
    stopped_recipient::add(&app.db, recipient, app.now).await?;
    show(app, true).await
}

async fn show(app: &App, is_stopped: bool) -> Result<Response> {
    if is_stopped {
        let text = "The demo will not email this address again.";
        return plain_page::question(app, "No more emails", text, None).await;
    }
    let text = "Anyone can try the Sayso demo with your email address. Press the button, and the demo will never email it again.";
    plain_page::question(app, "Stop these emails?", text, Some("Stop these emails")).await
}
