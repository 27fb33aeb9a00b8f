//! Cloudflare Turnstile: verifies tokens of its widget on our pages.

use serde::Deserialize;

use crate::config::Turnstile;
use crate::error::{Error, Result, refusal};
use crate::integrations::http::{Answer, Call};

/// Turnstile does not answer.
fn unavailable(cause: String) -> Error {
    refusal!(503, "challenge_away", "We cannot check this right now. Please try again in a minute.", 60)
        .with_cause(cause)
}

#[derive(Deserialize)]
struct Verdict {
    success: bool,
}

/// Longer tokens are not Turnstile's.
const MAX_TOKEN: usize = 2048;

/// Verifies a token. Never retries, because a token is valid once.
///
/// # Errors
/// [`unavailable`] if Turnstile does not answer.
pub async fn verify(turnstile: &Turnstile, token: &str) -> Result<bool> {
    if token.is_empty() || token.len() > MAX_TOKEN {
        return Ok(false);
    }
    let url = format!("{}/turnstile/v0/siteverify", turnstile.base);
    let body = form_urlencoded::Serializer::new(String::new())
        .append_pair("secret", &turnstile.secret_key)
        .append_pair("response", token)
        .finish();
    let headers = [("content-type", "application/x-www-form-urlencoded")];
    let call = Call { body: Some(&body.into()), ..Call::new("POST", &url, &headers) };
    let response = call.send().await.map_err(unavailable)?;
    let (answer, text) = Answer::with_text(response).await;
    match serde_json::from_str::<Verdict>(&text.map_err(unavailable)?) {
        Ok(verdict) if answer.status < 500 => Ok(verdict.success),
        _ => Err(unavailable(format!("It answered {}.", answer.status))),
    }
}
