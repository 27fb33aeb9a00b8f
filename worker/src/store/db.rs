//! The only place that queries D1: binds parameters, maps errors, counts rows.

use std::borrow::Cow;
use std::cell::Cell;
use std::rc::Rc;

use domain::transient_fault::{Timeout, is_transient_in_database};

use js_sys::JSON;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;
use worker::{D1Database, D1PreparedStatement, D1Result, D1ResultMeta};

use crate::error::{Error, Result};
use crate::retry::{once, retry};

/// SQL that fails if a condition holds, which aborts the transaction with `Error::STALE`. SQLite has no other way to
/// fail on purpose outside of triggers.
macro_rules! stale_if {
    ($($condition:expr),+) => {
        concat!("SELECT CASE WHEN ", $($condition),+, " THEN json('stale') END")
    };
}
pub(in crate::store) use stale_if;

/// SQLite's message when [`stale_if`] fails. Unambiguous, because all JSON that we bind is valid.
const STALE: &str = "malformed JSON";

/// A statement with its parameters.
pub struct Query {
    sql: Cow<'static, str>,
    values: Vec<JsValue>,
    /// Names of the first values; empty if the SQL numbers them.
    names: Vec<&'static str>,
}

impl Query {
    /// Creates a query. Parameters are `?1`, `?2`, … in the order of the [`Query::bind`] calls, or `:name` as in the
    /// [`Query::named`] calls.
    #[must_use]
    pub fn new(sql: &'static str) -> Self {
        Self { sql: Cow::Borrowed(sql), values: Vec::new(), names: Vec::new() }
    }

    /// Creates a query from SQL built at run time out of schema names. Values must still be bound.
    #[must_use]
    pub fn from_sql(sql: String) -> Self {
        Self { sql: Cow::Owned(sql), values: Vec::new(), names: Vec::new() }
    }

    /// Aborts its transaction with [`Error::STALE`], unless the statement before it changed a row.
    #[must_use]
    pub fn abort_unless_changed() -> Self {
        Self::new(stale_if!("changes() = 0"))
    }

    /// Whether it only reads.
    fn is_read_only(&self) -> bool {
        self.sql.trim_start().starts_with("SELECT")
    }

    /// Adds the next parameter.
    #[must_use]
    pub fn bind(mut self, value: impl Parameter) -> Self {
        self.values.push(value.to_js());
        self
    }

    /// Adds the parameter `:name`.
    #[must_use]
    pub fn named(mut self, name: &'static str, value: impl Parameter) -> Self {
        self.names.push(name);
        self.bind(value)
    }

    /// The SQL with numbers for names: D1 knows only numbered parameters.
    fn numbered_sql(&self) -> Cow<'_, str> {
        if self.names.is_empty() {
            return Cow::Borrowed(&self.sql);
        }
        let mut parts = self.sql.split(':');
        let mut sql = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let (name, rest) =
                part.split_at(part.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(part.len()));
            match self.names.iter().position(|known| *known == name) {
                Some(index) => sql.push_str(&format!("?{}", index.saturating_add(1))),
                None => sql.extend([":", name]),
            }
            sql.push_str(rest);
        }
        Cow::Owned(sql)
    }
}

/// A value that can be bound. Integers travel as f64, which is exact below 2^53.
pub trait Parameter {
    /// Converts it to D1's type.
    fn to_js(&self) -> JsValue;
}

impl Parameter for &str {
    fn to_js(&self) -> JsValue {
        JsValue::from_str(self)
    }
}

impl Parameter for &String {
    fn to_js(&self) -> JsValue {
        JsValue::from_str(self)
    }
}

impl<T: Parameter> Parameter for Option<T> {
    fn to_js(&self) -> JsValue {
        self.as_ref().map_or(JsValue::NULL, Parameter::to_js)
    }
}

impl Parameter for bool {
    fn to_js(&self) -> JsValue {
        JsValue::from_f64(f64::from(u8::from(*self)))
    }
}

impl Parameter for i64 {
    #[allow(clippy::cast_precision_loss)] // times, sizes and counts stay below 2^53
    fn to_js(&self) -> JsValue {
        JsValue::from_f64(*self as f64)
    }
}

impl Parameter for u64 {
    #[allow(clippy::cast_precision_loss)] // sizes stay below 2^53
    fn to_js(&self) -> JsValue {
        JsValue::from_f64(*self as f64)
    }
}

impl Parameter for u32 {
    fn to_js(&self) -> JsValue {
        JsValue::from_f64(f64::from(*self))
    }
}

/// D1's answer to a query.
#[derive(Deserialize)]
struct Answer<T> {
    results: Vec<T>,
    meta: D1ResultMeta,
}

/// The database, counting what it reads and writes.
pub struct Db {
    inner: Rc<D1Database>,
    timeout: Timeout,
    rows_read: Cell<usize>,
    rows_written: Cell<usize>,
    queries: Cell<usize>,
}

impl Db {
    /// Wraps the binding. Each call waits at most `timeout`.
    #[must_use]
    pub fn new(inner: Rc<D1Database>, timeout: Timeout) -> Self {
        Self { inner, timeout, rows_read: Cell::new(0), rows_written: Cell::new(0), queries: Cell::new(0) }
    }

    /// Rows read and written so far, for the log line and the budgets.
    #[must_use]
    pub fn rows(&self) -> (usize, usize) {
        (self.rows_read.get(), self.rows_written.get())
    }

