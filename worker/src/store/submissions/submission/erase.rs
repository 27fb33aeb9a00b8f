//! Erasing submissions, and the records of that: `erasures`.

use chrono::NaiveDate;
use domain::audit::AuditAction;
use domain::credits::CreditReason;
use domain::drive::{DeliveryPath, DriveProvider};
use domain::limits::JOB_LEASE_MS;
use domain::submission::HoldReason;
use media_wasm::probe::Container;
use serde::{Deserialize, Serialize};

use crate::error::Result;
use crate::store::clients::client_day;
use crate::store::db::{Db, Query};
use crate::store::drives::drive_connection;
use crate::store::payments::credit_ledger;
use crate::store::platform::{audit, job};
use crate::store::submissions::submission::publication;
use crate::store::submissions::{clip, erasure_note, submission_attempt, submission_rate, upload};

/// A submission to erase.
#[derive(Deserialize)]
pub struct ErasureCandidate {
    pub id: String,
    pub upload_id: String,
    pub customer_name: String,
    pub customer_email: String,
    pub container: Container,
    created_on: String,
    /// Path in the drive's folder, once delivered.
    drive_path: Option<String>,
    delivery_path: Option<String>,
    pub drive: Option<DriveProvider>,
    pub drive_connection_id: Option<String>,
    pub drive_link: Option<String>,
    /// When it was accepted; UTC milliseconds.
    pub created_at: i64,
    /// Start of the client's current month of credits.
    pub last_reset_date: Option<NaiveDate>,
    /// When retention deleted its video.
    pub video_deleted_at: Option<i64>,
    /// Whether it is in a client's own drive, where retention leaves it.
    #[serde(deserialize_with = "domain::row::flag")]
    pub kept: bool,
    /// Why it is on hold, if it is: then it has taken no credit.
    pub hold: Option<HoldReason>,
}

impl ErasureCandidate {
    /// Returns the path where it was delivered, or where a running delivery would write it.
    #[must_use]
    pub fn path(&self) -> String {
        let Self { delivery_path, created_on, customer_name, id, container, .. } = self;
        let stored = self.drive_path.as_deref().or(delivery_path.as_deref());
        DeliveryPath { stored, created_on, customer_name, id, container: *container }.path()
    }
}

macro_rules! candidate_sql {
    ($of:literal) => {
        concat!(
            "SELECT s.id, s.upload_id, s.customer_name, s.customer_email, s.container, s.drive_path, s.delivery_path, s.drive,
                    s.drive_connection_id, c.drive_link, c.last_reset_date, s.created_at, s.video_deleted_at, s.kept, s.hold,
                    strftime('%Y-%m-%d', s.created_at / 1000, 'unixepoch') AS created_on ",
            $of
        )
    };
}

/// Returns one submission of a client, or with `whole_customer` all from the same address.
pub async fn candidates(db: &Db, client_id: &str, id: &str, whole_customer: bool) -> Result<Vec<ErasureCandidate>> {
    let query = Query::new(candidate_sql!(
        "FROM submissions asked
           JOIN submissions s ON s.client_id = asked.client_id
                AND (s.id = asked.id OR (?3 AND s.customer_key = asked.customer_key))
           JOIN clients c ON c.id = s.client_id
          WHERE asked.client_id = ?1 AND asked.id = ?2"
    ));
    db.all(query.bind(client_id).bind(id).bind(whole_customer)).await
}

/// Returns all submissions to a client from an address in its normalised form.
pub async fn candidates_of(db: &Db, client_id: &str, customer_key: &str) -> Result<Vec<ErasureCandidate>> {
    let query = Query::new(candidate_sql!(
        "FROM submissions s JOIN clients c ON c.id = s.client_id
          WHERE s.client_id = ?1 AND s.customer_key = ?2"
    ));
    db.all(query.bind(client_id).bind(customer_key)).await
}

