//! Deletes expired data by the rules of `domain::retention::rule`, one batch of each per run. Notifies businesses
//! before their delivered videos are deleted, and admins of undelivered videos.

use std::collections::BTreeMap;

use domain::date::date_of;
use domain::email::EmailTemplate;
use domain::limits::{ERASED_AT_ONCE, SWEEP_BATCH};
use domain::retention::rule::RetentionRule;
use domain::retention::{DAY_MS, NOTICE_DAYS, days};
use domain::setting::UNDELIVERED_WARNING_DAYS;

use crate::app::App;
use crate::error::Result;
use crate::flows::clients::{dismiss_onboarding, notify_leavers};
use crate::flows::payments::notify_unpaid;
use crate::flows::platform::delete_sign_ups;
use crate::flows::platform::queue_email::{self, EmailRequest};
use crate::flows::submissions::{discard_upload, erase_submissions, record_attempt};
use crate::store::clients::client::cancellation;
use crate::store::identity::user;
use crate::store::partners::affiliate_erasure;
use crate::store::payments::{payment_event, plan_change};
use crate::store::platform::{email, setting};
use crate::store::submissions::retention::{RetainedItem, drive_months, retained};
use crate::store::submissions::submission::retention::{self, SubmissionToNotify, VideoRecord};

/// Counts of one run by kind, for the schedule's log line.
pub type Counts = Vec<(&'static str, usize)>;

/// Runs every rule once. Idempotent. One rule's failure does not stop the others.
///
/// # Errors
/// The first failure, after everything was tried.
pub async fn run(app: &App) -> Result<Counts> {
    let months = drive_months(&app.db).await?;
    let mut counts = Counts::new();
    let mut fault = None;
    let mut note = |name, outcome: Result<usize>| match outcome {
        Ok(count) => counts.push((name, count)),
        Err(error) => drop(fault.get_or_insert(error)),
    };
    note("notified", notify_businesses(app, months).await);
    note("undelivered", notify_admins(app).await);
    note("closed", cancellation::suspend_ended(&app.db, app.now).await);
    note("ended", plan_change::record_ended(&app.db, app.now).await);
    for rule in RetentionRule::ALL {
        note(rule.as_str(), apply(app, *rule, rule.period(months).latest_due(app.now)).await);
    }
    note("unpaid-notified", notify_unpaid::run(app).await);
    note("leavers-notified", notify_leavers::run(app).await);
    match fault {
        Some(error) => Err(error),
        None => Ok(counts),
    }
}

/// Deletes the items that a rule has kept since a time or longer. Returns their number.
async fn apply(app: &App, rule: RetentionRule, since: i64) -> Result<usize> {
    let due = async |limit| retained(&app.db, rule, since, limit).await;
    match rule {
        // Returns only videos whose deletion the business was notified of.
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
            erase(app, due.filter(|item| item.told_at.is_some_and(|told_at| told_at <= told_until))).await
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
            payment_event::delete(&app.db, &ids).await
        }
    }
}

/// Returns their ids as a JSON array. `None` if there are none, to save the query.
fn json_of(items: Vec<RetainedItem>) -> Result<Option<String>> {
    Ok(if items.is_empty() { None } else { Some(serde_json::to_string(&ids(items))?) })
}

fn ids(items: Vec<RetainedItem>) -> Vec<String> {
    items.into_iter().map(|item| item.id).collect()
}

/// Erases submissions with everything that names their customers; a leaver's only while that cancellation is in effect.
/// Returns their number.
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

/// Mails each business about its videos of each month, a week before the first is deleted, and again about later ones
/// of that month. Returns the number of videos.
async fn notify_businesses(app: &App, months: u32) -> Result<usize> {
    let soon = app.now.saturating_add(days(NOTICE_DAYS));
    let until = RetentionRule::DeliveredVideos.period(months).latest_due(soon);
    let to_notify = retention::submissions_to_notify(&app.db, until).await?;
    let count = to_notify.len();
    for ((client_id, month), videos) in by_subject(to_notify) {
        let subject_id = format!("{client_id}/{month}/{}", date_of(app.now));
        let Some(recipient) = videos.first().map(|video| video.email.as_str()) else { continue };
        let mail = EmailRequest {
            template: EmailTemplate::VideosExpiring,
            subject_id: Some(&subject_id),
            recipient,
            params: (),
        };
        queue_email::run(app, &mail, vec![retention::mark_notified(&client_id, &month, app.now)]).await?;
        queue_email::to_others(app, mail.template, &subject_id, (&client_id, recipient)).await?;
    }
    Ok(count)
}

/// Mails each admin about the undelivered videos of a day of each business. Returns the number of videos.
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

/// Groups the notices by client, and month or day.
fn by_subject(to_notify: Vec<SubmissionToNotify>) -> BTreeMap<(String, String), Vec<SubmissionToNotify>> {
    let mut subjects: BTreeMap<_, Vec<SubmissionToNotify>> = BTreeMap::new();
    for one in to_notify {
        subjects.entry((one.client_id.clone(), one.when.clone())).or_default().push(one);
    }
    subjects
}

/// Returns their ids as a JSON array.
fn json_ids(videos: &[SubmissionToNotify]) -> Result<String> {
    Ok(serde_json::to_string(&videos.iter().map(|video| video.id.as_str()).collect::<Vec<_>>())?)
}
