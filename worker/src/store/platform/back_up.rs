//! `back_ups` and `back_up_chunks`: a snapshot that the database makes itself, exported chunk by chunk.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use domain::back_up::{BackUpObject, BackUpStatus, COLUMNS_TOGETHER, Contents, LEFT_OUT, Table};
use domain::limits::{BACK_UP_CHUNK_BYTES, BACK_UP_CHUNKS, BACK_UP_OBJECT_CHUNKS, SCHEDULE_RUN_MS};
use serde::Deserialize;

use crate::error::{Error, Result};
use crate::store::db::{Db, Query};

/// Reads the schema that a back-up made now has: its tables and migrations.
pub async fn contents(db: &Db) -> Result<Contents> {
    #[derive(Deserialize)]
    struct Column {
        table_name: String,
        column_name: String,
        /// The column's position in the primary key, from 1; 0 if it is not part of the key.
        pk: usize,
    }
    #[derive(Deserialize)]
    struct Migration {
        name: String,
    }
    // `table_info` leaves computed columns out. D1 rejects queries about the platform's own tables.
    let columns: Vec<Column> = db
        .all(Query::new(
            "SELECT m.name AS table_name, c.name AS column_name, c.pk
               FROM (SELECT name FROM sqlite_master WHERE type = 'table' AND substr(name, 1, 4) <> '_cf_' AND substr(name, 1, 7) <> 'sqlite_'
                      LIMIT 1000) AS m, pragma_table_info(m.name) AS c
              ORDER BY m.name, c.cid",
        ))
        .await?;
    let mut tables: BTreeMap<String, (Table, BTreeMap<usize, String>)> = BTreeMap::new();
    for column in columns.into_iter().filter(|column| !LEFT_OUT.contains(&column.table_name.as_str())) {
        let (table, key) = tables
            .entry(column.table_name)
            .or_insert_with(|| (Table { columns: Vec::new(), key: Vec::new() }, BTreeMap::new()));
        if column.pk > 0 {
            key.insert(column.pk, column.column_name.clone());
        }
        table.columns.push(column.column_name);
    }
    let migrations: Vec<Migration> = db.all(Query::new("SELECT name FROM d1_migrations ORDER BY id")).await?;
    Ok(Contents {
        migrations: migrations.into_iter().map(|one| one.name).collect(),
        tables: tables
            .into_iter()
            .map(|(name, (table, key))| (name, Table { key: key.into_values().collect(), ..table }))
            .collect(),
    })
}

/// Quotes a name of the schema, which is our own.
fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

fn list(names: &[String]) -> String {
    names.iter().map(|name| quoted(name)).collect::<Vec<_>>().join(", ")
}

/// SQL of a row as an array of arrays.
fn row_sql(table: &Table) -> String {
    let parts = table.columns.chunks(COLUMNS_TOGETHER).map(|some| format!("json_array({})", list(some)));
    format!("json_array({})", parts.collect::<Vec<_>>().join(", "))
}

/// Returns the key after which each chunk of a table ends. Every row falls into one chunk, also rows inserted meanwhile.
async fn bounds(db: &Db, name: &str, table: &Table) -> Result<Vec<String>> {
    #[derive(Deserialize)]
    struct Bound {
        bound: String,
    }
    let (key, row, name) = (list(&table.key), row_sql(table), quoted(name));
    let sql = format!(
        "SELECT json_array({key}) AS bound
           FROM (SELECT {key}, chunk, lead(chunk) OVER (ORDER BY {key}) AS next
                   FROM (SELECT {key}, sum(length({row})) OVER (ORDER BY {key} ROWS UNBOUNDED PRECEDING) / CAST(?1 AS INTEGER) AS chunk
                           FROM {name}))
          WHERE next > chunk ORDER BY {key}"
    );
    let rows: Vec<Bound> = db.all(Query::from_sql(sql).bind(BACK_UP_CHUNK_BYTES)).await?;
    Ok(rows.into_iter().map(|row| row.bound).collect())
}

/// Copies the rows between two bounds as one chunk: after the first, up to and including the second.
fn copy(seq: u32, name: &str, table: &Table, (after, until): (Option<&String>, Option<&String>)) -> Query {
    let key = list(&table.key);
    let bounds = [(">", after), ("<=", until)].into_iter().filter_map(|(than, bound)| Some((than, bound?)));
    let mut conditions = Vec::new();
    let mut bound = Vec::new();
    for (parameter, (than, value)) in (3..).zip(bounds) {
        let values = (0..table.key.len()).map(|at| format!("json_extract(?{parameter}, '$[{at}]')"));
        conditions.push(format!("({key}) {than} ({})", values.collect::<Vec<_>>().join(", ")));
        bound.push(value);
    }
    let filter = if conditions.is_empty() { String::new() } else { format!(" WHERE {}", conditions.join(" AND ")) };
    let sql = format!(
        "INSERT INTO back_up_chunks (seq, table_name, rows, body)
         SELECT ?1, ?2, count(*), json_group_array({}) FROM (SELECT * FROM {}{filter} ORDER BY {key}) HAVING count(*) > 0",
        row_sql(table),
        quoted(name)
    );
    bound.into_iter().fold(Query::from_sql(sql).bind(seq).bind(name), Query::bind)
}

