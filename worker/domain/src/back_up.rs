//! Database back-ups: contents, layout in the bucket, and retention.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{Days, NaiveDate};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::drive::short_id;
use crate::limits::BACK_UPS_KEPT;
use crate::string_enum::string_enum;

/// Version of the object format that this build writes and reads.
pub const FORMAT: u32 = 1;
/// Key of the list of back-ups, newest first.
pub const INDEX_KEY: &str = "back-ups/index.json";

/// Tables excluded from back-ups: login secrets, attempt counters and explanations, and internal
/// bookkeeping.
pub const LEFT_OUT: [&str; 9] = [
    "back_ups",
    "back_up_chunks",
    "d1_migrations",
    "one_time_links",
    "rate_limit_events",
    "schedule_runs",
    "sessions",
    "submission_attempts",
    "sweep_cursors",
];

string_enum! {
    /// Progress of a back-up.
    BackUpStatus {
        /// The snapshot is fixed and is being exported to the bucket.
        Exporting = "exporting",
        /// Fully stored in the bucket.
        Complete = "complete",
    }
}

string_enum! {
    /// Kind of erased data.
    ErasureKind {
        /// A customer's submission.
        Submission = "submission",
        /// A sign-up for the mailing list.
        SignUp = "sign-up",
        /// A partner's data.
        Partner = "partner",
        /// A customer's consent to marketing, which was withdrawn: its rows stay, and the withdrawal is repeated.
        Withdrawal = "withdrawal",
    }
}

string_enum! {
    /// Status of an erasure record.
    ErasureNoteStatus {
        /// Not in the bucket yet.
        Unlisted = "unlisted",
        /// In the bucket.
        Listed = "listed",
        /// Restored with a back-up taken before the erasure, which has to be repeated.
        ToRepeat = "to-repeat",
    }
}

/// Rows of a back-up, fixed when it starts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contents {
    /// Migrations applied by then, in order.
    pub migrations: Vec<String>,
    /// Its tables by name.
    pub tables: BTreeMap<String, Table>,
}

/// A table in a back-up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Table {
    /// Columns except computed ones, in the order of each row, which holds them in arrays of
    /// [`COLUMNS_TOGETHER`].
    pub columns: Vec<String>,
    /// Columns of the primary key, in key order.
    pub key: Vec<String>,
}

/// D1 functions take at most 32 arguments, so a row is an array of arrays of this many values.
pub const COLUMNS_TOGETHER: usize = 30;

/// An object of a back-up: each line is a table name, a tab, and rows as JSON.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BackUpObject {
    /// Its key in the bucket.
    pub key: String,
    /// Size in bytes.
    pub bytes: u64,
    /// SHA-256 in hex.
    pub sha256: String,
}

/// Manifest of a back-up, written after all its objects.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// [`FORMAT`].
    pub format: u32,
    /// UTC day it was taken.
    pub day: NaiveDate,
    /// Time of the snapshot; UTC milliseconds.
    pub taken_at: i64,
    /// Tables and migrations.
    #[serde(flatten)]
    pub contents: Contents,
    /// Row counts by table; empty tables are left out.
    pub row_counts: BTreeMap<String, u64>,
    /// Its objects, in order.
    pub objects: Vec<BackUpObject>,
}

/// Index entry of a back-up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct IndexEntry {
    /// UTC day it was taken.
    pub day: NaiveDate,
    /// Time of the snapshot; UTC milliseconds.
    pub taken_at: i64,
    /// SHA-256 of its manifest, in hex.
    pub manifest_sha256: String,
    /// Number of objects besides the manifest.
    pub objects: u32,
    /// Erasures up to this time (`noted_at`) have been removed from it; `None` if none has been
    /// since it was taken.
    #[serde(default)]
    pub forgotten_until: Option<i64>,
    /// Number of rewrites. Each one uses new keys, so that the back-up is complete at any time.
    #[serde(default)]
    pub revision: u32,
}

impl IndexEntry {
    /// Returns the time after which erasures still have to be applied to it.
    #[must_use]
    pub fn erasures_since(&self) -> i64 {
        self.forgotten_until.unwrap_or(self.taken_at.saturating_sub(1))
    }

    /// Returns the key of its manifest.
    #[must_use]
    pub fn manifest_key(&self) -> String {
        manifest_key(self.day, self.revision)
    }

    /// Returns the key of one of its objects, counted from 0.
    #[must_use]
    pub fn object_key(&self, number: usize) -> String {
        object_key(self.day, number, self.revision)
    }

    /// Returns all keys that earlier revisions may have left in the bucket, manifests first.
    #[must_use]
    pub fn keys_before(&self, revision: u32) -> Vec<String> {
        let objects = 0..self.objects as usize;
        let of = |revision| objects.clone().map(move |number| object_key(self.day, number, revision));
        let manifests = (0..revision).map(|revision| manifest_key(self.day, revision));
        manifests.chain((0..revision).flat_map(of)).collect()
    }
}

