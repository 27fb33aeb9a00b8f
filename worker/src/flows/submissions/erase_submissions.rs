//! Erases a customer's data: video, name, address, consent and everything that names them.

use std::collections::{BTreeSet, HashSet, VecDeque};

use domain::api::client::ErasureResult;
use domain::audit::AuditAction;
use domain::comparable::email_address;
use domain::credits::returns_credit;
use domain::date::{date_of, in_words};
use domain::email::EmailTemplate;
use domain::keys::KeyPurpose;
use domain::retention::HOUR_MS;
use domain::text;
use domain::webhook::DEMO;
use media_wasm::submission::is_email;

use crate::app::App;
use crate::auth::guard::ClientUser;
use crate::auth::login_subject::email_hash;
use crate::auth::token;
use crate::email::testimonials_erased;
use crate::error::{Error, Result, invalid};
use crate::integrations::drive::{Drive, drive_unavailable};
use crate::log;
use crate::queue;
use crate::store::clients::mail_recipient;
use crate::store::db::Query;
use crate::store::identity::session::CurrentSession;
use crate::store::platform::audit::Entry;
use crate::store::platform::email::{self, NewEmail};
use crate::store::submissions::clip;
use crate::store::submissions::submission::erase::{
    self, Deletion, ErasureCandidate, ErasureRecord, Rejection, SealedPath,
};
use crate::store::submissions::submission::moves::{self, MovableVideo};
use crate::store::submissions::submission::pending_removal::{self, PendingRemoval};
use crate::store::submissions::submission::publication::Parties;
use crate::store::submissions::testimonial_view;

/// The scope and kind of an erasure.
#[derive(Clone, Copy)]
pub struct ErasureRequest {
    /// Erase all submissions of the same customer instead of one.
    pub whole_customer: bool,
    /// It is no testimonial: returns the credit within the time limit and slows the sender's address.
    pub is_rejection: bool,
}

/// The user or schedule that erases.
struct Eraser<'a> {
    id: &'a str,
    /// The admin's email, if an admin erases.
    admin: Option<&'a str>,
    is_rejection: bool,
    /// When the client cancelled, if that is the reason: the erasure applies only while that cancellation is in effect.
    left_at: Option<i64>,
    /// Mails to the business.
    notice: Option<&'a Notice>,
}

impl<'a> Eraser<'a> {
    /// Somebody who erases for no reason that needs to be known.
    const fn new(id: &'a str) -> Self {
        Self { id, admin: None, is_rejection: false, left_at: None, notice: None }
    }

    /// Nobody waits for a scheduled erasure, and it is repeated.
    fn is_schedule(&self) -> bool {
        self.id == erase::BY_SCHEDULE
    }
}

/// Erases one submission, or all of the same customer. Deletes the rows first and records the files to remove: if a
/// removal fails, or a delivery is running, the sweeper removes them.
///
/// # Errors
/// [`Error::not_found`].
pub async fn run(app: &App, by: &ClientUser, submission_id: &str, request: ErasureRequest) -> Result<ErasureResult> {
    let candidates = erase::candidates(&app.db, &by.client_id, submission_id, request.whole_customer).await?;
    if candidates.is_empty() {
        return Err(Error::not_found("Submission"));
    }
    let erased = by_user(app, by, candidates, request.is_rejection).await?;
    // A concurrent request was faster.
    if erased.erased == 0 { Err(Error::not_found("Submission")) } else { Ok(erased) }
}

/// Erases a selection of a client's submissions, ignoring those already erased.
///
/// # Errors
/// If the database fails.
pub async fn selected(app: &App, by: &ClientUser, ids: &[String], is_rejection: bool) -> Result<ErasureResult> {
    let ids = serde_json::to_string(&ids.iter().collect::<BTreeSet<_>>())?;
    let candidates = erase::candidates_among(&app.db, &by.client_id, &ids).await?;
    by_user(app, by, candidates, is_rejection).await
}

/// Whether this demo exists.
///
/// # Errors
/// If the database fails.
pub async fn is_demo(app: &App, id: &str) -> Result<bool> {
    Ok(!erase::candidates(&app.db, DEMO, id, false).await?.is_empty())
}

/// Erases a demo for its maker, who follows the mailed link. No-op if it is already erased.
///
/// # Errors
/// If the database fails.
pub async fn demo(app: &App, id: &str) -> Result<()> {
    let candidates = erase::candidates(&app.db, DEMO, id, false).await?;
    delete(app, DEMO, &Eraser::new(erase::BY_MAKER), candidates).await.map(drop)
}

