//! Transcribes the film of a delivered submission.

use domain::date::date_of;
use domain::retry_policy::JobOutcome;
use domain::transcript::{Facts, PAGE_LANGUAGE, Transcript, failure, obstacle, price_microdollars, whisper};
use media_wasm::sound::{CopyError, NoSound, Sound, copy_sound};

use crate::app::{App, clock};
use crate::error::Result;
use crate::integrations::drive::{DeliveredVideo, Drive, Fault};
use crate::integrations::transcriber::Transcriber;
use crate::store::db::Query;
use crate::store::submissions::transcript::{self, Source};

const NOT_SET_UP: &str = "Transcription is not set up.";
const NOT_ALLOWED: &str = "The customer has not agreed to captions.";

/// Takes the sound out of the film and has it transcribed, with one call of the engine. Nothing waits for it.
pub async fn run(app: &App, submission_id: &str) -> Result<JobOutcome> {
    let Some(source) = transcript::source(&app.db, submission_id).await? else {
        // Erased, or somebody has typed the words.
        return Ok(JobOutcome::Done);
    };
    let Some(transcriber) = Transcriber::of(app) else { return Ok(JobOutcome::GiveUp(NOT_SET_UP.into())) };
    // Looked at again: it may have been withdrawn since the job was made. A press may come with the switch off.
    let Source { consent_version, is_withdrawn, .. } = &source;
    let facts = Facts { consent_version, is_withdrawn: *is_withdrawn, is_set_up: true, is_switched_on: true };
    if obstacle(&facts).is_some() {
        return Ok(JobOutcome::GiveUp(NOT_ALLOWED.into()));
    }
    let sound = match sound_of(app, &source).await? {
        Ok(sound) => sound,
        Err(CopyError::NoSound(NoSound::NoTrack)) => {
            let silence = Transcript { language: PAGE_LANGUAGE.to_owned(), words: Vec::new() };
            transcript::record(&app.db, submission_id, &silence, clock()).await?;
            return Ok(JobOutcome::Done);
        }
        Err(CopyError::NoSound(reason)) => return Ok(JobOutcome::GiveUp(reason.message().into())),
        Err(CopyError::Read(fault)) => return Ok(fault.into()),
    };
    let price = if transcriber.is_paid() { price_microdollars(source.duration_ms) } else { 0 };
    if !transcript::count_call(&app.db, submission_id, &date_of(clock()).to_string(), price).await? {
        return Ok(JobOutcome::Done);
    }
    match transcriber.transcribe(&sound.file, PAGE_LANGUAGE, &source.company_name).await {
        Ok(answer) => {
            let sound_ms = source.film_ms().saturating_sub(sound.start_ms);
            let heard = whisper::read(&answer, PAGE_LANGUAGE, sound_ms).later(sound.start_ms);
            transcript::record(&app.db, submission_id, &heard, clock()).await?;
            Ok(JobOutcome::Done)
        }
        Err(message) => Ok(failure::outcome(&message, clock())),
    }
}

async fn sound_of(app: &App, source: &Source) -> Result<std::result::Result<Sound, CopyError<Fault>>> {
    let drive = Drive::of_video(app, source.drive, source.drive_connection_id.as_deref()).await?;
    let film = DeliveredVideo::new(app, &drive, &source.client_id, &source.drive_path, source.size_bytes);
    Ok(copy_sound(source.size_bytes, async |offset, len| film.bytes(offset, len).await).await)
}

/// Its business sees why, and can try again or type the words.
pub fn on_failure(job_id: &str, reason: Option<&str>) -> Query {
    transcript::record_failure(job_id, &failure::sentence(reason.unwrap_or_default()))
}