/// Returns these submissions of a client. `ids` is a JSON array.
pub async fn candidates_among(db: &Db, client_id: &str, ids: &str) -> Result<Vec<ErasureCandidate>> {
    let query = Query::new(candidate_sql!(
        "FROM submissions s JOIN clients c ON c.id = s.client_id
          WHERE s.client_id = ?1 AND s.id IN (SELECT value FROM json_each(?2))"
    ));
    db.all(query.bind(client_id).bind(ids)).await
}

/// `erased_by` of erasures by the retention schedule.
pub const BY_SCHEDULE: &str = "schedule";

/// A video's path in a drive, sealed because it contains the customer's name.
#[derive(Serialize)]
pub struct SealedPath(pub String);

/// `erased_by` of a demo's maker, who follows the mailed link.
pub const BY_MAKER: &str = "maker";

/// `erased_by` of a customer who erases the own testimonials.
pub const BY_CUSTOMER: &str = "customer";

/// The record of an erasure.
pub struct ErasureRecord<'a> {
    pub id: &'a str,
    pub client_id: &'a str,
    pub submission_id: &'a str,
    /// Keyed hash of the customer's address.
    pub customer_hash: &'a str,
    pub erased_by: &'a str,
    /// Path of the video, or of the one that a running delivery would write.
    pub drive_path: &'a SealedPath,
    pub drive: Option<DriveProvider>,
    pub drive_connection_id: Option<&'a str>,
    pub upload_id: &'a str,
}

impl ErasureRecord<'_> {
    /// Binds the record as the statement's first nine parameters.
    fn bound(&self, sql: &'static str, now: i64) -> Query {
        Query::new(sql)
            .bind(self.id)
            .bind(self.client_id)
            .bind(self.submission_id)
            .bind(self.customer_hash)
            .bind(self.erased_by)
            .bind(now)
            .bind(&self.drive_path.0)
            .bind(self.drive.map(DriveProvider::as_str))
            .bind(self.drive_connection_id)
    }
}

// Runs only if the erasure's record, whose id is `?2`, exists.
macro_rules! erase_sql {
    ($($delete:tt)+) => {
        concat!($($delete)+, " AND EXISTS (SELECT 1 FROM erasures WHERE id = ?2)")
    };
}

// A mail to another recipient than the client has a subject with a `/` after the id. `0` is the character after `/`.
macro_rules! mails_sql {
    () => {
        "template IN ('submission_received', 'demo_submission', 'testimonial_published', 'consent_withdrawn', 'consent_requested', 'own_page')
           AND (subject_id = ?1 OR subject_id > ?1 || '/' AND subject_id < ?1 || '0')"
    };
}

// The submission, its clips and the mails about it.
macro_rules! subjects_sql {
    () => {
        concat!(
            "(SELECT ?1 UNION ALL SELECT id FROM clips WHERE submission_id = ?1 UNION ALL SELECT id FROM emails WHERE ",
            mails_sql!(),
            ")"
        )
    };
}

/// The erasure of a submission that is no testimonial.
#[derive(Clone, Copy)]
pub struct Rejection<'a> {
    /// Email of the rejecting admin, if an admin rejects it.
    pub admin: Option<&'a str>,
    /// Whether the credit is returned.
    pub returns_credit: bool,
}

/// Result of erasing a submission.
#[derive(PartialEq, Eq)]
pub enum Deletion {
    /// The submission was not there, or had changed.
    Skipped,
    Deleted,
    /// It was erased and its credit returned.
    DeletedAndRefunded,
}