/// Takes the snapshot of a day, replacing an unfinished one. One transaction copies every table, so all rows are of one
/// moment. Fails if the day has a complete back-up.
///
/// # Errors
/// [`Error::Internal`] if the database is larger than one transaction can copy.
pub async fn start(db: &Db, day: NaiveDate, now: i64) -> Result<()> {
    let contents = contents(db).await?;
    let day = day.to_string();
    let insert = Query::new("INSERT INTO back_ups (day, status, taken_at, contents) VALUES (?1, 'exporting', ?2, ?3)");
    let mut statements = vec![
        Query::new("DELETE FROM back_ups WHERE status = 'exporting'"),
        Query::new("DELETE FROM back_up_chunks"),
        insert.bind(&day).bind(now).bind(&serde_json::to_string(&contents)?),
    ];
    let mut seq: u32 = 0;
    for (name, table) in &contents.tables {
        let bounds = bounds(db, name, table).await?;
        let starts = std::iter::once(None).chain(bounds.iter().map(Some));
        let ends = bounds.iter().map(Some).chain(std::iter::once(None));
        for (after, until) in starts.zip(ends) {
            statements.push(copy(seq, name, table, (after, until)));
            seq = seq.saturating_add(1);
        }
    }
    if seq > BACK_UP_CHUNKS {
        return Err(Error::Internal(format!(
            "the database fills {seq} chunks; one transaction copies {BACK_UP_CHUNKS}"
        )));
    }
    let counted = Query::new(
        "UPDATE back_ups SET row_counts = (SELECT coalesce(json_group_object(table_name, n), '{}')
                                            FROM (SELECT table_name, sum(rows) AS n FROM back_up_chunks GROUP BY table_name))
          WHERE day = ?1",
    );
    statements.push(counted.bind(&day));
    db.transaction(statements).await.map(drop)
}

/// A row of `back_ups`.
#[derive(Deserialize)]
struct Row {
    day: NaiveDate,
    status: BackUpStatus,
    taken_at: i64,
    contents: String,
    row_counts: String,
    objects: String,
}

/// A back-up.
pub struct BackUp {
    pub day: NaiveDate,
    pub status: BackUpStatus,
    /// UTC milliseconds.
    pub taken_at: i64,
    pub contents: Contents,
    pub row_counts: BTreeMap<String, u64>,
    /// Objects already stored in the bucket.
    pub objects: Vec<BackUpObject>,
}

/// Returns the newest back-up.
pub async fn newest(db: &Db) -> Result<Option<BackUp>> {
    let query = Query::new(
        "SELECT day, status, taken_at, contents, row_counts, objects FROM back_ups ORDER BY day DESC LIMIT 1",
    );
    let Some(row) = db.first::<Row>(query).await? else { return Ok(None) };
    Ok(Some(BackUp {
        day: row.day,
        status: row.status,
        taken_at: row.taken_at,
        contents: serde_json::from_str(&row.contents)?,
        row_counts: serde_json::from_str(&row.row_counts)?,
        objects: serde_json::from_str(&row.objects)?,
    }))
}

/// A chunk of a snapshot.
#[derive(Deserialize)]
pub struct Chunk {
    pub seq: u32,
    pub table_name: String,
    pub body: String,
}

/// Returns the next chunks to export, as many as one object holds.
pub async fn next_chunks(db: &Db) -> Result<Vec<Chunk>> {
    let query = Query::new("SELECT seq, table_name, body FROM back_up_chunks ORDER BY seq LIMIT ?1");
    db.all(query.bind(BACK_UP_OBJECT_CHUNKS)).await
}

/// Records a stored object and deletes its chunks, those up to `seq`. No-op if another run has recorded it.
pub async fn record_exported(db: &Db, back_up: &BackUp, object: &BackUpObject, seq: u32) -> Result<()> {
    let update = Query::new(
        "UPDATE back_ups SET objects = json_insert(objects, '$[#]', json(?2)) WHERE day = ?1 AND json_array_length(objects) = ?3",
    );
    let count = u32::try_from(back_up.objects.len()).unwrap_or(u32::MAX);
    let update = update.bind(&back_up.day.to_string()).bind(&serde_json::to_string(object)?).bind(count);
    let delete = Query::new("DELETE FROM back_up_chunks WHERE seq <= ?1 AND changes() = 1").bind(seq);
    db.transaction(vec![update, delete]).await.map(drop)
}

/// Claims the rewriting of earlier back-ups for this run. Returns `false` if it is done or another run holds the claim.
pub async fn claim_redaction(db: &Db, now: i64) -> Result<bool> {
    let query = Query::new(
        "UPDATE back_ups SET rewriting_until = ?2
          WHERE status = 'complete' AND earlier_rewritten_at IS NULL AND coalesce(rewriting_until, 0) <= ?1",
    );
    Ok(db.change(query.bind(now).bind(now.saturating_add(SCHEDULE_RUN_MS))).await? == 1)
}

/// Releases that claim. `done_at` marks the rewriting as done for this night.
pub async fn release_redaction(db: &Db, done_at: Option<i64>) -> Result<()> {
    let query = Query::new("UPDATE back_ups SET rewriting_until = NULL, earlier_rewritten_at = ?1");
    db.idempotent_change(query.bind(done_at)).await.map(drop)
}

/// Marks a back-up as complete and deletes the rows of earlier ones, which the index in the bucket lists.
pub async fn complete(db: &Db, day: NaiveDate, now: i64) -> Result<()> {
    let done = Query::new("UPDATE back_ups SET status = 'complete', completed_at = ?2 WHERE day = ?1");
    let others = Query::new("DELETE FROM back_ups WHERE day <> ?1");
    db.transaction(vec![done.bind(&day.to_string()).bind(now), others.bind(&day.to_string())]).await.map(drop)
}
