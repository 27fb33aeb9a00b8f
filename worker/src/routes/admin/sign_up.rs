//! The mailing list before the launch.

use domain::api::admin::Retried;
use domain::api::site::SignUpPage;
use domain::csv;
use worker::{Response, ResponseBuilder};

use crate::app::App;
use crate::auth::guard::AdminUser;
use crate::error::{Error, Result};
use crate::flows::{forget_sign_ups, subscribe};
use crate::request::Request;
use crate::store::place::Place;
use crate::store::sign_up::{self, Search};

fn search(request: &Request) -> Result<Search> {
    let text = |name| Ok::<_, Error>(request.text_query(name)?.unwrap_or_default());
    let state = text("state")?;
    if !matches!(state.as_str(), "" | "waiting" | "asked" | "handed_on" | "confirmed" | "failed") {
        return Err(Error::Malformed("There is no such state."));
    }
    Ok(Search { text: text("q")?, state })
}

/// `GET /api/admin/sign-ups?q=…&state=…&before=…`
pub async fn list(app: &App, request: &Request) -> Result<Response> {
    AdminUser::of(app, request).await?;
    let (sign_ups, next) = sign_up::page(&app.db, &search(request)?, Place::of(request)?.as_ref()).await?;
    Ok(Response::from_json(&SignUpPage { sign_ups, next: next.map(|place| place.text()) })?)
}

/// `GET /api/admin/sign-ups.csv`, with the same filters.
pub async fn export(app: &App, request: &Request) -> Result<Response> {
    AdminUser::of(app, request).await?;
    let found = sign_up::all(&app.db, &search(request)?).await?;
    let mut text = csv::head(&["email", "first name", "surname", "company", "state", "signed up", "confirmed"]);
    for one in &found {
        let confirmed = one.confirmed_at.map(iso).unwrap_or_default();
        text.push_str(&csv::line(&[
            &one.email,
            &one.first_name,
            &one.surname,
            &one.company,
            &one.state,
            &iso(one.created_at),
            &confirmed,
        ]));
    }
    Ok(ResponseBuilder::new()
        .with_header("content-type", "text/csv; charset=utf-8")?
        .with_header("content-disposition", "attachment; filename=\"sign-ups.csv\"")?
        .fixed(text.into_bytes()))
}

/// `POST /api/admin/sign-ups/{id}/retry`, and with no id `POST /api/admin/sign-ups/retry-all`
pub async fn retry(app: &App, request: &Request, id: Option<&str>) -> Result<Response> {
    let AdminUser(admin) = AdminUser::of(app, request).await?;
    let queued = subscribe::retry(app, &admin, id).await?;
    Ok(Response::from_json(&Retried { queued, left: sign_up::failed(&app.db).await? })?)
}

/// `DELETE /api/admin/sign-ups/{id}`: forgets one, with its mails.
pub async fn delete(app: &App, request: &Request, id: &str) -> Result<Response> {
    let AdminUser(admin) = AdminUser::of(app, request).await?;
    forget_sign_ups::run(app, &admin, id).await?;
    Ok(Response::from_json(&serde_json::Map::new())?)
}

/// UTC, `yyyy-MM-ddTHH:mm:ss.SSSZ`.
#[allow(clippy::cast_precision_loss)] // milliseconds since 1970 fit
fn iso(at: i64) -> String {
    js_sys::Date::new(&wasm_bindgen::JsValue::from_f64(at as f64)).to_iso_string().into()
}