/// Erases a submission with all its data and stores the record, in one transaction.
///
/// No-op if the submission is not where it was `seen` any more, or was taken off hold meanwhile: the record would name
/// the wrong place. With `left_at`, only while its client's cancellation is the one of then. A `rejection` slows the
/// sending address at its client and blocks the same video there. `others` end the transaction: mails by
/// [`email::queue_after_change`](crate::store::platform::email::queue_after_change), and the removal of clips. An erasure by the customer is a
/// line of the audit log.
pub async fn delete(
    db: &Db,
    record: &ErasureRecord<'_>,
    seen: &ErasureCandidate,
    left_at: Option<i64>,
    rejection: Option<Rejection<'_>>,
    others: Vec<Query>,
    now: i64,
) -> Result<Deletion> {
    let insert = record.bound(
        "INSERT INTO erasures (id, client_id, submission_id, customer_hash, erased_by, erased_at, drive_path, upload_id,
                               drive, drive_connection_id, rejected_sha256)
         SELECT ?1, client_id, id, ?4, ?5, ?6, ?7, upload_id, ?8, ?9, iif(?13, sha256, NULL) FROM submissions
          WHERE id = ?3 AND client_id = ?2 AND drive IS ?10 AND drive_connection_id IS ?11 AND hold IS ?14
            AND (?12 IS NULL OR EXISTS (SELECT 1 FROM clients WHERE id = ?2 AND cancelled_at = ?12))",
        now,
    );
    let insert = insert
        .bind(seen.drive.map(DriveProvider::as_str))
        .bind(seen.drive_connection_id.as_deref())
        .bind(left_at)
        .bind(rejection.is_some())
        .bind(seen.hold.map(HoldReason::as_str));
    let credit = rejection.filter(|rejection| rejection.returns_credit);
    let id = record.submission_id;
    let counted = Query::new(
        "UPDATE clients SET submissions_count = max(submissions_count - 1, 0),
                            storage_bytes = max(storage_bytes - (SELECT iif(video_deleted_at IS NULL, size_bytes, 0)
                                                                     FROM submissions WHERE id = ?2), 0),
                            credits_remaining = credits_remaining + (?3 AND counts_credits),
                            credit_changes = credit_changes + (?3 AND counts_credits)
          WHERE id = ?1 AND changes() = 1",
    )
    .bind(record.client_id)
    .bind(id)
    .bind(credit.is_some());
    let mut statements = vec![insert, counted];
    if record.erased_by == BY_CUSTOMER {
        statements.push(audit::by_customer_after_change(AuditAction::SubmissionErase, id, now));
    }
    if let Some(Rejection { admin, .. }) = credit {
        let returned = credit_ledger::Change {
            client_id: record.client_id,
            reason: CreditReason::Returned,
            amount: 1,
            source: id,
            actor: admin,
        };
        statements.push(credit_ledger::record_after_change(&returned, now));
        statements.push(client_day::record_credits_after_change(record.client_id, now));
    }
    statements.push(drive_connection::uncount_video_of(id, record.id));
    statements.extend(rejection.map(|_| submission_rate::slow_sender_of(record.upload_id, record.id, now)));
    statements.extend(publication::end_with_erasure(id, record.id, now));
    statements.push(clip::remove_with_erasure(id, record.id, now));
    let erased = [
        (erase_sql!(job::delete_about_sql!(subjects_sql!())), id),
        (erase_sql!("DELETE FROM job_attempts WHERE subject_id IN ", subjects_sql!()), id),
        (
            erase_sql!(
                "DELETE FROM bounced_recipients
                  WHERE recipient IN (SELECT lower(recipient) FROM emails WHERE subject_id = ?1 AND template = 'demo_submission')"
            ),
            id,
        ),
        (
            erase_sql!("DELETE FROM emails WHERE ", mails_sql!()),
            id,
        ),
        (erase_sql!("DELETE FROM consent_requests WHERE submission_id = ?1"), id),
        (erase_sql!("DELETE FROM consents WHERE submission_id = ?1"), id),
        (erase_sql!("DELETE FROM submissions WHERE id = ?1"), id),
        (erase_sql!("DELETE FROM uploads WHERE id = ?1"), record.upload_id),
    ];
    statements.extend(erased.map(|(sql, id)| Query::new(sql).bind(id).bind(record.id)));
    statements.push(submission_attempt::delete_of_customer(record.client_id, record.customer_hash, record.id));
    // The retention rules would delete expired data again after a restore, so it needs no erasure note.
    if record.erased_by != BY_SCHEDULE || left_at.is_some() {
        statements.push(upload::release_of_customer(record.client_id, record.customer_hash, record.id, now));
        statements.push(erasure_note::of_submission(id, record.id, now));
    }
    statements.extend(others);
    let changes = db.transaction(statements).await?;
    Ok(match changes.as_slice() {
        [1, _, 1, ..] if credit.is_some() => Deletion::DeletedAndRefunded,
        [1, ..] => Deletion::Deleted,
        _ => Deletion::Skipped,
    })
}

