//! The only place that talks to D1: one bind helper, one error mapper, a count of rows.

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

/// An expression that fails where a condition holds, and with it the whole transaction: `Error::Stale`. SQLite has no other
/// way to fail on purpose outside of triggers.
macro_rules! stale_if {
    ($($condition:expr),+) => {
        concat!("SELECT CASE WHEN ", $($condition),+, " THEN json('stale') END")
    };
}
pub(in crate::store) use stale_if;

/// The message of SQLite for the failure of [`stale_if`]. All JSON that we bind is valid.
const STALE: &str = "malformed JSON";

/// A statement with its parameters.
pub struct Query(Cow<'static, str>, Vec<JsValue>);

impl Query {
    /// Begins a query. Parameters are `?1`, `?2`, … in the order of the calls of [`Query::bind`].
    #[must_use]
    pub fn new(sql: &'static str) -> Self {
        Self(Cow::Borrowed(sql), Vec::new())
    }

    /// The same with a text that is put together of names in the schema. Values are parameters here too.
    #[must_use]
    pub fn composed(sql: String) -> Self {
        Self(Cow::Owned(sql), Vec::new())
    }

    /// Aborts its transaction with [`Error::Stale`], unless the statement before it changed a row.
    #[must_use]
    pub fn abort_unless_changed() -> Self {
        Self::new(stale_if!("changes() = 0"))
    }

    /// Whether it changes nothing.
    fn only_reads(&self) -> bool {
        self.0.trim_start().starts_with("SELECT")
    }

    /// Adds the next parameter.
    #[must_use]
    pub fn bind(mut self, value: impl Parameter) -> Self {
        self.1.push(value.to_js());
        self
    }
}

/// What can be bound. Integers travel as f64, which is exact below 2^53.
pub trait Parameter {
    /// The value as D1 takes it.
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

/// What D1 answers a query with.
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
    /// Wraps the binding. No question is waited for longer than `timeout`.
    #[must_use]
    pub fn new(inner: Rc<D1Database>, timeout: Timeout) -> Self {
        Self { inner, timeout, rows_read: Cell::new(0), rows_written: Cell::new(0), queries: Cell::new(0) }
    }

    /// Rows read and written so far, for the log line and the budgets.
    #[must_use]
    pub fn rows(&self) -> (usize, usize) {
        (self.rows_read.get(), self.rows_written.get())
    }

    /// Statements so far, each one of a transaction too: the platform lets an invocation make a limited number of them.
    #[must_use]
    pub fn queries(&self) -> usize {
        self.queries.get()
    }

    fn prepare(&self, query: &Query) -> Result<D1PreparedStatement> {
        self.queries.set(self.queries.get().saturating_add(1));
        Ok(self.inner.prepare(&*query.0).bind(&query.1)?)
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

    /// All rows of a query. One that only reads is asked again where the database could not answer for a moment.
    pub async fn all<T: DeserializeOwned>(&self, query: Query) -> Result<Vec<T>> {
        let text = self.answer(&query).await?;
        self.rows_of(&text)
    }

    /// Monomorphised for each of more than a hundred types of row; inlined into their callers as well it would make the Worker larger by
    /// 2 % after gzip.
    #[inline(never)]
    fn rows_of<T: DeserializeOwned>(&self, answer: &str) -> Result<Vec<T>> {
        let answer: Answer<T> = serde_json::from_str(answer)?;
        self.add(&answer.meta);
        Ok(answer.results)
    }

    /// An answer as JSON.
    async fn answer(&self, query: &Query) -> Result<String> {
        if query.only_reads() {
            retry(self.timeout, async || self.ask(query).await).await
        } else {
            once(self.timeout, self.ask(query)).await
        }
    }

    async fn ask(&self, query: &Query) -> Result<String> {
        let promise = self.prepare(query)?.inner().all().map_err(|e| failed(query, &e.into()))?;
        let answer = JsFuture::from(promise).await.map_err(|e| failed(query, &e.into()))?;
        // One crossing as text costs less than one for each column of each row.
        JSON::stringify(&answer).map(String::from).map_err(|e| failed(query, &e.into()))
    }

    /// The first row, if there is one.
    pub async fn first<T: DeserializeOwned>(&self, query: Query) -> Result<Option<T>> {
        Ok(self.all(query).await?.into_iter().next())
    }

    /// Whether there is a row.
    pub async fn has_row(&self, query: Query) -> Result<bool> {
        #[derive(Deserialize)]
        struct Row {}
        Ok(self.first::<Row>(query).await?.is_some())
    }

    /// The column `count` of the only row.
    pub async fn count(&self, query: Query) -> Result<u32> {
        #[derive(Deserialize)]
        struct Row {
            count: u32,
        }
        Ok(self.first::<Row>(query).await?.map_or(0, |row| row.count))
    }

    /// The column `id` of all rows.
    pub async fn ids(&self, query: Query) -> Result<Vec<String>> {
        #[derive(Deserialize)]
        struct Row {
            id: String,
        }
        Ok(self.all::<Row>(query).await?.into_iter().map(|row| row.id).collect())
    }

    /// Changes rows and says how many. It is tried once: the number says whether it was this call that changed them, which a second try
    /// could not tell.
    pub async fn change(&self, query: Query) -> Result<usize> {
        once(self.timeout, self.run(&query)).await
    }

    /// Makes a change that comes to the same when it is made twice: it is tried again where the database could not answer for a moment. The
    /// number of rows is that of the try which was answered.
    pub async fn idempotent_change(&self, query: Query) -> Result<usize> {
        retry(self.timeout, async || self.run(&query).await).await
    }

    async fn run(&self, query: &Query) -> Result<usize> {
        let result = self.prepare(query)?.run().await.map_err(|e| failed(query, &e))?;
        self.rows_changed(&result)
    }

    /// Changes rows by several statements in one transaction and says how many each changed. It is tried once, as [`Db::change`] is.
    pub async fn transaction(&self, queries: Vec<Query>) -> Result<Vec<usize>> {
        once(self.timeout, self.batch(&queries)).await
    }

    /// The same for statements that change nothing the second time, because the first of them asks for that: it is tried again where the
    /// database could not answer for a moment. Where an answer was lost that had been carried out, it says that nothing was changed.
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
        Error::Stale
    } else if is_transient_in_database(&cause) {
        Error::Unavailable(cause)
    } else {
        Error::Internal(cause)
    }
}

/// Names the statement by its first words; never its parameters, which may be personal.
fn failed(query: &Query, error: &worker::Error) -> Error {
    let name: Vec<&str> = query.0.split_whitespace().take(6).collect();
    fault(format!("{}: {error}", name.join(" ")))
}
