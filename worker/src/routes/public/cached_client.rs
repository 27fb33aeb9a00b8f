//! What is public about a client, kept at the edge for a day: its record page opens although the database stalls.

use std::cell::RefCell;
use std::collections::BTreeMap;

use domain::api::public::PublicClient;
use domain::retention::{CACHED_CLIENT_MS, HOUR_MS};
use serde::{Deserialize, Serialize};
use worker::{Cache, ResponseBuilder};

use crate::app::App;
use crate::error::Result;
use crate::log;

/// How many pages an isolate remembers to have kept.
const REMEMBERED: usize = 1_000;

/// A client, if there is one, and where its support link leads.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Known {
    pub client: Option<PublicClient>,
    pub support_url: Option<String>,
}

thread_local! {
    /// When this isolate has last kept what, by page.
    static KEPT: RefCell<BTreeMap<String, (i64, Known)>> = const { RefCell::new(BTreeMap::new()) };
}

/// Asks the database; where it cannot answer for a moment, what it last answered for this page stands in. Says whether it does.
///
/// # Errors
/// Those of `asked`, for a page that nothing was kept of.
pub async fn or_cached(
    app: &App,
    page: &str,
    asked: impl Future<Output = Result<(Option<PublicClient>, Option<String>)>>,
) -> Result<(Known, bool)> {
    let error = match asked.await {
        Ok((client, support_url)) => {
            let known = Known { client, support_url };
            keep(app, page, &known);
            return Ok((known, false));
        }
        Err(error) => error,
    };
    match recall(app, page).await.filter(|_| error.is_transient()) {
        Some(known) => Ok((known, true)),
        None => Err(error),
    }
}

/// Keeps an answer once the request has been answered: at most once an hour in each isolate, unless it has changed.
fn keep(app: &App, page: &str, known: &Known) {
    let is_kept = KEPT.with_borrow(|kept| {
        kept.get(page).is_some_and(|(at, what)| what == known && app.now.saturating_sub(*at) < HOUR_MS)
    });
    // Of a page that was never there nothing was kept.
    if is_kept || (known.client.is_none() && !KEPT.with_borrow(|kept| kept.contains_key(page))) {
        return;
    }
    KEPT.with_borrow_mut(|kept| {
        if kept.len() >= REMEMBERED {
            kept.clear();
        }
        kept.insert(page.to_owned(), (app.now, known.clone()));
    });
    let (address, known) = (address(app, page), known.clone());
    app.finish_later(async move {
        let done = if known.client.is_some() { put(&address, &known).await } else { forget(&address).await };
        if let Err(error) = done {
            log::warning("keep_client", &error.to_string());
        }
    });
}

async fn put(address: &str, known: &Known) -> worker::Result<()> {
    let response = ResponseBuilder::new()
        .with_header("content-type", "application/json")?
        .with_header("cache-control", &format!("max-age={}", CACHED_CLIENT_MS / 1000))?
        .from_json(known)?;
    Cache::default().put(address, response).await
}

/// A client that is gone stands in for nothing.
async fn forget(address: &str) -> worker::Result<()> {
    Cache::default().delete(address, false).await.map(drop)
}

async fn recall(app: &App, page: &str) -> Option<Known> {
    let mut found = Cache::default().get(address(app, page), false).await.ok()??;
    found.json().await.ok()
}

/// The name it is kept by. No route has this address.
fn address(app: &App, page: &str) -> String {
    format!("{}/cached-client/{page}", app.config.public_origin)
}
