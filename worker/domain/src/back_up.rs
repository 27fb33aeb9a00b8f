//! Back-ups of the database: what they hold, how they lie in the bucket, and for how long.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{Days, NaiveDate};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::drive::short_id;
use crate::limits::BACK_UPS_KEPT;
use crate::string_enum::string_enum;

/// The shape of the objects that this version writes and reads.
pub const FORMAT: u32 = 1;
/// Names the back-ups that there are, newest first.
pub const INDEX_KEY: &str = "back-ups/index.json";

/// Tables that no back-up holds: what lets somebody in, what counts attempts or explains them, and what the machinery notes of itself.
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
    /// How far a back-up is.
    BackUpStatus {
        /// The moment is held; what it holds goes to the bucket.
        Exporting = "exporting",
        /// It is in the bucket.
        Complete = "complete",
    }
}

string_enum! {
    /// What was erased.
    ErasureKind {
        /// What a customer sent.
        Submission = "submission",
        /// A sign-up for the mailing list.
        SignUp = "sign-up",
        /// What is known of a partner.
        Partner = "partner",
    }
}

string_enum! {
    /// What becomes of the note of an erasure.
    ErasureNoteStatus {
        /// It is not in the bucket yet.
        Unlisted = "unlisted",
        /// It is.
        Listed = "listed",
        /// It came with a restored back-up that does not know of it.
        ToRepeat = "to-repeat",
    }
}

/// Which rows a back-up holds, as it was begun.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contents {
    /// The migrations that had been applied, in their order.
    pub migrations: Vec<String>,
    /// Its tables by name.
    pub tables: BTreeMap<String, Table>,
}

/// A table of a back-up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Table {
    /// Its columns without computed ones, in the order that each row has them, [`COLUMNS_TOGETHER`] in each array of a row.
    pub columns: Vec<String>,
    /// Those of its primary key, in the order of the key.
    pub key: Vec<String>,
}

/// A function of D1's takes at most 32 arguments: a row is an array of arrays with so many values.
pub const COLUMNS_TOGETHER: usize = 30;

/// An object of a back-up: lines of a table's name, a tab, and rows of it as JSON.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BackUpObject {
    /// Its key in the bucket.
    pub key: String,
    /// Its size.
    pub bytes: u64,
    /// Of its bytes, in hex.
    pub sha256: String,
}

/// What a back-up is, written once all of it is there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// [`FORMAT`].
    pub format: u32,
    /// The UTC day that it was taken on.
    pub day: NaiveDate,
    /// The moment that it shows; UTC milliseconds.
    pub taken_at: i64,
    /// What it holds.
    #[serde(flatten)]
    pub contents: Contents,
    /// Table to number of rows; tables without rows are left out.
    pub row_counts: BTreeMap<String, u64>,
    /// Where, in order.
    pub objects: Vec<BackUpObject>,
}

/// A back-up as the index names it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct IndexEntry {
    /// The UTC day that it was taken on.
    pub day: NaiveDate,
    /// The moment that it shows; UTC milliseconds.
    pub taken_at: i64,
    /// Of its manifest, in hex.
    pub manifest_sha256: String,
    /// How many objects it has beside the manifest.
    pub objects: u32,
    /// Until when what was erased is out of it, by the time of the erasures' notes; `None` where nothing was erased since it was taken.
    #[serde(default)]
    pub forgotten_until: Option<i64>,
    /// How often it was written anew. Each time it goes to keys of its own: it is whole at every moment.
    #[serde(default)]
    pub revision: u32,
}

impl IndexEntry {
    /// The time after which erasures are still to be repeated in it.
    #[must_use]
    pub fn forgets_after(&self) -> i64 {
        self.forgotten_until.unwrap_or(self.taken_at.saturating_sub(1))
    }

    /// The key of its manifest.
    #[must_use]
    pub fn manifest_key(&self) -> String {
        manifest_key(self.day, self.revision)
    }

    /// The key of one of its objects; the first one is 0.
    #[must_use]
    pub fn object_key(&self, number: usize) -> String {
        object_key(self.day, number, self.revision)
    }

    /// Everything that revisions before one may have left in the bucket, manifests first.
    #[must_use]
    pub fn keys_before(&self, revision: u32) -> Vec<String> {
        let objects = 0..self.objects as usize;
        let of = |revision| objects.clone().map(move |number| object_key(self.day, number, revision));
        let manifests = (0..revision).map(|revision| manifest_key(self.day, revision));
        manifests.chain((0..revision).flat_map(of)).collect()
    }
}

/// An erasure as the bucket lists it: nobody is named by it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ErasureNote {
    /// Of what.
    pub kind: ErasureKind,
    /// Its id.
    pub subject_id: String,
    /// UTC milliseconds.
    pub noted_at: i64,
}

/// The rows that an erasure removes: their table, in the order that a back-up has them; the column that names what was erased; and the one
/// that names what goes with the row.
const ERASED: [(&str, &str, Option<&str>); 8] = [
    ("consents", "submission_id", None),
    ("emails", "subject_id", Some("id")),
    ("google_files", "path", None),
    ("job_attempts", "subject_id", None),
    ("job_queue", "subject_id", None),
    ("sign_ups", "id", None),
    ("submissions", "id", Some("upload_id")),
    ("uploads", "id", None),
];