    /// Statements so far, counting each one of a transaction: the platform limits them per invocation.
    #[must_use]
    pub fn queries(&self) -> usize {
        self.queries.get()
    }

    fn prepare(&self, query: &Query) -> Result<D1PreparedStatement> {
        self.queries.set(self.queries.get().saturating_add(1));
        Ok(self.inner.prepare(&*query.numbered_sql()).bind(&query.values)?)
    }

    fn rows_changed(&self, result: &D1Result) -> Result<usize> {
        let Some(meta) = result.meta()? else { return Ok(0) };
        self.add(&meta);
        Ok(meta.changes.unwrap_or(0))
    }

    fn add(&self, meta: &D1ResultMeta) {
        self.rows_read.set(self.rows_read.get().saturating_add(meta.rows_read.unwrap_or(0)));
        self.rows_written.set(self.rows_written.get().saturating_add(meta.rows_written.unwrap_or(0)));
    }

    /// Returns all rows of a query. Retries read-only queries on transient database errors.
    pub async fn all<T: DeserializeOwned>(&self, query: Query) -> Result<Vec<T>> {
        let text = self.fetch_json(&query).await?;
        self.rows_of(&text)
    }

    /// Not inlined: it has more than a hundred instances, and inlining them makes the Worker 2 % larger after gzip.
    #[inline(never)]
    fn rows_of<T: DeserializeOwned>(&self, answer: &str) -> Result<Vec<T>> {
        let answer: Answer<T> = serde_json::from_str(answer)?;
        self.add(&answer.meta);
        Ok(answer.results)
    }

    /// Returns an answer as JSON.
    async fn fetch_json(&self, query: &Query) -> Result<String> {
        if query.is_read_only() {
            retry(self.timeout, async || self.fetch_json_once(query).await).await
        } else {
            once(self.timeout, self.fetch_json_once(query)).await
        }
    }

    async fn fetch_json_once(&self, query: &Query) -> Result<String> {
        let promise = self.prepare(query)?.inner().all().map_err(|e| failed(query, &e.into()))?;
        let answer = JsFuture::from(promise).await.map_err(|e| failed(query, &e.into()))?;
        // Crossing from JS once as text costs less than crossing for each column of each row.
        JSON::stringify(&answer).map(String::from).map_err(|e| failed(query, &e.into()))
    }

    /// Returns the first row.
    pub async fn first<T: DeserializeOwned>(&self, query: Query) -> Result<Option<T>> {
        Ok(self.all(query).await?.into_iter().next())
    }

    /// Whether a row exists.
    pub async fn has_row(&self, query: Query) -> Result<bool> {
        #[derive(Deserialize)]
        struct Row {}
        Ok(self.first::<Row>(query).await?.is_some())
    }

    /// Returns the column `count` of the only row.
    pub async fn count(&self, query: Query) -> Result<u32> {
        #[derive(Deserialize)]
        struct Row {
            count: u32,
        }
        Ok(self.first::<Row>(query).await?.map_or(0, |row| row.count))
    }

    /// Returns the column `id` of all rows.
    pub async fn ids(&self, query: Query) -> Result<Vec<String>> {
        #[derive(Deserialize)]
        struct Row {
            id: String,
        }
        Ok(self.all::<Row>(query).await?.into_iter().map(|row| row.id).collect())
    }

    /// Changes rows and returns their number. Never retries: after a retry the number would no longer say whether this call changed them.
    pub async fn change(&self, query: Query) -> Result<usize> {
        once(self.timeout, self.run(&query)).await
    }

    /// Makes an idempotent change. Retries transient database errors. Returns the row count of the attempt that was answered.
    pub async fn idempotent_change(&self, query: Query) -> Result<usize> {
        retry(self.timeout, async || self.run(&query).await).await
    }

    async fn run(&self, query: &Query) -> Result<usize> {
        let result = self.prepare(query)?.run().await.map_err(|e| failed(query, &e))?;
        self.rows_changed(&result)
    }

    /// Changes rows by several statements in one transaction and returns how many each changed. Never retries, like [`Db::change`].
    pub async fn transaction(&self, queries: Vec<Query>) -> Result<Vec<usize>> {
        once(self.timeout, self.batch(&queries)).await
    }

    /// Runs an idempotent transaction: its first statement must change nothing the second time. Retries transient
    /// database errors. If the answer of a committed attempt was lost, the result says that nothing changed.
    pub async fn idempotent_transaction(&self, queries: Vec<Query>) -> Result<Vec<usize>> {
        retry(self.timeout, async || self.batch(&queries).await).await
    }

    async fn batch(&self, queries: &[Query]) -> Result<Vec<usize>> {
        let statements = queries.iter().map(|q| self.prepare(q)).collect::<Result<Vec<_>>>()?;
        let results = self.inner.batch(statements).await.map_err(|e| fault(format!("transaction: {e}")))?;
        results.iter().map(|result| self.rows_changed(result)).collect()
    }
}

fn fault(cause: String) -> Error {
    if cause.contains(STALE) {
        Error::STALE
    } else if is_transient_in_database(&cause) {
        Error::Unavailable(cause)
    } else {
        Error::Internal(cause)
    }
}

/// Names the statement by its first words. Leaves the parameters out: they may be personal.
fn failed(query: &Query, error: &worker::Error) -> Error {
    let name: Vec<&str> = query.sql.split_whitespace().take(6).collect();
    fault(format!("{}: {error}", name.join(" ")))
}
