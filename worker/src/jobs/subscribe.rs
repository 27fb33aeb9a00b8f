//! `subscribe`: adds a sign-up to the external mailing list, which asks for the confirmation itself.

use domain::retry_policy::JobOutcome;
use domain::setting::CAMPAIGN_ID;

use crate::app::App;
use crate::error::Result;
use crate::integrations::mailing_list;
use crate::store::db::Query;
use crate::store::platform::{setting, sign_up};

/// Syncs a sign-up to the mailing list.
pub async fn run(app: &App, id: &str) -> Result<JobOutcome> {
    let Some(contact) = sign_up::get(&app.db, id).await? else {
        return Ok(JobOutcome::Done); // deleted meanwhile
    };
    let Some(list) = &app.config.mailing_list else {
        return Ok(JobOutcome::GiveUp("The mailing list's API key is no longer set.".into()));
    };
    let campaign = setting::get(&app.db, CAMPAIGN_ID).await?;
    let name = format!("{} {}", contact.first_name, contact.surname);
    let outcome = mailing_list::add(list, &campaign, &contact.email, &name).await;
    if outcome == JobOutcome::Done {
        sign_up::mark_synced(&app.db, id).await?;
    }
    Ok(outcome)
}

/// Marks the sign-up as failed.
pub fn on_failure(job_id: &str, reason: Option<&str>) -> Query {
    sign_up::mark_failed(job_id, reason)
}
