//! Every message the product sends: one folder each with subject, text and HTML.

pub mod confirm_sign_up;
mod demo_submission;
pub mod invitation;
pub mod password_reset;
mod setup_received;
mod submission_received;
mod template;
mod welcome;

pub use template::{escape, fill};

use crate::app::App;
use crate::error::Result;
use crate::store::email::Email;

/// The template's name for [`submission_received`].
pub const SUBMISSION_RECEIVED: &str = "submission_received";
/// The template's name for [`invitation`].
pub const INVITATION: &str = "invitation";
/// The template's name for [`password_reset`].
pub const PASSWORD_RESET: &str = "password_reset";
/// The template's name for [`welcome`].
pub const WELCOME: &str = "welcome";

/// The template's name for [`confirm_sign_up`].
pub const CONFIRM_SIGN_UP: &str = "confirm_sign_up";
/// The template's name for [`setup_received`].
pub const SETUP_RECEIVED: &str = "setup_received";
/// The template's name for [`demo_submission`].
pub const DEMO_SUBMISSION: &str = "demo_submission";

/// A mail ready to be sent.
pub struct Message {
    /// One line.
    pub subject: String,
    /// For readers without HTML.
    pub text: String,
    /// Every value in it is escaped.
    pub html: String,
}

/// Writes the mail of a row; nothing where its subject has gone or no such template exists.
///
/// # Errors
/// When the database fails.
pub async fn compose(app: &App, mail: &Email) -> Result<Option<Message>> {
    match mail.template.as_str() {
        SUBMISSION_RECEIVED => submission_received::compose(app, &mail.subject_id).await,
        INVITATION => invitation::compose(app, mail).await,
        PASSWORD_RESET => password_reset::compose(app, mail).await,
        DEMO_SUBMISSION => demo_submission::compose(app, &mail.subject_id).await,
        CONFIRM_SIGN_UP => confirm_sign_up::compose(app, mail).await,
        SETUP_RECEIVED => setup_received::compose(app).await,
        WELCOME => welcome::compose(app, &mail.subject_id).await,
        _ => Ok(None),
    }
}

/// What stands where an account knows no business's name.
const NO_COMPANY: &str = "your company";

fn company_or_yours(name: Option<&str>) -> &str {
    name.filter(|name| !name.trim().is_empty()).unwrap_or(NO_COMPANY)
}

/// A video's length as people write it: `0:07`.
fn length(duration_ms: u64) -> String {
    let seconds = duration_ms.saturating_add(500).checked_div(1000).unwrap_or(0);
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// The page around a message's HTML. `body` is HTML whose values are escaped; title and footer are texts.
fn frame(title: &str, body: &str, footer: &str) -> String {
    let (title, footer) = (escape(title), escape(footer));
    fill(include_str!("frame.html"), &[("title", &title), ("body", body), ("footer", &footer)])
}
