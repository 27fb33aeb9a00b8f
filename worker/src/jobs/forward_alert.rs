//! `forward-alert`: posts the beginning or end of an alert to the automation URL of alerts.

use domain::date::iso_time;
use domain::retry_policy::JobOutcome;
use domain::setting::ALERTS;
use serde_json::json;

use crate::app::App;
use crate::error::Result;
use crate::flows::platform::raise_alerts::CLOSED_SUFFIX;
use crate::integrations::automation;
use crate::store::platform::{alert, setting};

/// The subject is the alert's id, followed by [`CLOSED_SUFFIX`] for its end.
pub async fn run(app: &App, subject: &str) -> Result<JobOutcome> {
    let (id, is_over) = subject.strip_suffix(CLOSED_SUFFIX).map_or((subject, false), |id| (id, true));
    let Some(found) = alert::get(&app.db, id).await? else { return Ok(JobOutcome::Done) };
    let url = setting::get(&app.db, ALERTS).await?;
    let payload = json!({
        "event": if is_over { "alert.over" } else { "alert.began" },
        "id": id,
        "cause": found.cause,
        "subject": found.subject,
        "title": found.cause.title(),
        "detail": found.detail,
        "beganAt": iso_time(found.began_at),
        "endedAt": found.ended_at.filter(|_| is_over).map(iso_time),
    });
    Ok(automation::send_to_setting(app, &url, subject, &payload.to_string()).await)
}
