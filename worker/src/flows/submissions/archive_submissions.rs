//! A client's archive as one ZIP file: the videos that we hold, the list of all submissions, and the consents. It is
//! generated while it is sent, for any byte range, from data that stays the same between two requests.

use std::cell::RefCell;
use std::ops::Range;

use crc32fast::Hasher;
use data_encoding::HEXLOWER;
use domain::archive::{Entry, Layout, Segment};
use domain::csv;
use domain::date::{date_of, iso_time};
use domain::drive::DriveProvider;
use domain::submission::seconds;
use media_wasm::submission::consent_texts;
use sha2::{Digest, Sha256};

use crate::app::App;
use crate::error::{BODY_LOST, Error, Result};
use crate::files::{ByteSource, Outlet, crc32};
use crate::integrations::drive::{DeliveredVideo, Drive};
use crate::store::submissions::submission::archive::{self, ArchivedConsent, ArchivedSubmission};

/// A planned archive; its videos are not read yet.
pub struct Archive {
    client_id: String,
    layout: Layout,
    contents: Vec<Content>,
    /// CRC-32s of the entries, as far as known.
    crc32s: RefCell<Vec<Option<u32>>>,
    /// Identifies the content of this archive.
    pub etag: String,
}

enum Content {
    Text(String),
    Video { submission_id: String, size: u64, place: VideoLocation },
}

/// The submissions in an archive.
pub enum Extent {
    /// A part of everything that we hold; parts count from 0.
    Part(u32),
    /// Submissions as a JSON array of ids, including those whose videos are in a client's own drive.
    Selected(String),
}

/// Location of a video.
enum VideoLocation {
    /// The path in the built-in drive.
    Folder(String),
    /// The connection and the path in its drive.
    Connected(String, String),
    /// The upload's id.
    Upload(String),
}

/// Plans a client's archive of submissions up to a time. `None` if there are none.
///
/// # Errors
/// If the database fails.
pub async fn plan(app: &App, client_id: &str, until: i64, extent: &Extent) -> Result<Option<Archive>> {
    let rows = match extent {
        Extent::Part(part) => archive::part(&app.db, client_id, until, *part).await?,
        Extent::Selected(ids) => archive::selected(&app.db, client_id, ids).await?,
    };
    let place = |row: &ArchivedSubmission| place(row, matches!(extent, Extent::Selected(_)));
    if rows.is_empty() {
        return Ok(None);
    }
    let texts = [("submissions.csv", submissions(&rows, place)), ("consents.csv", consents(&rows))];
    let mut entries = Vec::new();
    let mut contents = Vec::new();
    let mut crc32s = Vec::new();
    for (name, text) in texts {
        let size = u32::try_from(text.len()).unwrap_or(u32::MAX);
        entries.push(Entry { name: name.to_owned(), size, modified_at: until });
        crc32s.push(Some(crc32fast::hash(text.as_bytes())));
        contents.push(Content::Text(text));
    }
    for row in &rows {
        let Some(place) = place(row) else { continue };
        entries.push(Entry {
            name: format!("videos/{}", row.path()),
            size: row.size_bytes,
            modified_at: row.created_at,
        });
        crc32s.push(row.crc32);
        contents.push(Content::Video { submission_id: row.id.clone(), size: row.size_bytes.into(), place });
    }
    let etag = etag(&entries, &contents);
    Ok(Some(Archive {
        client_id: client_id.to_owned(),
        layout: Layout::new(entries),
        contents,
        crc32s: RefCell::new(crc32s),
        etag,
    }))
}

/// Hashes the entries and the texts. Videos never change, so their entries identify them.
fn etag(entries: &[Entry], contents: &[Content]) -> String {
    let mut digest = Sha256::new();
    for entry in entries {
        digest.update(format!("{} {} {}\n", entry.modified_at, entry.size, entry.name));
    }
    for content in contents {
        if let Content::Text(text) = content {
            digest.update(text);
        }
    }
    format!("\"{}\"", HEXLOWER.encode(digest.finalize().get(..16).unwrap_or_default()))
}

