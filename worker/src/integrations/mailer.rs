//! Sends mails through the platform's `send_email` binding.

use js_sys::{JsString, Object, Reflect};
use wasm_bindgen::JsValue;
use worker::SendEmailBuilder;

use crate::app::App;
use crate::email::Message;
use domain::comparable::ascii_host;

/// Why a mail was not accepted; the text is for an admin.
pub enum MailError {
    /// Not sent; can be retried.
    Transient(String),
    /// Not sent: the account's daily limit is used up.
    QuotaExhausted(String),
    /// Not sent: earlier mails to this address bounced.
    Bounced,
    /// Possibly sent: the connection broke, or the answer is unknown. Can be retried.
    Unknown(String),
    Permanent(String),
}

/// Sends a mail and returns the platform's message id.
///
/// # Errors
/// The refusal. Rejects a line break in a header value, because the local platform accepts it.
pub async fn send(app: &App, recipient: &str, message: &Message) -> Result<String, MailError> {
    let breaks = |text: &str| text.chars().any(char::is_control);
    if breaks(&message.subject) || breaks(recipient) {
        return Err(MailError::Permanent("A line break in a header value.".into()));
    }
    let mut mail = SendEmailBuilder::builder(&app.config.mail_from, &ascii_host(recipient), &message.subject)
        .text(&message.text)
        .html(&message.html);
    if let Some(url) = &message.stop_url {
        mail = mail.headers(&one_click(url).map_err(|e| MailError::Transient(format!("{e:?}")))?);
    }
    let mail = mail.build();
    let binding = app.env.send_email("EMAIL").map_err(|e| MailError::Transient(e.to_string()))?;
    match binding.send_with_builder(&mail).await {
        Ok(sent) => Ok(sent.message_id()),
        Err(error) => Err(refusal(worker::Error::from(JsValue::from(error)))),
    }
}

/// Headers for a mail program's own unsubscribe button (one-click).
fn one_click(url: &str) -> Result<Object<JsString>, JsValue> {
    let headers: Object<JsString> = Object::new_typed();
    Reflect::set(&headers, &"List-Unsubscribe".into(), &format!("<{url}>").into())?;
    Reflect::set(&headers, &"List-Unsubscribe-Post".into(), &"List-Unsubscribe=One-Click".into())?;
    Ok(headers)
}

fn refusal(error: worker::Error) -> MailError {
    match error {
        worker::Error::EmailRecipientSuppressed(_) => MailError::Bounced,
        worker::Error::EmailRecipientNotAllowed(_) => {
            MailError::Permanent("The recipient is not allowed for this sender.".into())
        }
        worker::Error::DailyLimitExceeded(reason) => MailError::QuotaExhausted(reason),
        worker::Error::RateLimitExceeded(reason) => MailError::Transient(reason),
        other => MailError::Unknown(other.to_string()),
    }
}
