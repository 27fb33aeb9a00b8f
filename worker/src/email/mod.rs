//! Every message the product sends: one folder each with subject, text and HTML.

mod submission_received;
mod template;

pub use template::{escape, fill};

use crate::app::App;
use crate::error::Result;
use crate::store::email::Email;

/// The template's name for [`submission_received`].
pub const SUBMISSION_RECEIVED: &str = "submission_received";

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
        _ => Ok(None),
    }
}
