//! Reads a back-up from its bucket and verifies SHA-256 sums before use.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use chrono::NaiveDate;
use data_encoding::HEXLOWER;
use domain::back_up::{BackUpObject, ErasureNote, FORMAT, INDEX_KEY, IndexEntry, Manifest, days_since, erasures_key};
use domain::date::date_of;
use sha2::{Digest, Sha256};

use crate::clock;
use crate::paths;
use crate::run::quiet;
use crate::target::Target;

/// Wrangler's error for a missing object.
const NO_SUCH_OBJECT: &str = "The specified key does not exist";

/// A bucket, and the folder its objects are downloaded to.
pub struct Source {
    target: Target,
    folder: PathBuf,
}

impl Source {
    /// Starts with an empty folder.
    pub fn new(target: Target) -> Result<Self> {
        let folder = paths::state_file("restore");
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder)?;
        Ok(Self { target, folder })
    }

    /// Returns the download folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Downloads an object; fails if it is missing.
    fn get(&self, key: &str) -> Result<PathBuf> {
        self.find(key)?.with_context(|| format!("{key} is not in the bucket"))
    }

    /// Downloads an object; `None` if the bucket reports that it is missing.
    fn find(&self, key: &str) -> Result<Option<PathBuf>> {
        let file = self.folder.join(key.replace('/', "-"));
        let path = format!("{}/{key}", self.target.bucket());
        let mut wrangler = self.target.wrangler(&["r2", "object", "get", &path]);
        match quiet(key, wrangler.arg("--file").arg(&file)) {
            Ok(_) => Ok(Some(file).filter(|file| file.is_file())),
            Err(error) if error.to_string().contains(NO_SUCH_OBJECT) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Reads the manifest of a day's back-up, or of the newest one.
    pub fn manifest(&self, day: Option<NaiveDate>) -> Result<Manifest> {
        let index = fs::read(self.get(INDEX_KEY).context("There is no back-up")?)?;
        let index: Vec<IndexEntry> = serde_json::from_slice(&index)?;
        let days = || index.iter().map(|entry| entry.day.to_string()).collect::<Vec<_>>().join(", ");
        let entry = match day {
            None => index.first(),
            Some(day) => index.iter().find(|entry| entry.day == day),
        };
        let Some(entry) = entry else { bail!("There is no back-up of that day. There are: {}.", days()) };
        let bytes = fs::read(self.get(&entry.manifest_key())?)?;
        if sha256(&bytes) != entry.manifest_sha256 {
            bail!("The manifest of {} is not the one that was written. There are: {}.", entry.day, days());
        }
        let manifest: Manifest = serde_json::from_slice(&bytes)?;
        if manifest.format != FORMAT {
            bail!("This back-up has the format {}; this version reads {FORMAT}.", manifest.format);
        }
        Ok(manifest)
    }

    /// Downloads its objects, in order.
    pub fn objects(&self, manifest: &Manifest) -> Result<Vec<PathBuf>> {
        let file = |object: &BackUpObject| {
            let file = self.get(&object.key)?;
            if sha256(&fs::read(&file)?) != object.sha256 {
                bail!("{} is not what was written. Nothing was changed.", object.key);
            }
            Ok(file)
        };
        manifest.objects.iter().map(file).collect()
    }

    /// Returns the erasures since then.
    pub fn erasures(&self, manifest: &Manifest) -> Result<Vec<ErasureNote>> {
        let mut all = Vec::new();
        for day in days_since(manifest.day, date_of(clock::now())) {
            // Most days have no erasures. An unreadable list is an error, not such a day.
            let Some(file) = self.find(&erasures_key(day))? else { continue };
            let notes: Vec<ErasureNote> = serde_json::from_slice(&fs::read(file)?)?;
            all.extend(notes.into_iter().filter(|note| note.noted_at >= manifest.taken_at));
        }
        Ok(all)
    }
}

impl Drop for Source {
    /// Downloads contain personal data and are deleted, however the restore ends.
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn sha256(bytes: &[u8]) -> String {
    HEXLOWER.encode(&Sha256::digest(bytes))
}