/// Erases all testimonials of a submission's customer to its client, for the customer, who follows the private link.
/// Mails the business. No-op if it is already erased.
///
/// # Errors
/// If the database fails.
pub async fn by_customer(
    app: &App,
    Parties { client_id, company_name, email, .. }: &Parties,
    submission_id: &str,
) -> Result<()> {
    let mut candidates = erase::candidates(&app.db, client_id, submission_id, true).await?;
    // The link's own last: until it is erased, the link works, and an interrupted erasure can be continued.
    candidates.sort_by_key(|one| one.id == submission_id);
    let mut hosts = BTreeSet::new();
    for one in &candidates {
        hosts.extend(testimonial_view::hosts(&app.db, &one.id).await?);
    }
    let params = testimonials_erased::Params {
        business: company_name.clone(),
        days: candidates.iter().map(|one| in_words(date_of(one.created_at))).collect(),
        hosts: hosts.into_iter().collect(),
    };
    let recipients = mail_recipient::addresses(&app.db, client_id, email).await?;
    let notice = Notice::new(client_id, &params, recipients)?;
    let customer = Eraser { notice: Some(&notice), ..Eraser::new(erase::BY_CUSTOMER) };
    delete(app, client_id, &customer, candidates).await?;
    for mail in &notice.mails {
        queue::enqueue(app, &mail.job_id).await;
    }
    Ok(())
}

/// The mails about an erasure by a customer, stored with its last deletion.
struct Notice {
    mails: Vec<NoticeMail>,
    params: String,
}

struct NoticeMail {
    id: String,
    job_id: String,
    subject_id: String,
    recipient: String,
}

impl Notice {
    fn new(client_id: &str, params: &testimonials_erased::Params, recipients: Vec<String>) -> Result<Self> {
        let event = uuid::Uuid::new_v4();
        let mail = |recipient: String| NoticeMail {
            id: uuid::Uuid::new_v4().to_string(),
            job_id: uuid::Uuid::new_v4().to_string(),
            subject_id: format!("{client_id}/{event}/{recipient}"),
            recipient,
        };
        Ok(Self { mails: recipients.into_iter().map(mail).collect(), params: serde_json::to_string(params)? })
    }

    fn statements(&self, now: i64) -> Result<Vec<Query>> {
        let mut statements = Vec::new();
        for NoticeMail { id, job_id, subject_id, recipient } in &self.mails {
            let template = EmailTemplate::TestimonialsErased;
            let mail = NewEmail { id, job_id, template, subject_id, recipient, params: &self.params };
            statements.extend(email::queue_after_change(&mail, now)?);
        }
        Ok(statements)
    }
}

/// Erases all demos of a typed email address for an admin. Succeeds if there are none.
///
/// # Errors
/// [`Error::invalid`] for an invalid address.
pub async fn demos_of(app: &App, admin: &CurrentSession, typed: &str) -> Result<ErasureResult> {
    let email = email_address(typed);
    if !is_email(&email) {
        return Err(invalid([("email", text::EMAIL)]));
    }
    let candidates = erase::candidates_of(&app.db, DEMO, &email).await?;
    let eraser = Eraser { admin: Some(&admin.email), ..Eraser::new(&admin.user_id) };
    let erased = delete(app, DEMO, &eraser, candidates).await?;
    record_audit(app, admin, (DEMO, "Demo"), &erased, false).await?;
    Ok(erased)
}

/// Erases, and audits it if an admin did it or it is a rejection.
async fn by_user(
    app: &App,
    by: &ClientUser,
    candidates: Vec<ErasureCandidate>,
    is_rejection: bool,
) -> Result<ErasureResult> {
    let admin = by.user.admin().map(|admin| admin.email.as_str());
    let eraser = Eraser { admin, is_rejection, ..Eraser::new(by.user.user_id()) };
    let erased = delete(app, &by.client_id, &eraser, candidates).await?;
    if is_rejection || by.user.is_admin() {
        record_audit(app, by.user.session(), (&by.client_id, &by.company_name), &erased, is_rejection).await?;
    }
    Ok(erased)
}