/// Record of an erasure in the bucket; contains no personal data.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ErasureNote {
    /// Kind of erased data.
    pub kind: ErasureKind,
    /// Id of the erased item.
    pub subject_id: String,
    /// UTC milliseconds.
    pub noted_at: i64,
}

/// Rows removed by an erasure: the table, in back-up order; the column with the erased id; and the
/// column with the id of a dependent item.
const ERASED: [(&str, &str, Option<&str>); 11] = [
    ("clips", "submission_id", None),
    ("consent_requests", "submission_id", None),
    ("consents", "submission_id", None),
    ("emails", "subject_id", Some("id")),
    ("google_files", "path", None),
    ("job_attempts", "subject_id", None),
    ("job_queue", "subject_id", None),
    ("sign_ups", "id", None),
    ("submissions", "id", Some("upload_id")),
    ("transcripts", "submission_id", None),
    ("uploads", "id", None),
];

/// An object of a back-up after removing erased rows.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct RedactedObject {
    /// New content; `None` if nothing had to be removed.
    pub body: Option<String>,
    /// Remaining rows of each table that rows were removed from.
    pub row_counts: BTreeMap<&'static str, u64>,
}

/// Removes rows with one of these ids from an object. Adds to `erased` the ids of dependent items
/// in later objects.
///
/// # Errors
/// The object, or a line's table, is malformed.
pub fn redact(
    body: &str,
    tables: &BTreeMap<String, Table>,
    erased: &mut BTreeSet<String>,
) -> Result<RedactedObject, serde_json::Error> {
    let mut found = RedactedObject::default();
    let mut output = String::with_capacity(body.len());
    let mut is_changed = false;
    for line in body.split_inclusive('\n') {
        let rule = line.split_once('\t').and_then(|(name, rows)| {
            let (table, column, next) = ERASED.iter().find(|(table, ..)| *table == name)?;
            Some((*table, rows, tables.get(name)?, *column, *next))
        });
        let Some((name, rows, table, column, next)) = rule else {
            output.push_str(line);
            continue;
        };
        let place = |column: &str| table.columns.iter().position(|one| one == column);
        let mut rows: Vec<Row> = serde_json::from_str(rows)?;
        let mut is_touched = false;
        rows.retain(|row| {
            if !text_at(row, place(column)).is_some_and(|text| contains_id(text, erased)) {
                return true;
            }
            is_touched = true;
            erased.extend(next.and_then(|next| text_at(row, place(next))).map(str::to_owned));
            false
        });
        let count = u64::try_from(rows.len()).unwrap_or(u64::MAX);
        let counted = found.row_counts.entry(name).or_default();
        *counted = counted.saturating_add(count);
        if !is_touched {
            output.push_str(line);
        } else if !rows.is_empty() {
            output.push_str(name);
            output.push('\t');
            output.push_str(&serde_json::to_string(&rows)?);
            output.push('\n');
        }
        is_changed |= is_touched;
    }
    found.body = is_changed.then_some(output);
    Ok(found)
}

/// Whether a column contains an erased id: alone, before a slash, or as a file name.
fn contains_id(text: &str, erased: &BTreeSet<String>) -> bool {
    let id = text.split('/').next().unwrap_or_default();
    let short = text.rsplit(' ').next().and_then(|end| end.split_once('.')).map(|(short, _)| short);
    erased.contains(id) || short.is_some_and(|short| erased.iter().any(|id| short_id(id) == short))
}

/// A row as arrays of at most [`COLUMNS_TOGETHER`] values.
type Row = Vec<Vec<Value>>;

fn text_at(row: &Row, at: Option<usize>) -> Option<&str> {
    let at = at?;
    row.get(at / COLUMNS_TOGETHER)?.get(at % COLUMNS_TOGETHER)?.as_str()
}

/// Suffix of a key for a revision; empty for the first.
fn revision_suffix(revision: u32) -> String {
    if revision == 0 { String::new() } else { format!("-{revision}") }
}

fn manifest_key(day: NaiveDate, revision: u32) -> String {
    format!("back-ups/{day}/manifest{}.json", revision_suffix(revision))
}

/// Returns the key of an object of a day's back-up; objects and revisions count from 0.
#[must_use]
pub fn object_key(day: NaiveDate, number: usize, revision: u32) -> String {
    format!("back-ups/{day}/{number:03}{}.ndjson", revision_suffix(revision))
}

/// Returns the key of a day's erasure list. It is not below `back-ups/` because it outlives them.
#[must_use]
pub fn erasures_key(day: NaiveDate) -> String {
    format!("erasures/{day}.json")
}

/// Returns the days whose erasures a back-up may lack.
pub fn days_since(taken_on: NaiveDate, today: NaiveDate) -> impl Iterator<Item = NaiveDate> {
    taken_on.iter_days().take_while(move |day| *day <= today)
}

/// Returns days whose erasure lists are older than every back-up; enough of them to make up for a
/// skipped run.
pub fn outdated_erasure_days(today: NaiveDate) -> impl Iterator<Item = NaiveDate> {
    let output = u64::try_from(BACK_UPS_KEPT).unwrap_or(u64::MAX);
    (2..30).filter_map(move |days| today.checked_sub_days(Days::new(output.saturating_add(days))))
}

