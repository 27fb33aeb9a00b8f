//! Repeats erasures and withdrawals on a restored back-up, each with the flow that made them first.

use domain::back_up::{ErasureKind, ErasureNote};

use crate::app::App;
use crate::error::{Error, Result};
use crate::flows::partners::erase_partner;
use crate::flows::platform::delete_sign_ups;
use crate::flows::submissions::erase_submissions;
use crate::log;
use crate::store::partners::affiliate;
use crate::store::submissions::submission::publication;
use crate::store::submissions::{erasure_note, submission};

/// Repeats some erasures and returns their number. Leaves those that fail to a later run.
pub async fn run(app: &App) -> Result<usize> {
    let mut done: usize = 0;
    for note in erasure_note::to_repeat(&app.db).await? {
        match repeat(app, &note).await {
            Ok(()) => {
                erasure_note::mark_repeated(&app.db, note.kind, &note.subject_id).await?;
                done = done.saturating_add(1);
            }
            Err(error) => log::warning("repeated_erasure", &error.cause_or_text()),
        }
    }
    Ok(done)
}

/// Repeats one. No-op if its subject no longer exists.
async fn repeat(app: &App, ErasureNote { kind, subject_id: id, noted_at }: &ErasureNote) -> Result<()> {
    match kind {
        // The business was told then.
        ErasureKind::Withdrawal => app.db.transaction(publication::withdraw(id, *noted_at)).await.map(drop)?,
        ErasureKind::Submission => {
            if let Some(client_id) = submission::client_of(&app.db, id).await? {
                let ids = serde_json::to_string(&[id])?;
                erase_submissions::by_schedule(app, &client_id, &ids, None).await?;
                // A concurrent move may have taken it elsewhere.
                if submission::client_of(&app.db, id).await?.is_some() {
                    return Err(Error::Internal("a submission that is to be erased again is still there".into()));
                }
            }
        }
        ErasureKind::SignUp => {
            delete_sign_ups::by_schedule(app, std::slice::from_ref(id)).await?;
        }
        ErasureKind::Partner => {
            if let Some(partner) = affiliate::get(&app.db, id).await?.filter(|partner| partner.erased_at.is_none()) {
                erase_partner::repeat(app, &partner).await?;
            }
        }
    }
    Ok(())
}
