//! Deletes what was kept for its time, by the rules of `domain::retention::rule`, a bounded number of each in a run. Before
//! a delivered video goes its business hears of it, and admins hear of what could not be delivered.

use std::collections::BTreeMap;

use domain::email::EmailTemplate;
use domain::retention::rule::RetentionRule;
use domain::retention::{NOTICE_DAYS, days};
use domain::setting::UNDELIVERED_WARNING_DAYS;

use crate::app::App;
use crate::error::Result;
use crate::flows::queue_email::{self, EmailRequest};
use crate::flows::{delete_sign_ups, discard_upload, dismiss_onboarding, erase_submissions, tell_leavers};
use crate::store::client::cancellation;
use crate::store::retention::{Kept, drive_months, kept};
use crate::store::submission::retention::{self, Untold};
use crate::store::{setting, user};

/// What one run did of each kind, for the schedule's log line.
pub type Counts = Vec<(&'static str, usize)>;

/// One bounded run; repeating it changes nothing more.
///
/// # Errors
/// Of the database.
pub async fn run(app: &App) -> Result<Counts> {
    let months = drive_months(&app.db).await?;
    let told = tell_businesses(app, months).await?;
    let ended = RetentionRule::VideosOfLeavers.period(months).latest_due(app.now);
    let closed = cancellation::close(&app.db, ended).await?;
    let mut counts = vec![("told", told), ("undelivered", tell_admins(app).await?), ("closed", closed)];
    for rule in RetentionRule::ALL {
        counts.push((rule.as_str(), apply(app, *rule, rule.period(months).latest_due(app.now)).await?));
    }
    counts.push(("leavers-told", tell_leavers::run(app).await?));
    Ok(counts)
}

/// Deletes what a rule keeps since a time or longer. Says how many.
async fn apply(app: &App, rule: RetentionRule, since: i64) -> Result<usize> {
    let due = async || kept(&app.db, rule, since).await;
    match rule {
        // Of these none goes that its business has not heard of.
        RetentionRule::DeliveredVideos => retention::delete_videos(&app.db, since, app.now).await,
        RetentionRule::VideosOfLeavers | RetentionRule::DemoVideos => erase(app, due().await?).await,
        RetentionRule::UnfinishedUploads => {
            let mut count: usize = 0;
            for upload in due().await? {
                count = count.saturating_add(discard_upload::run(app, &upload.id).await?.into());
            }
            Ok(count)
        }
        RetentionRule::UnconfirmedSignUps => delete_sign_ups::by_schedule(app, &ids(due().await?)).await,
        RetentionRule::SetUps => dismiss_onboarding::by_schedule(app, &ids(due().await?)).await,
    }
}

fn ids(kept: Vec<Kept>) -> Vec<String> {
    kept.into_iter().map(|kept| kept.id).collect()
}

/// Erases submissions, with everything that names their customers. Says how many.
async fn erase(app: &App, due: Vec<Kept>) -> Result<usize> {
    let mut by_client: BTreeMap<String, Vec<Kept>> = BTreeMap::new();
    for submission in due {
        by_client.entry(submission.client_id.clone().unwrap_or_default()).or_default().push(submission);
    }
    let mut count: usize = 0;
    for (client_id, submissions) in by_client {
        let json = serde_json::to_string(&ids(submissions))?;
        count = count.saturating_add(erase_submissions::by_schedule(app, &client_id, &json).await?);
    }
    Ok(count)
}

/// One mail to each business for the videos of each month, a week before the first of them goes. Says how many videos
/// it was told of.
async fn tell_businesses(app: &App, months: u32) -> Result<usize> {
    let soon = app.now.saturating_add(days(NOTICE_DAYS));
    let until = RetentionRule::DeliveredVideos.period(months).latest_due(soon);
    let untold = retention::untold(&app.db, until).await?;
    let count = untold.len();
    for ((client_id, month), videos) in by_subject(untold) {
        let subject_id = format!("{client_id}/{month}");
        let Some(recipient) = videos.first().map(|video| video.email.as_str()) else { continue };
        let mail = EmailRequest {
            template: EmailTemplate::VideosExpiring,
            subject_id: Some(&subject_id),
            recipient,
            params: (),
        };
        queue_email::run(app, &mail, vec![retention::told(&json_ids(&videos)?, app.now)]).await?;
    }
    Ok(count)
}

/// One mail to each admin for what could not be delivered of a day of each business. Says how many videos it was.
async fn tell_admins(app: &App) -> Result<usize> {
    let patience = UNDELIVERED_WARNING_DAYS.number(&setting::get(&app.db, UNDELIVERED_WARNING_DAYS).await?);
    let undelivered = retention::undelivered(&app.db, app.now.saturating_sub(days(patience))).await?;
    let count = undelivered.len();
    if count == 0 {
        return Ok(0);
    }
    let admins = user::admin_emails(&app.db).await?;
    for ((client_id, day), videos) in by_subject(undelivered) {
        queue_email::to_each(app, EmailTemplate::VideosUndelivered, &format!("{client_id}/{day}"), &admins).await?;
        app.db.change(retention::told_undelivered(&json_ids(&videos)?, app.now)).await?;
    }
    Ok(count)
}

/// What is told together: by client, and month or day.
fn by_subject(untold: Vec<Untold>) -> BTreeMap<(String, String), Vec<Untold>> {
    let mut subjects: BTreeMap<_, Vec<Untold>> = BTreeMap::new();
    for one in untold {
        subjects.entry((one.client_id.clone(), one.when.clone())).or_default().push(one);
    }
    subjects
}

/// As a JSON array.
fn json_ids(videos: &[Untold]) -> Result<String> {
    Ok(serde_json::to_string(&videos.iter().map(|video| video.id.as_str()).collect::<Vec<_>>())?)
}