macro_rules! leftover_sql {
    ($condition:literal) => {
        concat!(
            "INSERT INTO erasures (id, client_id, submission_id, customer_hash, erased_by, erased_at, drive_path, drive,
                                   drive_connection_id, sweep_after)
             SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10",
            $condition
        )
    };
}

/// Has the sweeper remove files that an attempt may have left in a drive no longer delivered to.
#[must_use]
pub fn enqueue_leftover_removal(record: &ErasureRecord<'_>, now: i64) -> Query {
    record.bound(leftover_sql!(""), now).bind(0_i64)
}

/// Has the sweeper remove the source copy of a moved video, if the previous statement changed a row. Waits until the
/// mover's lease has expired.
#[must_use]
pub fn enqueue_leftover_removal_after_change(record: &ErasureRecord<'_>, now: i64) -> Query {
    record.bound(leftover_sql!(" WHERE changes() = 1"), now).bind(now.saturating_add(JOB_LEASE_MS))
}

/// Has the sweeper remove a clip from a drive. Only if the record of its submission's erasure exists.
#[must_use]
pub fn enqueue_clip_removal(record: &ErasureRecord<'_>, erasure_id: &str, now: i64) -> Query {
    record
        .bound(leftover_sql!(" WHERE EXISTS (SELECT 1 FROM erasures WHERE id = ?11)"), now)
        .bind(0_i64)
        .bind(erasure_id)
}

/// Keeps the files that an earlier attempt left in a drive, because the video was delivered there after all.
#[must_use]
pub fn cancel_leftover_removal(submission_id: &str, connection_id: Option<&str>) -> Query {
    Query::new(
        "DELETE FROM erasures WHERE submission_id = ?1 AND drive_connection_id IS ?2 AND erased_by = ?3 AND swept_at IS NULL
            AND EXISTS (SELECT 1 FROM submissions
                         WHERE id = ?1 AND status = 'processed' AND drive_path IS NOT NULL AND drive_connection_id IS ?2)",
    )
    .bind(submission_id)
    .bind(connection_id)
    .bind(BY_SCHEDULE)
}

/// Stores the record of the copy that a move is about to write, replacing those of earlier copies there. Returns
/// `false` while a sweeper may be removing such a copy.
pub async fn start_move(db: &Db, record: &ErasureRecord<'_>, now: i64) -> Result<bool> {
    let earlier = Query::new(
        "DELETE FROM erasures WHERE submission_id = ?1 AND drive_connection_id IS ?2 AND erased_by = ?3 AND swept_at IS NULL
            AND sweep_after <= ?4",
    )
    .bind(record.submission_id)
    .bind(record.drive_connection_id)
    .bind(BY_SCHEDULE)
    .bind(now);
    let sql = leftover_sql!(
        " WHERE NOT EXISTS (SELECT 1 FROM erasures
                             WHERE submission_id = ?3 AND drive_connection_id IS ?9 AND swept_at IS NULL)"
    );
    let changes = db.transaction(vec![earlier, record.bound(sql, now).bind(0_i64)]).await?;
    Ok(changes.last() == Some(&1))
}
