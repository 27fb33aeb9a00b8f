//! Requires a challenge against floods: Turnstile if its keys are set, a small proof of work otherwise.

use domain::challenge;

use crate::app::App;
use crate::error::{Error, Result, refusal};
use crate::integrations::turnstile;

/// A solved challenge is required, because many submissions have arrived.
#[must_use]
pub fn challenge_required(challenge: String) -> Error {
    refusal!(
        429,
        "challenge_required",
        "This needs a check that its page makes automatically. Please reload the page and send it again."
    )
    .with_challenge(challenge)
}

/// Prefix of Turnstile challenges and their solutions.
const TURNSTILE: &str = "turnstile.";

/// Issues a challenge for one submission to a client. `subject` is its upload, or its form's idempotency key.
#[must_use]
pub fn issue(app: &App, client_id: &str, subject: &str) -> String {
    match &app.config.turnstile {
        Some(turnstile) => format!("{TURNSTILE}{}", turnstile.site_key),
        None => challenge::issue(&app.config.keys, client_id, subject, app.now),
    }
}

/// Verifies the solution sent with a form.
///
/// # Errors
/// [`challenge_required`] if it is missing or wrong.
pub async fn run(app: &App, client_id: &str, subject: &str, solution: &str) -> Result<()> {
    let is_solved = match (&app.config.turnstile, solution.strip_prefix(TURNSTILE)) {
        (Some(turnstile), Some(token)) => turnstile::verify(turnstile, token).await?,
        (Some(_), None) => false,
        (None, _) => challenge::is_solved(&app.config.keys, client_id, subject, solution, app.now),
    };
    if is_solved { Ok(()) } else { Err(challenge_required(issue(app, client_id, subject))) }
}