/// Returns where a video is read from. `None` if it is deleted, on hold or in an ended drive or, unless
/// `with_own_drive`, in any other drive than the built-in one.
fn place(row: &ArchivedSubmission, with_own_drive: bool) -> Option<VideoLocation> {
    match (&row.drive_path, row.drive) {
        (Some(path), Some(DriveProvider::BuiltIn)) => Some(VideoLocation::Folder(path.clone())),
        (Some(path), _) => {
            let connection_id = row.drive_connection_id.clone().filter(|_| with_own_drive && row.drive_connected)?;
            Some(VideoLocation::Connected(connection_id, path.clone()))
        }
        (None, _) if row.video_deleted_at.is_some() || row.hold.is_some() => None,
        (None, _) => Some(VideoLocation::Upload(row.upload_id.clone())),
    }
}

fn table(head: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    let lines = rows.map(|cells| csv::line(&cells.iter().map(String::as_str).collect::<Vec<_>>()));
    csv::head(head) + &lines.collect::<String>()
}

fn submissions(rows: &[ArchivedSubmission], place: impl Fn(&ArchivedSubmission) -> Option<VideoLocation>) -> String {
    let head = [
        "id",
        "received_at",
        "name",
        "email",
        "status",
        "seconds",
        "bytes",
        "file",
        "tags",
        "note",
        "transcript",
        "quote",
    ];
    let line = |row: &ArchivedSubmission| {
        let [transcript, quote] = row.spoken();
        vec![
            row.id.clone(),
            iso_time(row.created_at),
            row.customer_name.clone(),
            row.customer_email.clone(),
            row.status.as_str().to_owned(),
            seconds(row.duration_ms),
            row.size_bytes.to_string(),
            match (place(row), row.video_deleted_at) {
                (Some(_), _) => format!("videos/{}", row.path()),
                (None, Some(at)) => format!("deleted on {}", date_of(at)),
                (None, None) if row.hold.is_some() => "on hold".to_owned(),
                (None, None) if row.drive_connected => format!("in your own drive: {}", row.path()),
                (None, None) => format!("in a drive that was disconnected: {}", row.path()),
            },
            row.tags.join(", "),
            row.note.clone(),
            transcript,
            quote,
        ]
    };
    table(&head, rows.iter().map(line))
}

fn consents(rows: &[ArchivedSubmission]) -> String {
    let head = [
        "submission_id",
        "name",
        "email",
        "given_at",
        "business",
        "text_version",
        "data",
        "marketing",
        "explanation",
        "withdrawn_at",
    ];
    let line = |row: &ArchivedSubmission, given_at: i64, business: &str, version: &str, consent: &ArchivedConsent| {
        let words = consent_texts(version, business);
        // Some former consent texts are no longer known, so only the consent itself is stated.
        let text = |is_given: bool, known: Option<&String>| match (is_given, known) {
            (true, Some(words)) => words.clone(),
            (true, None) => "agreed".to_owned(),
            (false, _) => "not agreed".to_owned(),
        };
        vec![
            row.id.clone(),
            row.customer_name.clone(),
            row.customer_email.clone(),
            iso_time(given_at),
            business.to_owned(),
            version.to_owned(),
            text(consent.consent_data, words.as_ref().map(|words| &words.data)),
            text(consent.consent_marketing, words.as_ref().map(|words| &words.marketing)),
            words.and_then(|words| words.explanation).unwrap_or_default().to_owned(),
            consent.withdrawn_at.map(iso_time).unwrap_or_default(),
        ]
    };
    let lines = rows.iter().filter_map(|row| Some((row, row.consent.as_ref()?))).flat_map(|(row, consent)| {
        let first = line(row, consent.given_at, &consent.business, &consent.text_version, consent);
        let later = consent.requests.iter().filter_map(|request| request.agreed());
        let later = later.map(|(at, business, version)| line(row, at, business, version, consent));
        std::iter::once(first).chain(later).collect::<Vec<_>>()
    });
    table(&head, lines)
}

