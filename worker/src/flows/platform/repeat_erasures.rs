//! Repeats erasures on a restored back-up, each with the flow that erased first.

use domain::back_up::ErasureKind;

use crate::app::App;
use crate::error::{Error, Result};
use crate::flows::partners::erase_partner;
use crate::flows::platform::delete_sign_ups;
use crate::flows::submissions::erase_submissions;
use crate::log;
use crate::store::partners::affiliate;
use crate::store::submissions::{erasure_note, submission};

/// Repeats some erasures and returns their number. Leaves those that fail to a later run.
pub async fn run(app: &App) -> Result<usize> {
    let mut done: usize = 0;
    for note in erasure_note::to_repeat(&app.db).await? {
        match repeat(app, note.kind, &note.subject_id).await {
            Ok(()) => {
                erasure_note::mark_repeated(&app.db, note.kind, &note.subject_id).await?;
                done = done.saturating_add(1);
            }
            Err(error) => log::warning("repeated_erasure", &error.cause_or_text()),
        }
    }
    Ok(done)
}

/// Repeats one erasure. No-op if its subject no longer exists.
async fn repeat(app: &App, kind: ErasureKind, id: &str) -> Result<()> {
    match kind {
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
            delete_sign_ups::by_schedule(app, &[id.to_owned()]).await?;
        }
        ErasureKind::Partner => {
            if let Some(partner) = affiliate::get(&app.db, id).await?.filter(|partner| partner.erased_at.is_none()) {
                erase_partner::repeat(app, &partner).await?;
            }
        }
    }
    Ok(())
}
