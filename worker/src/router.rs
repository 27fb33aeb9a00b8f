//! Finds a request's handler. `domain::routes` lists the routes, `domain::pages` the pages.

use domain::api::{
    admin, affiliate, auth, billing, client, clips, commission, drive, functions, health, operations, payments, payout,
    public, search, site, stripe_setup, transcripts, walls,
};
use domain::prerendered::RecordPage;
use domain::transport::Transport;
use domain::{pages, route_pattern, routes};
use worker::{Response, ResponseBuilder};

use crate::answer::{Answer, Empty};
use crate::app::App;
use crate::auth::guard::{
    AdminUser, AffiliateUser, AnyUser, ClientUser, FullUser, Operator, OwnPartner, PortalUser, SecondFactorUser,
};
use crate::auth::public_testimonial::PublicTestimonial;
use crate::auth::public_wall::PublicWall;
use crate::error::{Error, Result, refusal};
use crate::request::Request;
use crate::routes as handlers;
use crate::routes::public::page;
use crate::routes::public::upload;

/// A page has no such method.
fn method_not_allowed() -> Error {
    refusal!(405, "method_not_allowed", "This address does not support that method.")
        .with_header("allow", "GET, HEAD".to_owned())
}

/// A call by plain HTTP.
pub const HTTPS_REQUIRED: Error = refusal!(403, "https_required", "Please use https for this address.");

/// Calls a route's handler with the guard's value, the arguments and the parsed body.
macro_rules! call {
    ([$app:ident $request:ident] $access:ident($($argument:ident),*) body(json $body:ty) $($handler:tt)*) => {
        call!([$app $request] $access($($argument),*) [, $request.json::<$body>().await?] $($handler)*)
    };
    ([$app:ident $request:ident] $access:ident($($argument:ident),*) body($($other:tt)*) $($handler:tt)*) => {
        call!([$app $request] $access($($argument),*) [] $($handler)*)
    };
    ([$app:ident $request:ident] Anyone($($argument:ident),*) [$($body:tt)*] $($handler:tt)*) => {
        $($handler)*($app $(, argument!($request $argument))* $($body)*).await?
    };
    ([$app:ident $request:ident] LinkHolder($($argument:ident),*) [$($body:tt)*] $($handler:tt)*) => {
        $($handler)*($app $(, argument!($request $argument))* $($body)*).await?
    };
    ([$app:ident $request:ident] Published($testimonial:ident $(, $argument:ident)*) [$($body:tt)*] $($handler:tt)*) => {{
        let testimonial = PublicTestimonial::of($app, $testimonial).await?;
        $($handler)*($app, testimonial $(, argument!($request $argument))* $($body)*).await?
    }};
    ([$app:ident $request:ident] PublishedWall($wall:ident $(, $argument:ident)*) [$($body:tt)*] $($handler:tt)*) => {{
        let wall = PublicWall::of($app, $wall).await?;
        $($handler)*($app, wall $(, argument!($request $argument))* $($body)*).await?
    }};
    ([$app:ident $request:ident] Owner($client:ident $(, $argument:ident)*) [$($body:tt)*] $($handler:tt)*) => {
        owner!([$app $request] $client($($argument),*) [$($body)*] $($handler)*)
    };
    ([$app:ident $request:ident] $access:ident($($argument:ident),*) [$($body:tt)*] $($handler:tt)*) => {{
        let user = <guard!($access)>::of($app, $request).await?;
        $($handler)*($app, user $(, argument!($request $argument))* $($body)*).await?
    }};
}

/// Calls a handler for a client's owner. The first argument names the client, unless the handler reads it from the request.
macro_rules! owner {
    ([$app:ident $request:ident] request($($argument:ident),*) [$($body:tt)*] $($handler:tt)*) => {{
        let user = PortalUser::of($app, $request).await?;
        $($handler)*($app, user, $request $(, $argument)* $($body)*).await?
    }};
    ([$app:ident $request:ident] $client:ident($($argument:ident),*) [$($body:tt)*] $($handler:tt)*) => {{
        let user = ClientUser::of($app, $request, $client).await?;
        $($handler)*($app, user $(, argument!($request $argument))* $($body)*).await?
    }};
}

macro_rules! argument {
    ($request:ident request) => {
        $request
    };
    ($request:ident $argument:ident) => {
        $argument
    };
}

/// The guard of each access level.
macro_rules! guard {
    (Session) => {
        AnyUser
    };
    // The handler refuses everybody; signed-in users get its reason instead of `signed_out`.
    (Nobody) => {
        AnyUser
    };
    (SecondFactor) => {
        SecondFactorUser
    };
    (SignedIn) => {
        FullUser
    };
    (Partner) => {
        AffiliateUser
    };
    (PartnerAlone) => {
        OwnPartner
    };
    (Admin) => {
        AdminUser
    };
    (Operator) => {
        Operator
    };
}

/// Converts a handler's result to a response.
macro_rules! respond {
    (json $type:ty, $answer:expr) => {
        Answer::<$type>::into_response($answer)
    };
    (empty, $answer:expr) => {
        Answer::<Empty>::into_response($answer)
    };
    // The handler has created the response itself.
    ($kind:ident, $answer:expr) => {
        Ok($answer)
    };
}

macro_rules! router {
    ($($method:literal [$($segment:tt),*] $area:ident::$module:ident::$handler:ident($($argument:ident),*)
        $access:ident query[$($query:literal),*] body($($body:tt)*) answer($($answer:tt)*) $summary:literal;)*) => {
        /// Returns a route's pattern and answer. `None` if the route does not exist.
        async fn route_of(
            app: &App,
            request: &Request,
            method: &str,
            segments: &[&str],
        ) -> Option<(&'static str, Result<Response>)> {
            Some(match (method, segments) {
                $(($method, [$($segment),*]) => (
                    route_pattern!($($segment),*),
                    async {
                        let answer = call!([app request] $access($($argument),*) body($($body)*) handlers::$area::$module::$handler);
                        respond!($($answer)*, answer)
                    }.await,
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
        Transport::Refuse => return ("http://*", Err(HTTPS_REQUIRED)),
    }
    let path = request.path();
    // Ignores one trailing slash: the thank-you dialog returns to `/record/{slug}/`.
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
        (_, ["api" | "functions" | "webhooks", ..]) => ("/api/*", Err(Error::not_found("Address"))),
        ("GET", _) => app_page(app, request, path, &segments).await,
        _ => ("*", Err(method_not_allowed())),
    }
}

/// Redirects permanently to the same page on our own host over HTTPS. Never uses the request's host (INV45).
fn to_https(app: &App, request: &Request) -> Result<Response> {
    let address = format!("{}{}", app.config.public_origin, request.path_and_query());
    Ok(ResponseBuilder::new().with_status(301).with_header("location", &address)?.empty())
}

/// Matches record pages, before all other routes, because customers wait for them.
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
