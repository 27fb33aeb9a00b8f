//! Deletes what was kept for its time, by the rules of `domain::retention::rule`, a bounded number of each in a run. Before
//! a delivered video goes its business hears of it, and admins hear of what could not be delivered.

use std::collections::BTreeMap;

use domain::date::date_of;
use domain::email::EmailTemplate;
use domain::limits::{ERASED_AT_ONCE, SWEEP_BATCH};
use domain::retention::rule::RetentionRule;
use domain::retention::{DAY_MS, NOTICE_DAYS, days};
use domain::setting::UNDELIVERED_WARNING_DAYS;

use crate::app::App;
use crate::error::Result;
use crate::flows::queue_email::{self, EmailRequest};
use crate::flows::{
    delete_sign_ups, discard_upload, dismiss_onboarding, erase_submissions, notify_leavers, notify_unpaid,
    record_attempt,
};
use crate::store::client::cancellation;
use crate::store::retention::{RetainedItem, drive_months, kept};
use crate::store::submission::retention::{self, SubmissionToNotify, VideoRecord};
use crate::store::{affiliate_erasure, email, payment_event, plan_change, setting, user};

/// What one run did of each kind, for the schedule's log line.
pub type Counts = Vec<(&'static str, usize)>;

/// One bounded run; repeating it changes nothing more. What fails keeps nothing else from being done.
///
/// # Errors
/// The first thing that failed, once everything was tried.
pub async fn run(app: &App) -> Result<Counts> {
    let months = drive_months(&app.db).await?;
    let mut counts = Counts::new();
    let mut fault = None;
    let mut note = |name, outcome: Result<usize>| match outcome {
        Ok(count) => counts.push((name, count)),
        Err(error) => drop(fault.get_or_insert(error)),
    };
    note("told", notify_businesses(app, months).await);
    note("undelivered", notify_admins(app).await);
    note("closed", cancellation::close(&app.db, app.now).await);
    note("ended", plan_change::record_ended(&app.db, app.now).await);
    for rule in RetentionRule::ALL {
        note(rule.as_str(), apply(app, *rule, rule.period(months).latest_due(app.now)).await);
    }
    note("unpaid-told", notify_unpaid::run(app).await);
    note("leavers-told", notify_leavers::run(app).await);
    match fault {
        Some(error) => Err(error),
        None => Ok(counts),
    }
}

/// Deletes what a rule keeps since a time or longer. Says how many.
async fn apply(app: &App, rule: RetentionRule, since: i64) -> Result<usize> {
    let due = async |limit| kept(&app.db, rule, since, limit).await;
    match rule {
        // Of these none goes that its business has not heard of.
        RetentionRule::DeliveredVideos => {
            let mut records = Vec::new();
            for video in retention::videos_to_delete(&app.db, since, app.now).await? {
                let record_id = uuid::Uuid::new_v4().to_string();
                let path = erase_submissions::seal_path(app, &record_id, &video.drive_path)?;
                records.push(VideoRecord { id: record_id, submission_id: video.id, path });
            }
            retention::delete_videos(&app.db, &records, app.now).await
        }
        RetentionRule::VideosOfLeavers => {
            let told_until = app.now.saturating_sub(DAY_MS);
            let due = due(ERASED_AT_ONCE).await?.into_iter();
            erase(app, due.filter(|kept| kept.told_at.is_some_and(|told_at| told_at <= told_until))).await
        }
        RetentionRule::DemoVideos => erase(app, due(ERASED_AT_ONCE).await?.into_iter()).await,
        RetentionRule::UnfinishedUploads => {
            let uploads = due(SWEEP_BATCH).await?;
            let ids: Vec<&str> = uploads.iter().map(|upload| upload.id.as_str()).collect();
            record_attempt::unfinished(app, &ids, false).await;
            let mut count: usize = 0;
            for upload in uploads {
                count = count.saturating_add(discard_upload::run(app, &upload.id).await?.into());
            }
            Ok(count)
        }
        RetentionRule::UnconfirmedSignUps => delete_sign_ups::by_schedule(app, &ids(due(SWEEP_BATCH).await?)).await,
        RetentionRule::SetUps => dismiss_onboarding::by_schedule(app, &ids(due(SWEEP_BATCH).await?)).await,
        RetentionRule::UndecidedApplications => {
            let Some(ids) = json_of(due(SWEEP_BATCH).await?)? else { return Ok(0) };
            let mut statements = vec![affiliate_erasure::delete_applications(&ids)];
            statements.extend(email::delete_about(EmailTemplate::AffiliateApplication, &ids));
            Ok(app.db.transaction(statements).await?.first().copied().unwrap_or_default())
        }
        RetentionRule::NamesOfErasedPartners => {
            let Some(ids) = json_of(due(SWEEP_BATCH).await?)? else { return Ok(0) };
            let statements = Vec::from(affiliate_erasure::delete_names(&ids, since));
            Ok(app.db.transaction(statements).await?.first().copied().unwrap_or_default())
        }
        RetentionRule::PaymentEvents => {
            let Some(ids) = json_of(due(SWEEP_BATCH).await?)? else { return Ok(0) };
            payment_event::forget(&app.db, &ids).await
        }
    }
}

/// Their ids as a JSON array; nothing where nothing goes, and then nothing is asked of the database.
fn json_of(kept: Vec<RetainedItem>) -> Result<Option<String>> {
    Ok(if kept.is_empty() { None } else { Some(serde_json::to_string(&ids(kept))?) })
}

fn ids(kept: Vec<RetainedItem>) -> Vec<String> {
    kept.into_iter().map(|kept| kept.id).collect()
}

/// Erases submissions, with everything that names their customers; those of a client who has left as long as that stands.
/// Says how many.
async fn erase(app: &App, due: impl Iterator<Item = RetainedItem>) -> Result<usize> {
    let mut by_client: BTreeMap<(String, Option<i64>), Vec<RetainedItem>> = BTreeMap::new();
    for submission in due {
        let client_id = submission.client_id.clone().unwrap_or_default();
        by_client.entry((client_id, submission.left_at)).or_default().push(submission);
    }
    let mut count: usize = 0;
    for ((client_id, left_at), submissions) in by_client {
        let json = serde_json::to_string(&ids(submissions))?;
        count = count.saturating_add(erase_submissions::by_schedule(app, &client_id, &json, left_at).await?);
    }
    Ok(count)
}

/// One mail to each business for the videos of each month, a week before the first of them goes; another for those that
/// came later in that month. Says for how many videos it was time.
async fn notify_businesses(app: &App, months: u32) -> Result<usize> {
    let soon = app.now.saturating_add(days(NOTICE_DAYS));
    let until = RetentionRule::DeliveredVideos.period(months).latest_due(soon);
    let untold = retention::untold(&app.db, until).await?;
    let count = untold.len();
    for ((client_id, month), videos) in by_subject(untold) {
        let subject_id = format!("{client_id}/{month}/{}", date_of(app.now));
        let Some(recipient) = videos.first().map(|video| video.email.as_str()) else { continue };
        let mail = EmailRequest {
            template: EmailTemplate::VideosExpiring,
            subject_id: Some(&subject_id),
            recipient,
            params: (),
        };
        queue_email::run(app, &mail, vec![retention::told(&client_id, &month, app.now)]).await?;
        queue_email::to_others(app, mail.template, &subject_id, (&client_id, recipient)).await?;
    }
    Ok(count)
}

/// One mail to each admin for what could not be delivered of a day of each business. Says how many videos it was.
async fn notify_admins(app: &App) -> Result<usize> {
    let patience = UNDELIVERED_WARNING_DAYS.number(&setting::get(&app.db, UNDELIVERED_WARNING_DAYS).await?);
    let undelivered = retention::undelivered(&app.db, app.now.saturating_sub(days(patience))).await?;
    let count = undelivered.len();
    if count == 0 {
        return Ok(0);
    }
    let admins = user::admin_emails(&app.db).await?;
    for ((client_id, day), videos) in by_subject(undelivered) {
        queue_email::to_each(app, EmailTemplate::VideosUndelivered, &format!("{client_id}/{day}"), &admins).await?;
        app.db.idempotent_change(retention::mark_undelivered_notified(&json_ids(&videos)?, app.now)).await?;
    }
    Ok(count)
}

/// What is told together: by client, and month or day.
fn by_subject(untold: Vec<SubmissionToNotify>) -> BTreeMap<(String, String), Vec<SubmissionToNotify>> {
    let mut subjects: BTreeMap<_, Vec<SubmissionToNotify>> = BTreeMap::new();
    for one in untold {
        subjects.entry((one.client_id.clone(), one.when.clone())).or_default().push(one);
    }
    subjects
}

/// As a JSON array.
fn json_ids(videos: &[SubmissionToNotify]) -> Result<String> {
    Ok(serde_json::to_string(&videos.iter().map(|video| video.id.as_str()).collect::<Vec<_>>())?)
}
