//! Queues a mail and tells the queue of it.

use serde::Serialize;

use crate::app::App;
use crate::error::Result;
use crate::jobs;
use crate::store::db::Query;
use crate::store::email::{self, NewEmail};

/// What is to be mailed.
pub struct Mail<'a, Params> {
    /// Which message it is.
    pub template: &'a str,
    /// What it is about, where there is one mail of it for good; without it each is a mail of its own.
    pub subject_id: Option<&'a str>,
    /// Where it goes, from the database.
    pub recipient: &'a str,
    /// What else it needs, without secrets.
    pub params: Params,
}

/// Writes the mail, its job and what belongs to it in one transaction. One that was queued before stays as it is.
///
/// # Errors
/// When the database fails; then nothing has changed.
pub async fn run(app: &App, mail: &Mail<'_, impl Serialize>, with: Vec<Query>) -> Result<()> {
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
        jobs::announce(app, &job_id).await;
    }
    Ok(())
}
