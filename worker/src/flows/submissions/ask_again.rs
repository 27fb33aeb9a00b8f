//! Asks a customer to agree to the current consent texts.

use domain::audit::AuditAction;
use domain::date::{date_of, in_words};
use domain::email::EmailTemplate;

use crate::app::App;
use crate::auth::guard::ClientUser;
use crate::error::{Error, Result, refusal};
use crate::queue;
use crate::store::platform::audit::Entry;
use crate::store::platform::email::{self, NewEmail};
use crate::store::submissions::submission::{consent_request, list};

/// The customer agreed to the current texts, or has withdrawn the consent.
const NOTHING_TO_ASK: Error = refusal!(409, "nothing_to_ask", "There is nothing to ask your customer for.");

/// Records the request and mails it, in one transaction.
///
/// # Errors
/// [`Error::not_found`], [`NOTHING_TO_ASK`], or 409 `asked_already` within a week of the last request.
pub async fn run(app: &App, by: &ClientUser, id: &str) -> Result<()> {
    let found = list::details(&app.db, &by.client_id, id, app.now).await?;
    let (line, details) =
        found.filter(|(line, _)| line.hold.is_none()).ok_or_else(|| Error::not_found("Submission"))?;
    let from = details.consent().may_ask_from.ok_or(NOTHING_TO_ASK)?;
    if from > app.now {
        return Err(asked_already(from));
    }
    let (email_id, job_id) = (uuid::Uuid::new_v4().to_string(), uuid::Uuid::new_v4().to_string());
    let subject_id = format!("{id}/{}", app.now);
    let mail = NewEmail {
        id: &email_id,
        job_id: &job_id,
        template: EmailTemplate::ConsentRequested,
        subject_id: &subject_id,
        recipient: &line.customer_email,
        params: "null",
    };
    let entry = Entry::of_submission(AuditAction::ConsentAsk, &by.client_id, &by.company_name, id);
    let mut statements = vec![consent_request::ask(&by.client_id, id, app.now)];
    statements.extend(email::queue_after_change(&mail, app.now)?);
    statements.push(entry.query_after_change(by.user.session(), app.now));
    if app.db.transaction(statements).await?.first() != Some(&1) {
        // A second press, a withdrawal or an erasure was faster.
        return Err(NOTHING_TO_ASK);
    }
    queue::enqueue(app, &job_id).await;
    Ok(())
}

fn asked_already(from: i64) -> Error {
    refusal!(409, "asked_already", "You have asked this customer already.")
        .with_text(format!("You have asked this customer already. You can ask again on {}.", in_words(date_of(from))))
}