/// An object of a back-up without what was erased.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct RedactedObject {
    /// The object; `None` where there was nothing to be removed.
    pub body: Option<String>,
    /// How many rows it has of each table that something is removed from.
    pub row_counts: BTreeMap<&'static str, u64>,
}

/// Removes from an object what has one of these ids. `erased` grows by the ids of what goes with it in later objects.
///
/// # Errors
/// The object, or the table of a line, is not as it was written.
pub fn forget(
    body: &str,
    tables: &BTreeMap<String, Table>,
    erased: &mut BTreeSet<String>,
) -> Result<RedactedObject, serde_json::Error> {
    let mut found = RedactedObject::default();
    let mut kept = String::with_capacity(body.len());
    let mut is_changed = false;
    for line in body.split_inclusive('\n') {
        let rule = line.split_once('\t').and_then(|(name, rows)| {
            let (table, column, next) = ERASED.iter().find(|(table, ..)| *table == name)?;
            Some((*table, rows, tables.get(name)?, *column, *next))
        });
        let Some((name, rows, table, column, next)) = rule else {
            kept.push_str(line);
            continue;
        };
        let place = |column: &str| table.columns.iter().position(|one| one == column);
        let mut rows: Vec<Row> = serde_json::from_str(rows)?;
        let mut is_touched = false;
        rows.retain(|row| {
            if !text_at(row, place(column)).is_some_and(|text| names_one(text, erased)) {
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
            kept.push_str(line);
        } else if !rows.is_empty() {
            kept.push_str(name);
            kept.push('\t');
            kept.push_str(&serde_json::to_string(&rows)?);
            kept.push('\n');
        }
        is_changed |= is_touched;
    }
    found.body = is_changed.then_some(kept);
    Ok(found)
}

/// Whether a column names something that is erased: by its id, alone or with what follows a slash, or as a file does.
fn names_one(text: &str, erased: &BTreeSet<String>) -> bool {
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

/// The part of a name that tells a revision: none for the first one.
fn revised(revision: u32) -> String {
    if revision == 0 { String::new() } else { format!("-{revision}") }
}

fn manifest_key(day: NaiveDate, revision: u32) -> String {
    format!("back-ups/{day}/manifest{}.json", revised(revision))
}

/// The key of an object of a day's back-up; the first one is 0, as is the first revision.
#[must_use]
pub fn object_key(day: NaiveDate, number: usize, revision: u32) -> String {
    format!("back-ups/{day}/{number:03}{}.ndjson", revised(revision))
}

/// Where the erasures of a day are listed. Not below the back-ups: it outlives them.
#[must_use]
pub fn erasures_key(day: NaiveDate) -> String {
    format!("erasures/{day}.json")
}

/// The days on which something may have been erased that a back-up does not know of.
pub fn days_since(taken_on: NaiveDate, today: NaiveDate) -> impl Iterator<Item = NaiveDate> {
    taken_on.iter_days().take_while(move |day| *day <= today)
}

/// Lists of erasures that are older than every back-up: the days before the last ones that can matter, so many that a run which was left out
/// does no harm.
pub fn outdated_erasure_days(today: NaiveDate) -> impl Iterator<Item = NaiveDate> {
    let kept = u64::try_from(BACK_UPS_KEPT).unwrap_or(u64::MAX);
    (2..30).filter_map(move |days| today.checked_sub_days(Days::new(kept.saturating_add(days))))
}

/// Adds a back-up to the index. Answers the index, newest first, and those that it names no more.
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
    fn inv51_what_was_erased_leaves_a_back_up_with_everything_that_goes_with_it() -> Result<(), serde_json::Error> {
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
        let found = forget(&body, &tables, &mut erased)?;
        let left = format!(
            "credit_ledger\t[[[\"s1\"]]]\nemails\t[[[\"e2\",\"s2\"]]]\ngoogle_files\t[[[\"g\",\"2026-11/2026-11-05 Bob s2.mp4\"]]]\njob_queue\t[[[\"s2\"]]]\nsubmissions\t[{}]\n",
            submission("s2", "u2")?
        );
        assert_eq!(found.body.as_deref(), Some(left.as_str()));
        let counts = [("emails", 1), ("google_files", 1), ("job_queue", 1), ("submissions", 1), ("uploads", 0)];
        assert_eq!(found.row_counts, counts.into());
        let again = forget(&left, &tables, &mut BTreeSet::from(["s3".to_owned()]))?;
        assert_eq!(again.body, None);
        assert!(forget("submissions\tno rows\n", &tables, &mut erased).is_err());
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
    fn ops04_erasures_are_looked_for_from_the_day_of_the_back_up_on_and_kept_for_as_long_as_one_is() {
        let found: Vec<NaiveDate> = days_since(day("2026-11-29"), day("2026-12-01")).collect();
        assert_eq!(found, ["2026-11-29", "2026-11-30", "2026-12-01"].map(day));
        let oldest_kept = day("2026-12-31") - Days::new(BACK_UPS_KEPT as u64);
        assert!(outdated_erasure_days(day("2026-12-31")).all(|one| one < oldest_kept));
    }
}
