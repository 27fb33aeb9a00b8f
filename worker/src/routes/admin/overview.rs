//! The figures of the admin overview.

use domain::api::client::RECENT_DAYS;
use domain::api::operations::{Overview, ScheduleRun};
use domain::date::date_of;
use domain::limits::{DRIVES_SHOWN, TIMED_DELIVERIES};
use domain::retention::DAY_MS;
use domain::schedule::{SCHEDULES, Schedule};

use crate::app::App;
use crate::auth::guard::AdminUser;
use crate::error::Result;
use crate::store::clients::client::admin as clients;
use crate::store::clients::client_day;
use crate::store::drives::drive_connection::check;
use crate::store::platform::{alert, email, job, mail_day, schedule_run};
use crate::store::submissions::submission::{delivery, failed};
use crate::store::submissions::transcript;

pub async fn get(app: &App, _: AdminUser) -> Result<Overview> {
    let depth = job::queue_stats(&app.db).await?;
    let mail_day = mail_day::today(&app.db, app.now).await?;
    let since = date_of(app.now.saturating_sub(RECENT_DAYS.saturating_mul(DAY_MS))).to_string();
    let overview = Overview {
        queue_depth: depth.queue_depth,
        oldest_job_at: depth.oldest_job_at,
        failures: failed::causes(&app.db).await?,
        arrivals: delivery::arrivals(&app.db, TIMED_DELIVERIES).await?,
        drives: check::states(&app.db, DRIVES_SHOWN).await?,
        email_failures: email::failures(&app.db).await?,
        emails_today: mail_day.sent,
        emails_a_day: mail_day.limit(),
        days: client_day::of_all_since(&app.db, RECENT_DAYS, app.now).await?,
        transcriptions: transcript::days(&app.db, &since).await?,
        today: date_of(app.now).to_string(),
        schedules: schedules(app).await?,
        clients: clients::by_status(&app.db).await?,
        alerts: alert::newest(&app.db).await?,
    };
    Ok(overview)
}

/// Every schedule, including those that have never run.
async fn schedules(app: &App) -> Result<Vec<ScheduleRun>> {
    let runs = schedule_run::all(&app.db).await?;
    let line = |schedule: &Schedule| {
        let run = runs.iter().find(|run| run.name == schedule.name);
        ScheduleRun {
            name: schedule.name.to_owned(),
            title: schedule.title.to_owned(),
            pace: schedule.pace.to_owned(),
            ran_at: run.map(|run| run.ran_at),
            ok: run.is_none_or(|run| run.ok != 0),
            result: run.map_or_else(|| "has not run yet".to_owned(), |run| run.result.clone()),
        }
    };
    Ok(SCHEDULES.iter().map(line).collect())
}
