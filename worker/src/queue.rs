//! Announces jobs. A message holds an id only; the row in `job_queue` is the truth.

use serde::{Deserialize, Serialize};

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
    app.note_send();
    let sent = match app.jobs() {
        Ok(queue) => queue.send(JobMessage { job_id: job_id.to_owned() }).await,
        Err(error) => Err(error),
    };
    if let Err(error) = sent {
        log::warning("queue_send", &error.to_string());
    }
}
