//! Deletes jobs and their attempts: with their subject, or long after they were done.

use domain::limits::SWEEP_BATCH;
use domain::retention::DONE_JOB_MS;

use crate::error::Result;
use crate::store::db::{Db, Query};

/// Deletes the jobs of these subjects, an SQL list in parentheses. Runs before their attempts are deleted, which lead to finished jobs.
macro_rules! delete_about_sql {
    ($($subjects:tt)+) => {
        concat!(
            "DELETE FROM job_queue WHERE id IN
               (SELECT job_id FROM job_attempts WHERE subject_id IN ", $($subjects)+,
            " UNION ALL SELECT id FROM job_queue WHERE status IN ('pending', 'running') AND subject_id IN ", $($subjects)+,
            ")"
        )
    };
}
pub(crate) use delete_about_sql;

macro_rules! done_sql {
    ($column:literal) => {
        concat!(
            "(SELECT ",
            $column,
            " FROM job_queue
               WHERE status = 'done' AND job_type NOT IN ('forward-submission', 'move-video') AND due_at <= ?1
               ORDER BY due_at LIMIT ?2)"
        )
    };
}

/// Deletes jobs done long ago, with their attempts and those of jobs they replaced.
pub async fn sweep(db: &Db, now: i64) -> Result<usize> {
    let until = now.saturating_sub(DONE_JOB_MS);
    let deletions = [
        concat!(
            "DELETE FROM job_attempts WHERE subject_id IN ",
            done_sql!("subject_id"),
            " AND (job_id IN ",
            done_sql!("id"),
            " OR NOT EXISTS (SELECT 1 FROM job_queue j WHERE j.id = job_id))"
        ),
        concat!("DELETE FROM job_queue WHERE id IN ", done_sql!("id")),
    ];
    let queries = deletions.map(|sql| Query::new(sql).bind(until).bind(SWEEP_BATCH));
    Ok(db.idempotent_transaction(queries.into()).await?.last().copied().unwrap_or_default())
}
