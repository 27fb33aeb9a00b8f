//! The mailing list before the launch.

use domain::api::admin::RetryResult;
use domain::api::site::{SignUpPage, SignUpSummary};
use domain::sign_up::SignUpStatus;
use worker::Response;

use crate::answer::Empty;
use crate::app::App;
use crate::auth::guard::AdminUser;
use crate::error::Result;
use crate::flows::platform::{delete_sign_ups, subscribe};
use crate::request::Request;
use crate::routes::csv::csv_response;
use crate::store::identity::session::CurrentSession;
use crate::store::platform::sign_up::{self, Search};

fn search(request: &Request) -> Result<Search> {
    let status = request.filter("status", SignUpStatus::parse, "There is no such status.")?;
    Ok(Search { text: request.search("q")?, status })
}

pub async fn list(app: &App, _: AdminUser, request: &Request) -> Result<SignUpPage> {
    let page = sign_up::page(&app.db, &search(request)?, request.before()?.as_ref()).await?;
    Ok(SignUpPage { next: page.next_text(), sign_ups: page.rows })
}

/// `GET /api/admin/sign-ups.csv`, with the same filters.
pub async fn export(app: &App, _: AdminUser, request: &Request) -> Result<Response> {
    let found = sign_up::all(&app.db, &search(request)?).await?;
    let head = ["email", "first name", "surname", "company", "status", "signed up", "confirmed"];
    let row = |one: &SignUpSummary| {
        vec![
            one.email.clone(),
            one.first_name.clone(),
            one.surname.clone(),
            one.company.clone(),
            one.status.as_str().to_owned(),
            iso(one.created_at),
            one.confirmed_at.map(iso).unwrap_or_default(),
        ]
    };
    csv_response("sign-ups.csv", &head, found.iter().map(row))
}

pub async fn retry(app: &App, AdminUser(admin): AdminUser, id: &str) -> Result<RetryResult> {
    retry_failed(app, &admin, Some(id)).await
}

pub async fn retry_all(app: &App, AdminUser(admin): AdminUser) -> Result<RetryResult> {
    retry_failed(app, &admin, None).await
}

async fn retry_failed(app: &App, admin: &CurrentSession, id: Option<&str>) -> Result<RetryResult> {
    let queued = subscribe::retry(app, admin, id).await?;
    Ok(RetryResult { queued, left: sign_up::failed(&app.db).await? })
}

pub async fn delete(app: &App, AdminUser(admin): AdminUser, id: &str) -> Result<Empty> {
    delete_sign_ups::run(app, &admin, id).await?;
    Ok(Empty {})
}

/// UTC, `yyyy-MM-ddTHH:mm:ss.SSSZ`.
#[allow(clippy::cast_precision_loss)] // milliseconds since 1970 fit
fn iso(at: i64) -> String {
    js_sys::Date::new(&wasm_bindgen::JsValue::from_f64(at as f64)).to_iso_string().into()
}
