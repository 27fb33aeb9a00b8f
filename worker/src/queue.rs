//! Announces jobs. A message holds an id only; the row in `job_queue` is the truth.

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

/// Sends the messages of several jobs.
pub async fn announce_all(app: &App, job_ids: &[String]) {
    for job_id in job_ids {
        announce(app, job_id).await;
    }
}

/// Sends a job's message. A queue that fails is no error: the sweeper finds the job by its row.
pub async fn announce(app: &App, job_id: &str) {
    send(app, job_id, 0).await;
}

/// Sends a job's message so that its work begins only when this request has long been answered: how much there is to do cannot be told
/// from how long the answer took.
pub async fn announce_for_later(app: &App, job_id: &str) {
    send(app, job_id, LATER_SECONDS).await;
}

const LATER_SECONDS: u32 = 1;

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
