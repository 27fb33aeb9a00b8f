//! Asks a sender for a proof that it is no flood: by Turnstile where its keys are set, by a little work otherwise.

use domain::challenge;

use crate::app::App;
use crate::error::{Error, Result};
use crate::integrations::turnstile;

/// What a challenge of Turnstile, and its solution, begin with.
const TURNSTILE: &str = "turnstile.";

/// The challenge for one submission of a client; `subject` is its upload, or the key that its form came with.
#[must_use]
pub fn issue(app: &App, client_id: &str, subject: &str) -> String {
    match &app.config.turnstile {
        Some(turnstile) => format!("{TURNSTILE}{}", turnstile.site_key),
        None => challenge::issue(&app.config.keys, client_id, subject, app.now),
    }
}

/// Checks the solution that came with a form.
///
/// # Errors
/// [`Error::ChallengeRequired`] where there is none, or a wrong one.
pub async fn run(app: &App, client_id: &str, subject: &str, solution: &str) -> Result<()> {
    let is_solved = match (&app.config.turnstile, solution.strip_prefix(TURNSTILE)) {
        (Some(turnstile), Some(token)) => turnstile::verify(turnstile, token).await?,
        (Some(_), None) => false,
        (None, _) => challenge::is_solved(&app.config.keys, client_id, subject, solution, app.now),
    };
    if is_solved { Ok(()) } else { Err(Error::ChallengeRequired(issue(app, client_id, subject))) }
}