impl Archive {
    /// The archive's length in bytes.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.layout.size()
    }

    /// Writes a range of the archive.
    ///
    /// # Errors
    /// If a video cannot be read, or the reader has gone.
    pub async fn write(&self, app: &App, range: Range<u64>, to: &Outlet) -> Result<()> {
        for (segment, range) in self.layout.segments_in(range) {
            match segment {
                Segment::Header(index) => to.write(slice(&self.layout.header(index), &range)).await?,
                Segment::Data(index) => self.write_data(app, index, range, to).await?,
                Segment::Descriptor(index) => {
                    let crc32 = self.crc32(app, index).await?;
                    to.write(slice(&self.layout.descriptor(index, crc32), &range)).await?;
                }
                Segment::Directory => {
                    let mut crc32s = Vec::new();
                    for index in 0..self.contents.len() {
                        crc32s.push(self.crc32(app, index).await?);
                    }
                    to.write(slice(&self.layout.directory(&crc32s), &range)).await?;
                }
            }
        }
        Ok(())
    }

    async fn write_data(&self, app: &App, index: usize, range: Range<u64>, to: &Outlet) -> Result<()> {
        match self.contents.get(index) {
            None => Ok(()),
            Some(Content::Text(text)) => to.write(slice(text.as_bytes(), &range)).await,
            Some(Content::Video { size, place, submission_id }) => {
                let is_known = self.known(index).is_some();
                let mut checksum = (!is_known && range.end == *size).then(Hasher::new);
                let poured = with_source(app, &self.client_id, place, *size, async |source| {
                    to.write_range(source, range, checksum.as_mut()).await
                });
                poured.await.map_err(|error| unreadable(submission_id, error))?;
                match checksum {
                    Some(checksum) => self.store_crc32(app, index, submission_id, checksum.finalize()).await,
                    None => Ok(()),
                }
            }
        }
    }

    fn known(&self, index: usize) -> Option<u32> {
        self.crc32s.borrow().get(index).copied().flatten()
    }

    /// Returns the CRC-32 of an entry. Reads a video whose CRC-32 is not known yet.
    async fn crc32(&self, app: &App, index: usize) -> Result<u32> {
        match (self.known(index), self.contents.get(index)) {
            (Some(known), _) => Ok(known),
            (None, Some(Content::Video { size, place, submission_id })) => {
                let found = with_source(app, &self.client_id, place, *size, async |source| crc32(source).await).await;
                let found = found.map_err(|error| unreadable(submission_id, error))?;
                self.store_crc32(app, index, submission_id, found).await?;
                Ok(found)
            }
            (None, _) => Ok(0),
        }
    }

    async fn store_crc32(&self, app: &App, index: usize, submission_id: &str, crc32: u32) -> Result<()> {
        if let Some(known) = self.crc32s.borrow_mut().get_mut(index) {
            *known = Some(crc32);
        }
        archive::store_crc32(&app.db, submission_id, crc32).await
    }
}

async fn with_source<T>(
    app: &App,
    client_id: &str,
    place: &VideoLocation,
    size: u64,
    read: impl AsyncFnOnce(&dyn ByteSource) -> Result<T>,
) -> Result<T> {
    match place {
        VideoLocation::Folder(path) => read(&DeliveredVideo::new(app, &Drive::BuiltIn, client_id, path, size)).await,
        VideoLocation::Connected(connection_id, path) => {
            let drive = Drive::of_video(app, None, Some(connection_id)).await?;
            read(&DeliveredVideo::new(app, &drive, client_id, path, size)).await
        }
        VideoLocation::Upload(id) => read(&app.files.upload(id, &[], size).await?).await,
    }
}

/// Adds the video to the error, for the log.
fn unreadable(submission_id: &str, error: Error) -> Error {
    match error {
        error if error.is(&BODY_LOST) => error,
        other => Error::Internal(format!("submission {submission_id}: {}", other.cause().unwrap_or_default())),
    }
}

fn slice<'a>(bytes: &'a [u8], range: &Range<u64>) -> &'a [u8] {
    let at = |offset: u64| usize::try_from(offset).unwrap_or(usize::MAX);
    bytes.get(at(range.start)..at(range.end)).unwrap_or_default()
}