/// Adds a back-up to the index. Returns the new index, newest first, and the entries dropped from it.
#[must_use]
pub fn with_entry(index: Vec<IndexEntry>, new: IndexEntry) -> (Vec<IndexEntry>, Vec<IndexEntry>) {
    let mut all = index;
    all.retain(|entry| entry.day != new.day);
    all.push(new);
    all.sort_by_key(|entry| std::cmp::Reverse(entry.day));
    let dropped = all.split_off(all.len().min(BACK_UPS_KEPT));
    (all, dropped)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap_or_default()
    }

    fn entry(day: NaiveDate) -> IndexEntry {
        IndexEntry { day, taken_at: 0, manifest_sha256: String::new(), objects: 1, forgotten_until: None, revision: 0 }
    }

    #[test]
    fn inv51_redaction_removes_erased_rows_and_their_dependents() -> Result<(), serde_json::Error> {
        let columns = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        let mut many: Vec<String> = (0..COLUMNS_TOGETHER).map(|number| format!("c{number}")).collect();
        many.push("upload_id".into());
        many[1] = "id".into();
        let table = |columns: Vec<String>| Table { columns, key: Vec::new() };
        let tables: BTreeMap<String, Table> = [
            ("credit_ledger", table(columns(&["source"]))),
            ("emails", table(columns(&["id", "subject_id"]))),
            ("google_files", table(columns(&["connection_id", "path"]))),
            ("job_queue", table(columns(&["subject_id"]))),
            ("submissions", table(many)),
            ("uploads", table(columns(&["id"]))),
        ]
        .map(|(name, table)| (name.to_owned(), table))
        .into();
        let submission = |id: &str, upload: &str| {
            let first: Vec<Value> =
                (0..COLUMNS_TOGETHER).map(|at| if at == 1 { id.into() } else { "Una".into() }).collect();
            serde_json::to_string(&vec![first, vec![upload.into()]])
        };
        let body = format!(
            "credit_ledger\t[[[\"s1\"]]]\nemails\t[[[\"e1\",\"s1/once\"]],[[\"e2\",\"s2\"]]]\ngoogle_files\t[[[\"g\",\"2026-11/2026-11-05 Una s1.mp4\"]],[[\"g\",\"2026-11/2026-11-05 Bob s2.mp4\"]]]\n\
             job_queue\t[[[\"e1\"]],[[\"s2\"]]]\nsubmissions\t[{},{}]\nuploads\t[[[\"u1\"]]]\n",
            submission("s1", "u1")?,
            submission("s2", "u2")?
        );
        let mut erased = BTreeSet::from(["s1".to_owned()]);
        let found = redact(&body, &tables, &mut erased)?;
        let left = format!(
            "credit_ledger\t[[[\"s1\"]]]\nemails\t[[[\"e2\",\"s2\"]]]\ngoogle_files\t[[[\"g\",\"2026-11/2026-11-05 Bob s2.mp4\"]]]\njob_queue\t[[[\"s2\"]]]\nsubmissions\t[{}]\n",
            submission("s2", "u2")?
        );
        assert_eq!(found.body.as_deref(), Some(left.as_str()));
        let counts = [("emails", 1), ("google_files", 1), ("job_queue", 1), ("submissions", 1), ("uploads", 0)];
        assert_eq!(found.row_counts, counts.into());
        let again = redact(&left, &tables, &mut BTreeSet::from(["s3".to_owned()]))?;
        assert_eq!(again.body, None);
        assert!(redact("submissions\tno rows\n", &tables, &mut erased).is_err());
        Ok(())
    }

    #[test]
    fn ops03_thirty_back_ups_are_kept_and_the_oldest_goes() {
        let mut index = Vec::new();
        for one in day("2026-11-01").iter_days().take(BACK_UPS_KEPT) {
            let (next, dropped) = with_entry(index, entry(one));
            assert!(dropped.is_empty());
            index = next;
        }
        let (index, dropped) = with_entry(index, entry(day("2026-12-01")));
        assert_eq!((index.len(), index[0].day), (BACK_UPS_KEPT, day("2026-12-01")));
        assert_eq!(dropped, [entry(day("2026-11-01"))]);
        let (again, dropped) = with_entry(index.clone(), entry(day("2026-12-01")));
        assert_eq!((again, dropped.len()), (index, 0));
    }

    #[test]
    fn ops04_erasures_since_a_back_up_are_listed_and_retained_as_long_as_back_ups() {
        let found: Vec<NaiveDate> = days_since(day("2026-11-29"), day("2026-12-01")).collect();
        assert_eq!(found, ["2026-11-29", "2026-11-30", "2026-12-01"].map(day));
        let oldest_kept = day("2026-12-31") - Days::new(BACK_UPS_KEPT as u64);
        assert!(outdated_erasure_days(day("2026-12-31")).all(|one| one < oldest_kept));
    }
}
