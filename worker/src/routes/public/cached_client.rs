//! Caches a client's public data at the edge for a day, so that its record page opens while the database is unavailable.

use std::cell::RefCell;
use std::collections::BTreeMap;

use domain::api::public::PublicClient;
use domain::retention::{CACHED_CLIENT_MS, HOUR_MS};
use serde::{Deserialize, Serialize};
use worker::{Cache, ResponseBuilder};

use crate::app::App;
use crate::error::Result;
use crate::log;

/// Pages per isolate whose caching is remembered.
const MAX_CACHED: usize = 1_000;

/// A client, if it exists, and its support link.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CachedClient {
    pub client: Option<PublicClient>,
    pub support_url: Option<String>,
}

thread_local! {
    /// Time and content of this isolate's last caching, by page.
    static CACHED: RefCell<BTreeMap<String, (i64, CachedClient)>> = const { RefCell::new(BTreeMap::new()) };
}

/// Queries the database and falls back to the cache on a transient error. Returns whether it did.
///
/// # Errors
/// Those of `query`, if nothing is cached for the page.
pub async fn or_cached(
    app: &App,
    page: &str,
    query: impl Future<Output = Result<(Option<PublicClient>, Option<String>)>>,
) -> Result<(CachedClient, bool)> {
    let error = match query.await {
        Ok((client, support_url)) => {
            let known = CachedClient { client, support_url };
            cache_later(app, page, &known);
            return Ok((known, false));
        }
        Err(error) => error,
    };
    match get(app, page).await.filter(|_| error.is_transient()) {
        Some(known) => Ok((known, true)),
        None => Err(error),
    }
}

/// Caches an answer after the request was answered: at most once an hour per isolate, unless it has changed.
fn cache_later(app: &App, page: &str, known: &CachedClient) {
    let is_kept = CACHED.with_borrow(|cached| {
        cached.get(page).is_some_and(|(at, what)| what == known && app.now.saturating_sub(*at) < HOUR_MS)
    });
    // Nothing was cached for a page that never existed.
    if is_kept || (known.client.is_none() && !CACHED.with_borrow(|cached| cached.contains_key(page))) {
        return;
    }
    CACHED.with_borrow_mut(|cached| {
        if cached.len() >= MAX_CACHED {
            cached.clear();
        }
        cached.insert(page.to_owned(), (app.now, known.clone()));
    });
    let (address, known) = (address(app, page), known.clone());
    app.wait_until(async move {
        let done = if known.client.is_some() { put(&address, &known).await } else { delete(&address).await };
        if let Err(error) = done {
            log::warning("keep_client", &error.to_string());
        }
    });
}

async fn put(address: &str, known: &CachedClient) -> worker::Result<()> {
    let response = ResponseBuilder::new()
        .with_header("content-type", "application/json")?
        .with_header("cache-control", &format!("max-age={}", CACHED_CLIENT_MS / 1000))?
        .from_json(known)?;
    Cache::default().put(address, response).await
}

/// Deletes the cached data of a client that no longer exists.
async fn delete(address: &str) -> worker::Result<()> {
    Cache::default().delete(address, false).await.map(drop)
}

async fn get(app: &App, page: &str) -> Option<CachedClient> {
    let mut found = Cache::default().get(address(app, page), false).await.ok()??;
    found.json().await.ok()
}

/// Cache key. No route has this URL.
fn address(app: &App, page: &str) -> String {
    format!("{}/cached-client/{page}", app.config.public_origin)
}
