//! Stores a mail and announces its job to the queue. Mails about deliveries, acceptances and digests are inserted by the
//! transactions in `store/submissions/submission` instead.

use domain::email::{EmailTemplate, digest};
use serde::Serialize;

use crate::app::App;
use crate::error::Result;
use crate::queue;
use crate::store::clients::mail_recipient;
use crate::store::db::Query;
use crate::store::platform::email::{self, NewEmail};

/// A mail to queue.
pub struct EmailRequest<'a, Params> {
    pub template: EmailTemplate,
    /// Its subject, which has at most one mail per template. `None` makes each mail unique.
    pub subject_id: Option<&'a str>,
    pub recipient: &'a str,
    pub params: Params,
}

/// Stores the mail, its job and `with` in one transaction. Leaves a mail queued before unchanged.
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
        if mail.template.hides_recipient() {
            queue::enqueue_delayed(app, &job_id).await;
        } else {
            queue::enqueue(app, &job_id).await;
        }
    }
    Ok(())
}

/// Queues one mail about an event to each recipient, once; `subject` identifies the event.
///
/// # Errors
/// If the database fails.
pub async fn to_each<'a>(
    app: &App,
    template: EmailTemplate,
    subject: &str,
    recipients: impl IntoIterator<Item = &'a String>,
) -> Result<()> {
    to_each_with(app, template, subject, recipients, &()).await
}

/// Queues the mail to a client's own address for the other recipients of its mails. `(client, address)` is the client's.
///
/// # Errors
/// If the database fails.
pub async fn to_others(
    app: &App,
    template: EmailTemplate,
    subject: &str,
    (client_id, own): (&str, &str),
) -> Result<()> {
    let all = mail_recipient::addresses(&app.db, client_id, own).await?;
    to_each(app, template, subject, all.iter().filter(|address| *address != own)).await
}

/// Like [`to_each`], with parameters.
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

/// Queues one mail to each recipient about everything of this hour, due when it is over.
///
/// # Errors
/// If the database fails.
pub async fn digest_to_each<'a>(
    app: &App,
    template: EmailTemplate,
    recipients: impl IntoIterator<Item = &'a String>,
) -> Result<()> {
    let digest = digest(app.now);
    for recipient in recipients {
        let (id, job_id) = (uuid::Uuid::new_v4().to_string(), uuid::Uuid::new_v4().to_string());
        let subject_id = format!("{}/{recipient}", digest.hour);
        let new = NewEmail { id: &id, job_id: &job_id, template, subject_id: &subject_id, recipient, params: "null" };
        app.db.transaction(email::queue_due(&new, (digest.due_at, app.now))?).await?;
    }
    Ok(())
}
