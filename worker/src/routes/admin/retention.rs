//! Preview of upcoming deletions, by the same queries as the schedule's.

use domain::api::client::ErasureResult;
use domain::api::operations::{DemoErasure, Retention, RetentionEntry, RetentionState};
use domain::limits::{RETENTION_SHOWN, RETENTION_SHOWN_DAYS};
use domain::retention::days;
use domain::retention::rule::{RetentionRule, video_end};
use domain::subscription::deletion;

use crate::app::App;
use crate::auth::guard::AdminUser;
use crate::error::Result;
use crate::flows::submissions::erase_submissions;
use crate::store::submissions::retention::{RetainedItem, drive_months, retained};

/// `GET /api/admin/retention`.
pub async fn get(app: &App, _: AdminUser) -> Result<Retention> {
    let months = drive_months(&app.db).await?;
    let mut rules = Vec::new();
    for rule in RetentionRule::ALL {
        rules.push(state(app, *rule, months).await?);
    }
    Ok(Retention { days: RETENTION_SHOWN_DAYS, rules })
}

/// `POST /api/admin/demo-erasures`.
pub async fn erase_demos(
    app: &App,
    AdminUser(admin): AdminUser,
    DemoErasure { email }: DemoErasure,
) -> Result<ErasureResult> {
    erase_submissions::demos_of(app, &admin, &email).await
}

async fn state(app: &App, rule: RetentionRule, months: u32) -> Result<RetentionState> {
    let period = rule.period(months);
    let until = app.now.saturating_add(days(RETENTION_SHOWN_DAYS));
    let entry = |item: RetainedItem| RetentionEntry {
        ends_at: match rule {
            RetentionRule::VideosOfLeavers => deletion(item.since, item.told_at, app.now),
            RetentionRule::DeliveredVideos => video_end(months, item.since, item.told_at, app.now),
            _ => period.end(item.since),
        },
        id: item.id,
        company_name: item.company_name,
        since: item.since,
        told_at: item.told_at,
    };
    let item = retained(&app.db, rule, period.latest_due(until), RETENTION_SHOWN.saturating_add(1)).await?;
    let mut entries: Vec<RetentionEntry> = item.into_iter().map(entry).collect();
    let more = entries.len() > RETENTION_SHOWN as usize;
    entries.truncate(RETENTION_SHOWN as usize);
    entries.sort_by_key(|entry| entry.ends_at);
    Ok(RetentionState { rule, period: period.in_words(), entries, more })
}
