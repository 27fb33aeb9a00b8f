//! Lets a recipient whom a business added opt in to its mails, or out of them. A GET changes nothing, because programs
//! prefetch links from mails.

use domain::api::client::MailRecipient;
use domain::plain_text::without_links;
use domain::signed_url::LinkPurpose;
use worker::Response;

use crate::app::App;
use crate::auth::{login_subject, signed_url};
use crate::error::Result;
use crate::request::Request;
use crate::routes::public::plain_page;
use crate::store::clients::{client, mail_recipient};

pub async fn subscribe(app: &App, request: &Request, client_id: &str, recipient: &str) -> Result<Response> {
    answer(app, request, LinkPurpose::RecipientConfirm, client_id, recipient).await
}

pub async fn unsubscribe(app: &App, request: &Request, client_id: &str, recipient: &str) -> Result<Response> {
    answer(app, request, LinkPurpose::RecipientUnsubscribe, client_id, recipient).await
}

/// Asks with a GET, and applies the answer with a POST.
async fn answer(
    app: &App,
    request: &Request,
    purpose: LinkPurpose,
    client_id: &str,
    recipient: &str,
) -> Result<Response> {
    if let Err(refusal) = signed_url::verify_query(app, request, purpose, &format!("{client_id}/{recipient}")) {
        return plain_page::refusal(app, request, &refusal).await;
    }
    let Some(company) = client::name(&app.db, client_id, None).await? else { return gone(app).await };
    let company = without_links(&company);
    let is_theirs = |email: &str| login_subject::email_hash(&app.config, email) == recipient;
    if client::email(&app.db, client_id).await?.is_some_and(|own| is_theirs(&own)) {
        let text = format!("This is {company}’s own address. Its owner can change its emails in the portal.");
        return plain_page::question(app, "Your own address", text, None).await;
    }
    let added = mail_recipient::configured(&app.db, client_id).await?;
    let Some(MailRecipient { email, confirmed, .. }) = added.into_iter().find(|one| is_theirs(&one.email)) else {
        return gone(app).await;
    };
    let (title, text, button) = match (purpose, request.method() == "POST") {
        (LinkPurpose::RecipientConfirm, true) => {
            mail_recipient::confirm(&app.db, client_id, &email, app.now).await?;
            ("You are on the list", format!("From now on you get the emails of {company}."), None)
        }
        (LinkPurpose::RecipientConfirm, false) => (
            "Get these emails?",
            format!("{company} would like you to get its emails: new videos, and anything that needs attention."),
            Some("Get these emails"),
        ),
        (_, true) => {
            mail_recipient::remove(&app.db, client_id, &email).await?;
            return gone(app).await;
        }
        (_, false) => (
            "Stop these emails?",
            format!(
                "{} If it adds you again, we ask you first.",
                if confirmed {
                    format!("You get the emails of {company}.")
                } else {
                    format!("{company} added you to its emails, but sends you none until you agree.")
                }
            ),
            Some("Stop these emails"),
        ),
    };
    plain_page::question(app, title, text, button).await
}

async fn gone(app: &App) -> Result<Response> {
    plain_page::question(app, "No more emails", "Your address is not on this business’s list.", None).await
}
