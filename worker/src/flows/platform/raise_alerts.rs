//! Notifies admins of urgent problems: when one begins and when it ends. Every schedule runs it, so that a schedule
//! that stops running is noticed by the others.

use domain::alert::{OpenAlert, Step, find, steps};
use domain::email::EmailTemplate;
use domain::job::JobType;
use domain::setting::ALERTS;
use serde_json::json;

use crate::app::App;
use crate::error::Result;
use crate::queue;
use crate::store::db::Query;
use crate::store::identity::user;
use crate::store::platform::email::{self, NewEmail};
use crate::store::platform::{alert, job, setting};

/// Suffix of an alert's id in subjects about its end.
pub const CLOSED_SUFFIX: &str = "/over";

/// Checks the facts once, and begins and ends alerts.
pub async fn run(app: &App) -> Result<()> {
    let mut facts = alert::job_facts(&app.db, app.now).await?;
    facts.credentials = alert::credentials(&app.db).await?;
    let found = find(&facts, app.now);
    let open = alert::open(&app.db).await?;
    for step in steps(&open, &found, app.now) {
        match step {
            Step::Open(finding) => {
                let id = uuid::Uuid::new_v4().to_string();
                let notified = notify(app, EmailTemplate::Alert, &id, alert::raise(&id, finding, app.now)).await;
                // If another schedule noticed the same at the same time, its row was first, and this transaction wrote nothing.
                let is_open = |one: &OpenAlert| one.cause == finding.cause && one.subject == finding.subject;
                if notified.is_err() && !alert::open(&app.db).await?.iter().any(is_open) {
                    return notified;
                }
            }
            Step::ClearAbsence(id) => alert::record_absence(&app.db, id, None).await?,
            Step::MarkAbsent(id) => alert::record_absence(&app.db, id, Some(app.now)).await?,
            Step::Close(one) => {
                let subject = format!("{}{CLOSED_SUFFIX}", one.id);
                notify(app, EmailTemplate::AlertOver, &subject, alert::end(&one.id, app.now)).await?;
            }
        }
    }
    Ok(())
}

/// Writes a change with its mail to each admin and the call to the automation address, in one transaction.
async fn notify(app: &App, template: EmailTemplate, subject: &str, change: Query) -> Result<()> {
    let mut statements = vec![change];
    let mut jobs = Vec::new();
    let mut new_job = || {
        let id = uuid::Uuid::new_v4().to_string();
        jobs.push(id.clone());
        id
    };
    if !setting::get(&app.db, ALERTS).await?.is_empty() {
        let id = new_job();
        statements.push(job::insert_after_change(&id, JobType::ForwardAlert, subject, &json!({}), 0, app.now)?);
    }
    for recipient in user::admin_emails(&app.db).await? {
        let (id, job_id) = (uuid::Uuid::new_v4().to_string(), new_job());
        let subject_id = format!("{subject}/{recipient}");
        let new = NewEmail {
            id: &id,
            job_id: &job_id,
            template,
            subject_id: &subject_id,
            recipient: &recipient,
            params: "{}",
        };
        statements.extend(email::queue(&new, app.now)?);
    }
    app.db.transaction(statements).await?;
    queue::enqueue_all(app, &jobs).await;
    Ok(())
}
