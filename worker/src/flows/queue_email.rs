//! Queues a mail and tells the queue of it.

use domain::email::EmailTemplate;
use serde::Serialize;

use crate::app::App;
use crate::error::Result;
use crate::queue;
use crate::store::db::Query;
use crate::store::email::{self, NewEmail};
use crate::store::mail_recipient;

/// What is to be mailed.
pub struct EmailRequest<'a, Params> {
    pub template: EmailTemplate,
    /// What it is about, where there is one mail of it for good; without it each is a mail of its own.
    pub subject_id: Option<&'a str>,
    pub recipient: &'a str,
    pub params: Params,
}

/// Writes the mail, its job and what belongs to it in one transaction. One that was queued before stays as it is.
pub async fn run(app: &App, mail: &EmailRequest<'_, impl Serialize>, with: Vec<Query>) -> Result<()> {
    let (id, job_id) = (uuid::Uuid::new_v4().to_string(), uuid::Uuid::new_v4().to_string());
    let new = NewEmail {
        id: &id,
        job_id: &job_id,
        template: mail.template,
        subject_id: mail.subject_id.unwrap_or(&id),
        recipient: mail.recipient,
        params: &serde_json::to_string(&mail.params)?,
    };
    let mut statements = email::queue(&new, app.now)?;
    statements.extend(with);
    if app.db.transaction(statements).await?.first() == Some(&1) {
        if mail.template.may_be_for_nobody() {
            queue::announce_for_later(app, &job_id).await;
        } else {
            queue::announce(app, &job_id).await;
        }
    }
    Ok(())
}

/// Writes one mail for good to each of several people about one event; `subject` names it.
///
/// # Errors
/// Of the database.
pub async fn to_each<'a>(
    app: &App,
    template: EmailTemplate,
    subject: &str,
    recipients: impl IntoIterator<Item = &'a String>,
) -> Result<()> {
    to_each_with(app, template, subject, recipients, &()).await
}

/// Writes the mail that went to a client's own address to the others who get its mails. `(client, address)` is the client's.
///
/// # Errors
/// Of the database.
pub async fn to_others(
    app: &App,
    template: EmailTemplate,
    subject: &str,
    (client_id, own): (&str, &str),
) -> Result<()> {
    let all = mail_recipient::addresses(&app.db, client_id, own).await?;
    to_each(app, template, subject, all.iter().filter(|address| *address != own)).await
}

/// As [`to_each`] with parameters.
///
/// # Errors
/// As [`to_each`].
pub async fn to_each_with<'a>(
    app: &App,
    template: EmailTemplate,
    subject: &str,
    recipients: impl IntoIterator<Item = &'a String>,
    params: &impl Serialize,
) -> Result<()> {
    for recipient in recipients {
        let subject_id = format!("{subject}/{recipient}");
        let mail = EmailRequest { template, subject_id: Some(&subject_id), recipient, params };
        run(app, &mail, Vec::new()).await?;
    }
    Ok(())
}
