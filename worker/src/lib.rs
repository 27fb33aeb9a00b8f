//! Sayso's Cloudflare Worker, with its entry points for requests, queue messages and schedules.

#![allow(missing_docs)] // nothing here is public outside the crate

mod answer;
mod app;
mod auth;
mod body_reader;
mod config;
mod cron;
mod email;
mod error;
mod files;
mod flows;
mod form_stream;
mod html;
mod integrations;
mod jobs;
mod local_time;
mod log;
mod queue;
mod request;
mod retry;
mod router;
mod routes;
mod security;
mod store;
mod web_crypto;

use domain::schedule::{BACK_UP, CHECK_DRIVES, CLOSE_COMMISSIONS, RENEW_CREDITS, REREAD_SUBSCRIPTIONS, SWEEP};
use domain::transient_fault::Timeout;
use worker::{
    Context, Env, MessageBatch, MessageExt, QueueRetryOptionsBuilder, Response, Result, ScheduleContext,
    ScheduledEvent, event,
};

use app::{App, clock};
use jobs::Disposition;
use queue::JobMessage;
use request::Request;

#[event(fetch)]
async fn fetch(request: web_sys::Request, env: Env, context: Context) -> Result<Response> {
    let started = clock();
    let timeout = if matches!(request.method().as_str(), "GET" | "HEAD") { Timeout::Page } else { Timeout::Change };
    let app = match App::new(env, started, timeout) {
        Ok(app) => app.with_context(context),
        Err(error) => {
            log::warning("deployment", &error.to_string());
            return security::protect(error::Error::from(error).response());
        }
    };
    let request = Request::from(request);
    let (route, answer) = router::route(&app, &request).await;
    let (response, cause) = match answer {
        Ok(response) => (response, None),
        Err(error) => (routes::public::plain_page::answer(&app, &request, &error).await, error.cause()),
    };
    log::request(&log::Request {
        method: request.method(),
        route,
        status: response.status_code(),
        cause: cause.as_deref(),
        ms: clock().saturating_sub(started),
        rows: app.db.rows(),
        queries: app.db.queries(),
        password_hashes: app.password_hashes(),
        sends: app.sends(),
    });
    if route.starts_with("/api/uploads") {
        routes::public::upload::sign(&response)?;
    }
    for cookie in app.take_cookies() {
        response.headers().append("set-cookie", &cookie)?;
    }
    security::protect(response)
}

/// Never fails, because an error here would end every request in the isolate. A message that fails is redelivered.
#[event(queue)]
async fn queue(batch: MessageBatch<JobMessage>, env: Env, _context: Context) -> Result<()> {
    let app = match App::new(env, clock(), Timeout::Background) {
        Ok(app) => app,
        Err(error) => {
            log::warning("queue", &error.to_string());
            batch.retry_all();
            return Ok(());
        }
    };
    for message in batch.iter() {
        let Ok(message) = message else { continue };
        match jobs::run(&app, &message.body().job_id).await {
            Ok(Disposition::Ack) => message.ack(),
            Ok(Disposition::Retry(seconds)) => {
                message.retry_with_options(&QueueRetryOptionsBuilder::new().with_delay_seconds(seconds).build());
            }
            Err(error) => {
                log::warning("queue", &error.cause().unwrap_or_default());
                message.retry();
            }
        }
    }
    Ok(())
}

#[event(scheduled)]
#[allow(clippy::cast_possible_truncation)] // milliseconds since 1970
async fn scheduled(event: ScheduledEvent, env: Env, _context: ScheduleContext) {
    let app = match App::new(env, event.schedule() as i64, Timeout::Background) {
        Ok(app) => app,
        Err(error) => return log::warning("scheduled", &error.to_string()),
    };
    match event.cron().as_str() {
        pattern if pattern == SWEEP.pattern => cron::sweep::run(&app).await,
        pattern if pattern == CHECK_DRIVES.pattern => cron::check_drives::run(&app).await,
        pattern if pattern == RENEW_CREDITS.pattern => cron::renew_credits::run(&app).await,
        pattern if pattern == REREAD_SUBSCRIPTIONS.pattern => cron::reread_subscriptions::run(&app).await,
        pattern if pattern == CLOSE_COMMISSIONS.pattern => cron::close_commissions::run(&app).await,
        pattern if pattern == BACK_UP.pattern => cron::back_up::run(&app).await,
        other => log::warning("scheduled", &format!("no schedule {other}")),
    }
}
