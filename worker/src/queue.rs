//! Announces jobs. A message contains only an id; the row in `job_queue` is the source of truth.

use serde::{Deserialize, Serialize};
use worker::MessageBuilder;

use crate::app::App;
use crate::log;

/// The body of a queue message.
#[derive(Debug, Serialize, Deserialize)]
pub struct JobMessage {
    /// The id in `job_queue`.
    pub job_id: String,
}

pub async fn enqueue_all(app: &App, job_ids: &[String]) {
    for job_id in job_ids {
        enqueue(app, job_id).await;
    }
}

/// Announces a job. Logs a failing queue instead of returning an error, because the sweeper finds the job by its row.
pub async fn enqueue(app: &App, job_id: &str) {
    send(app, job_id, 0).await;
}

/// Announces a job with a delay of one second, so that the answer's duration does not reveal how much work there is.
pub async fn enqueue_delayed(app: &App, job_id: &str) {
    send(app, job_id, DELAY_SECONDS).await;
}

const DELAY_SECONDS: u32 = 1;

async fn send(app: &App, job_id: &str, delay_seconds: u32) {
    app.record_send();
    let message = MessageBuilder::new(JobMessage { job_id: job_id.to_owned() }).delay_seconds(delay_seconds).build();
    let sent = match app.jobs() {
        Ok(queue) => queue.send(message).await,
        Err(error) => Err(error),
    };
    if let Err(error) = sent {
        log::warning("queue_send", &error.to_string());
    }
}
