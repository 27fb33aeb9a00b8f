//! Finds the handler of a request. The routes are listed in `domain::routes`, the pages in `domain::pages`.

use domain::prerendered::RecordPage;
use domain::transport::Transport;
use domain::{pages, route_pattern, routes};
use worker::{Response, ResponseBuilder};

use crate::app::App;
use crate::error::{Error, Result};
use crate::request::Request;
use crate::routes as handlers;
use crate::routes::public::page;
use crate::routes::public::upload;

macro_rules! router {
    ($($method:literal [$($segment:tt),*] $area:ident::$module:ident::$handler:ident($($argument:ident),*)
        $access:ident query[$($query:literal),*] body($($body:tt)*) answer($($answer:tt)*) $summary:literal;)*) => {
        /// The answer of a route with its pattern; `None` where there is no such route.
        async fn route_of(
            app: &App,
            request: &Request,
            method: &str,
            segments: &[&str],
        ) -> Option<(&'static str, Result<Response>)> {
            Some(match (method, segments) {
                $(($method, [$($segment),*]) => (
                    route_pattern!($($segment),*),
                    handlers::$area::$module::$handler(app, request $(, $argument)*).await,
                ),)*
                _ => return None,
            })
        }
    };
}
routes!(router);

/// Answers a request. The first part is the route's pattern, for the log.
pub async fn route(app: &App, request: &Request) -> (&'static str, Result<Response>) {
    match Transport::of(&app.config.public_origin, request.url(), request.method()) {
        Transport::Allow => {}
        Transport::Redirect => return ("http://*", to_https(app, request)),
        Transport::Refuse => return ("http://*", Err(Error::PlainHttp)),
    }
    let path = request.path();
    // One trailing slash is the same page: the thank-you dialog returns to `/record/{slug}/`.
    let path = path.strip_suffix('/').unwrap_or(path);
    let segments: Vec<&str> = path.strip_prefix('/').unwrap_or(path).split('/').collect();
    let method = match request.method() {
        "HEAD" if !upload::is_upload(&segments) => "GET",
        method => method,
    };
    if method == "GET"
        && let Some(answer) = record_page(app, &segments).await
    {
        return answer;
    }
    if let Some(answer) = route_of(app, request, method, &segments).await {
        return answer;
    }
    match (method, segments.as_slice()) {
        (_, ["api" | "functions" | "webhooks", ..]) => ("/api/*", Err(Error::NotFound("Address"))),
        ("GET", _) => app_page(app, request, path, &segments).await,
        _ => ("*", Err(Error::MethodNotAllowed)),
    }
}

/// The same page of our own host by TLS, for good. The host is never the request's (INV45).
fn to_https(app: &App, request: &Request) -> Result<Response> {
    let address = format!("{}{}", app.config.public_origin, request.path_and_query());
    Ok(ResponseBuilder::new().with_status(301).with_header("location", &address)?.empty())
}

/// The record pages come first: they are what customers wait for.
async fn record_page(app: &App, segments: &[&str]) -> Option<(&'static str, Result<Response>)> {
    match segments {
        ["record", slug] => Some((pages::RECORD.path, page::record(app, slug, RecordPage::Invitation).await)),
        ["record", slug, "video"] => Some((pages::RECORD_VIDEO.path, page::record(app, slug, RecordPage::Video).await)),
        _ => None,
    }
}

async fn app_page(app: &App, request: &Request, path: &str, segments: &[&str]) -> (&'static str, Result<Response>) {
    match segments {
        [""] => (pages::HOME.path, page::home(app).await),
        ["client", _] => (pages::CLIENT_BY_SLUG.path, page::titled(app, &pages::CLIENT_BY_SLUG, "").await),
        _ => match (pages::find(path), segments) {
            (Some(found), _) => (found.path, page::titled(app, found, request.path_and_query()).await),
            (None, [name]) => (pages::BRANDED.path, page::branded(app, name).await),
            (None, _) => ("*", page::not_found(app).await),
        },
    }
}
