//! To a business: a customer has withdrawn the consent to marketing, and what is left to do.

use domain::drive::DriveProvider;
use domain::plain_text::without_links;

use super::Message;
use super::mail::mail;
use crate::app::App;
use crate::error::Result;
use crate::store::platform::email::Email;
use crate::store::submissions::submission::publication;
use crate::store::submissions::testimonial_view;

mail!({ business: String, customer: String, hosts: String, place: &'static str, page: String } "email/consent_withdrawn/mail.html");

/// Composes the mail; its subject id begins with the submission's. `None` if it was erased meanwhile.
pub async fn compose(app: &App, mail: &Email) -> Result<Option<Message>> {
    let [id] = mail.subject();
    let Some(parties) = publication::parties(&app.db, id).await? else { return Ok(None) };
    let hosts = testimonial_view::hosts(&app.db, id).await?;
    Values {
        business: parties.company_name,
        customer: without_links(&parties.customer_name),
        hosts: without_links(&hosts.join(", ")),
        place: match parties.drive {
            None | Some(DriveProvider::BuiltIn) => "your folder",
            Some(_) => "your own drive",
        },
        page: format!("{}/clients/submissions?id={id}", app.config.public_origin),
    }
    .message()
    .map(Some)
}
