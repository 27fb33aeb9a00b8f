//! One JSON line per request, delivered submission, job and schedule. Contains routes as patterns, never a path, a
//! query, an upload id or personal data.

use domain::job::{AttemptOutcome, JobType};
use media_wasm::finish::RawReason;
use serde::Serialize;
use worker::{console_error, console_log, console_warn};

#[derive(Serialize)]
struct RequestLine<'a> {
    kind: &'static str,
    method: &'a str,
    route: &'a str,
    status: u16,
    #[serde(skip_serializing_if = "Option::is_none")]
    cause: Option<&'a str>,
    ms: i64,
    rows_read: usize,
    rows_written: usize,
    queries: usize,
    #[serde(skip_serializing_if = "is_zero")]
    password_hashes: u32,
    #[serde(skip_serializing_if = "is_zero")]
    sends: u32,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // the shape that serde asks for
fn is_zero(n: &u32) -> bool {
    *n == 0
}

/// A request's result.
pub struct Request<'a> {
    pub method: &'a str,
    pub route: &'a str,
    pub status: u16,
    pub cause: Option<&'a str>,
    /// Milliseconds until the answer began.
    pub ms: i64,
    /// D1 rows read and written.
    pub rows: (usize, usize),
    /// D1 statements.
    pub queries: usize,
    /// Number of hashed passwords.
    pub password_hashes: u32,
    /// Messages sent to the queue.
    pub sends: u32,
}

/// Logs a request.
pub fn request(r: &Request<'_>) {
    let (rows_read, rows_written) = r.rows;
    let line = RequestLine {
        kind: "request",
        method: r.method,
        route: r.route,
        status: r.status,
        cause: r.cause,
        ms: r.ms,
        rows_read,
        rows_written,
        queries: r.queries,
        password_hashes: r.password_hashes,
        sends: r.sends,
    };
    let line = serde_json::to_string(&line).unwrap_or_default();
    if r.status >= 500 { console_error!("{line}") } else { console_log!("{line}") }
}

/// Logs how a delivered submission was made, for statistics.
pub fn submission(unfinished: Option<RawReason>, unwatermarked: bool) {
    let line = serde_json::json!({ "kind": "submission", "unfinished": unfinished, "unwatermarked": unwatermarked });
    console_log!("{line}");
}

/// Logs a job attempt.
pub fn job(job_type: JobType, outcome: AttemptOutcome, attempt: u32, reason: Option<&str>) {
    let line = serde_json::json!({
        "kind": "job", "job_type": job_type, "outcome": outcome, "attempt": attempt, "reason": reason
    });
    console_log!("{line}");
}

/// Logs a schedule's counts, the D1 rows it read and wrote, and its queries.
pub fn schedule(name: &str, counts: &[(&str, usize)], (rows_read, rows_written): (usize, usize), queries: usize) {
    let counts: serde_json::Map<String, serde_json::Value> =
        counts.iter().map(|(key, n)| ((*key).to_owned(), serde_json::Value::from(*n))).collect();
    let line = serde_json::json!({
        "kind": "schedule", "name": name, "counts": counts, "rows_read": rows_read, "rows_written": rows_written,
        "queries": queries
    });
    console_log!("{line}");
}

/// Logs a problem that did not fail the operation.
pub fn warning(what: &str, cause: &str) {
    console_warn!("{}", serde_json::json!({ "kind": "warning", "what": what, "cause": cause }));
}