/// Writes the audit entry, unless nothing was erased.
async fn record_audit(
    app: &App,
    by: &CurrentSession,
    (client_id, company_name): (&str, &str),
    erased: &ErasureResult,
    is_rejection: bool,
) -> Result<()> {
    if erased.erased == 0 {
        return Ok(());
    }
    let mut after = serde_json::Map::from_iter([("erased".to_owned(), erased.erased.into())]);
    let mut action = AuditAction::SubmissionErase;
    if is_rejection {
        after.insert("credits_returned".to_owned(), erased.returned.into());
        action = AuditAction::SubmissionReject;
    }
    let entry = Entry { after, ..Entry::without_fields(action, client_id, company_name) };
    app.db.idempotent_change(entry.query(by, app.now)).await.map(drop)
}

/// Erases expired submissions of a client and returns their number. `ids` is a JSON array. With `left_at`, only while
/// the client's cancellation is the one of then.
pub async fn by_schedule(app: &App, client_id: &str, ids: &str, left_at: Option<i64>) -> Result<usize> {
    let candidates = erase::candidates_among(&app.db, client_id, ids).await?;
    let schedule = Eraser { left_at, ..Eraser::new(erase::BY_SCHEDULE) };
    let gone = delete(app, client_id, &schedule, candidates).await?.erased;
    Ok(usize::try_from(gone).unwrap_or(usize::MAX))
}

/// Deletes all rows first: the caller may disconnect while drives are called.
async fn delete(
    app: &App,
    client_id: &str,
    by: &Eraser<'_>,
    candidates: Vec<ErasureCandidate>,
) -> Result<ErasureResult> {
    let mut returned: u32 = 0;
    let mut files = Vec::new();
    let mut candidates = VecDeque::from(candidates);
    while let Some(one) = candidates.pop_front() {
        let path = one.path();
        let connection_id = one.drive_connection_id.as_deref();
        let stays = one.kept && by.is_schedule();
        let connection_id = connection_id.filter(|_| !stays);
        let provider = one.drive.filter(|_| !stays);
        let drive = match (provider, connection_id) {
            // The client keeps the videos in its own drive.
            _ if stays => Drive::Unknown,
            // Retention has already deleted its video.
            (None, None) if one.video_deleted_at.is_some() => Drive::Unknown,
            (None, None) => Drive::selected(app, client_id, one.drive_link.as_deref()).await?,
            (provider, _) => Drive::of_video(app, provider, connection_id).await?,
        };
        let record_id = uuid::Uuid::new_v4().to_string();
        let record = ErasureRecord {
            id: &record_id,
            client_id,
            submission_id: &one.id,
            customer_hash: &email_hash(&app.config, &email_address(&one.customer_email)),
            erased_by: by.id,
            drive_path: &seal_path(app, &record_id, &path)?,
            drive: provider.or_else(|| drive.provider()),
            drive_connection_id: connection_id.or_else(|| drive.connection_id()),
            upload_id: &one.upload_id,
        };
        let rejection = by.is_rejection.then(|| Rejection {
            admin: by.admin,
            returns_credit: one.hold.is_none() && returns_credit(one.created_at, one.last_reset_date, app.now),
        });
        let notice = by.notice.filter(|_| candidates.is_empty());
        let mut others = notice.map_or_else(|| Ok(Vec::new()), |notice| notice.statements(app.now))?;
        if !stays {
            others.extend(clip_removals(app, &record).await?);
        }
        match erase::delete(&app.db, &record, &one, by.left_at, rejection, others, app.now).await? {
            // The next run retries.
            Deletion::Skipped if by.is_schedule() => continue,
            // Already erased, or moved meanwhile: then it is looked up again.
            Deletion::Skipped => {
                candidates.extend(erase::candidates(&app.db, client_id, &one.id, false).await?);
                continue;
            }
            Deletion::DeletedAndRefunded => returned = returned.saturating_add(1),
            Deletion::Deleted => {}
        }
        files.push((drive, path, one.upload_id));
    }
    let mut left: u32 = 0;
    let mut away = HashSet::new();
    for (drive, path, upload_id) in &files {
        // Skips a drive that has just failed, and every connected drive on the schedule. The sweeper retries.
        let known = drive.connection_id().is_some_and(|id| by.is_schedule() || away.contains(id));
        let path = (!known).then_some(path.as_str());
        if remove(app, drive, client_id, path, Some(upload_id)).await.is_err() || known {
            away.extend(drive.connection_id());
            left = left.saturating_add(1);
        }
    }
    Ok(ErasureResult { erased: u32::try_from(files.len()).unwrap_or(u32::MAX), left, returned })
}

