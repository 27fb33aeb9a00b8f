//! To a business: a customer has erased the own testimonials, and what is left to do. Names nobody: the data is erased.

use domain::plain_text::without_links;
use serde::{Deserialize, Serialize};

use super::Message;
use super::mail::mail;
use crate::error::Result;
use crate::store::platform::email::Email;

mail!({ business: String, days: String, several: bool, hosts: String } "email/testimonials_erased/mail.html");

/// Known before the erasure only.
#[derive(Serialize, Deserialize)]
pub struct Params {
    /// The business's name.
    pub business: String,
    /// Days on which they were received, in words.
    pub days: Vec<String>,
    /// Sites that showed them.
    pub hosts: Vec<String>,
}

/// Composes the mail.
pub fn compose(mail: &Email) -> Result<Message> {
    let Params { business, days, hosts } = serde_json::from_str(&mail.params)?;
    let (several, days) = (days.len() > 1, days.join(", "));
    Values { business, days, several, hosts: without_links(&hosts.join(", ")) }.message()
}