/// Removes the delivered clips of a submission that is erased. The sweeper does it.
async fn clip_removals(app: &App, erasure: &ErasureRecord<'_>) -> Result<Vec<Query>> {
    let mut removals = Vec::new();
    for clip in clip::delivered(&app.db, erasure.submission_id).await? {
        let id = uuid::Uuid::new_v4().to_string();
        let record = ErasureRecord {
            id: &id,
            erased_by: erase::BY_SCHEDULE,
            drive_path: &seal_path(app, &id, &clip.drive_path)?,
            drive: clip.drive,
            drive_connection_id: clip.drive_connection_id.as_deref(),
            ..*erasure
        };
        removals.push(erase::enqueue_clip_removal(&record, erasure.id, app.now));
    }
    Ok(removals)
}

/// Searches once more for the files of an erasure, after every delivery running at the time has ended. If a drive is
/// unavailable, postpones everything erased from it.
pub async fn sweep(app: &App, one: &PendingRemoval) -> Result<()> {
    // A concurrent move may write a video to this path.
    if !pending_removal::claim(&app.db, &one.id, app.now).await? {
        return Ok(());
    }
    let drive = Drive::of_video(app, one.drive, one.drive_connection_id.as_deref()).await?;
    let later = app.now.saturating_add(HOUR_MS);
    if let Some(video) = moves::get(&app.db, &one.submission_id).await? {
        // Not erased but delivered elsewhere: the file here is a leftover copy.
        match is_another(app, &drive, &video).await {
            Ok(true) => {}
            Ok(false) => return pending_removal::mark_swept(&app.db, &one.id, app.now).await,
            // The unavailable drive may be the other one, so only this erasure is postponed.
            Err(_) => return pending_removal::postpone_one(&app.db, &one.id, later).await,
        }
    }
    let path = one.drive_path.as_deref().and_then(|path| open_path(app, &one.id, path));
    let removed = remove(app, &drive, &one.client_id, path.as_deref(), one.upload_id.as_deref()).await;
    if removed.is_err() {
        pending_removal::postpone(&app.db, one, later).await?;
    }
    removed?;
    pending_removal::mark_swept(&app.db, &one.id, app.now).await
}

/// Removes a delivered video's copy from a drive that is not its own.
///
/// # Errors
/// [`drive_unavailable`], `DRIVE_ENDED`.
pub async fn remove_copy(app: &App, from: &Drive, video: &MovableVideo) -> Result<()> {
    if is_another(app, from, video).await? {
        from.remove(app, &video.client_id, &video.drive_path).await?;
    }
    Ok(())
}

/// Whether a drive differs from the one that holds a video.
async fn is_another(app: &App, drive: &Drive, video: &MovableVideo) -> Result<bool> {
    let holding = Drive::of_video(app, video.drive, video.drive_connection_id.as_deref()).await?;
    let is_one = holding.is_same_storage(drive, &video.drive_path).await;
    is_one.map(|is_one| !is_one).map_err(|fault| drive_unavailable(fault.into_text()))
}

/// Seals a video's path for its erasure record.
///
/// # Errors
/// If no random numbers are available.
pub fn seal_path(app: &App, record_id: &str, path: &str) -> Result<SealedPath> {
    let sealed = app.config.keys.seal(KeyPurpose::DrivePaths, token::random()?, record_id, path);
    sealed.map(SealedPath).ok_or_else(|| Error::Internal("a path could not be sealed".into()))
}

/// Opens a video's path. `None` if the key is lost.
fn open_path(app: &App, record_id: &str, path: &str) -> Option<String> {
    // Earlier versions stored it unsealed. A sealed path contains no full stop.
    if path.contains('.') {
        return Some(path.to_owned());
    }
    let opened = app.config.keys.open(KeyPurpose::DrivePaths, record_id, path);
    if opened.is_none() {
        log::warning("sweeper", &format!("no key opens where the video of erasure {record_id} stood"));
    }
    opened
}

async fn remove(app: &App, drive: &Drive, client_id: &str, path: Option<&str>, upload_id: Option<&str>) -> Result<()> {
    // Deletes our own copy first: it depends on nobody else.
    if let Some(upload_id) = upload_id {
        app.files.delete_chunks(upload_id).await?;
    }
    match path {
        Some(path) => drive.remove(app, client_id, path).await,
        None => Ok(()),
    }
}
