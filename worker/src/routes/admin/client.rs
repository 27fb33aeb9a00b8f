//! Clients, for admins: the table, its export, one of them, its status, slugs.

use domain::api::admin::{ClientChange, ClientPage, SlugAnswer, StatusChange};
use domain::{csv, slug};
use serde_json::Value;
use worker::{Response, ResponseBuilder};

use crate::app::App;
use crate::auth::guard::AdminUser;
use crate::error::{Error, Result};
use crate::flows::create_client::slug_problem;
use crate::flows::edit_client;
use crate::request::Request;
use crate::store::client::admin::{self as clients, Search, Sort};

/// How many clients a page holds.
const PAGE: usize = 50;
/// More than anybody has.
const EXPORT_MOST: u32 = 100_000;
/// How many endings are tried for a slug that is taken.
const ENDINGS: u32 = 20;

fn search(request: &Request) -> Result<Search> {
    let text = |name| Ok::<_, Error>(request.text_query(name)?.unwrap_or_default());
    let sort = match text("sort")?.as_str() {
        "" | "created_at" => Sort::Created,
        "company_name" => Sort::Company,
        "credits_remaining" => Sort::Credits,
        "submissions_count" => Sort::Submissions,
        _ => return Err(Error::Malformed("The list cannot be sorted by that.")),
    };
    let descending = match text("order")?.as_str() {
        "" => sort == Sort::Created,
        "asc" => false,
        "desc" => true,
        _ => return Err(Error::Malformed("The order is asc or desc.")),
    };
    let before = match text("before")? {
        none if none.is_empty() => None,
        place => Some(serde_json::from_str(&place).map_err(|_| Error::Malformed("There is no such page."))?),
    };
    Ok(Search { text: text("q")?, status: text("status")?, plan: text("plan")?, sort, descending, before })
}

/// `GET /api/admin/clients?q=…&status=…&plan=…&sort=…&order=…&before=…`
pub async fn list(app: &App, request: &Request) -> Result<Response> {
    AdminUser::of(app, request).await?;
    let search = search(request)?;
    // One more than the page holds tells whether there is another page.
    let mut found = clients::list(&app.db, &search, u32::try_from(PAGE).unwrap_or(u32::MAX).saturating_add(1)).await?;
    let more = found.len() > PAGE;
    found.truncate(PAGE);
    let last = found.last().filter(|_| more).map(|last| {
        let value: Value = match search.sort {
            Sort::Created => last.created_at.into(),
            Sort::Company => last.company_name.clone().into(),
            Sort::Credits => last.credits_remaining.into(),
            Sort::Submissions => last.submissions_count.into(),
        };
        Value::from(vec![value, last.id.clone().into()]).to_string()
    });
    Ok(Response::from_json(&ClientPage { clients: found, next: last })?)
}

/// `GET /api/admin/clients.csv`, with the same filters.
pub async fn export(app: &App, request: &Request) -> Result<Response> {
    AdminUser::of(app, request).await?;
    let found = clients::list(&app.db, &Search { before: None, ..search(request)? }, EXPORT_MOST).await?;
    let head = [
        "company name",
        "contact name",
        "email",
        "plan type",
        "status",
        "custom slug",
        "credits per month",
        "credits remaining",
        "watermark",
        "drive link",
        "review link type",
        "review link",
        "submissions",
        "storage bytes",
    ];
    let mut text = csv::head(&head);
    for client in &found {
        text.push_str(&csv::line(&[
            &client.company_name,
            &client.contact_name,
            &client.email,
            &client.plan_type,
            &client.status,
            &client.custom_slug,
            &client.credits_per_month.to_string(),
            &client.credits_remaining.to_string(),
            if client.watermark_enabled { "yes" } else { "no" },
            client.drive_link.as_deref().unwrap_or_default(),
            &client.review_link_type,
            client.review_link_url.as_deref().unwrap_or_default(),
            &client.submissions_count.to_string(),
            &client.storage_bytes.to_string(),
        ]));
    }
    Ok(ResponseBuilder::new()
        .with_header("content-type", "text/csv; charset=utf-8")?
        .with_header("content-disposition", "attachment; filename=\"clients.csv\"")?
        .fixed(text.into_bytes()))
}

/// `GET /api/admin/clients/{id}`
pub async fn get(app: &App, request: &Request, id: &str) -> Result<Response> {
    AdminUser::of(app, request).await?;
    Ok(Response::from_json(&clients::record(&app.db, id).await?.ok_or(Error::NotFound("Client"))?)?)
}

/// `PATCH /api/admin/clients/{id}`
pub async fn edit(app: &App, request: &Request, id: &str) -> Result<Response> {
    let AdminUser(admin) = AdminUser::of(app, request).await?;
    let change: ClientChange = request.json().await?;
    Ok(Response::from_json(&edit_client::run(app, &admin, id, &change).await?)?)
}

/// `POST /api/admin/clients/{id}/status`: `active` becomes `suspended`, any other `active`.
pub async fn status(app: &App, request: &Request, id: &str) -> Result<Response> {
    let AdminUser(admin) = AdminUser::of(app, request).await?;
    let change: StatusChange = request.json().await?;
    if !matches!(change.status.as_str(), "active" | "suspended") {
        return Err(Error::Malformed("The status is active or suspended."));
    }
    let field = |value: String| std::collections::BTreeMap::from([("status".to_owned(), Value::from(value))]);
    let change = ClientChange { changed: field(change.status), loaded: field(change.loaded), credit_adjustment: None };
    Ok(Response::from_json(&edit_client::run(app, &admin, id, &change).await?)?)
}

/// `GET /api/admin/slug?company=…` or `?slug=…&client=…`
pub async fn slug(app: &App, request: &Request) -> Result<Response> {
    AdminUser::of(app, request).await?;
    let own = request.text_query("client")?.unwrap_or_default();
    let answer = match request.text_query("slug")? {
        Some(typed) => {
            let typed = typed.trim().to_lowercase();
            let problem = match slug::problem(&typed) {
                Some(problem) => Some(problem),
                None => slug_problem(clients::slug_taken(&app.db, &typed, &own).await?),
            };
            SlugAnswer { slug: typed, problem: problem.map(str::to_owned) }
        }
        None => suggest(app, &request.text_query("company")?.unwrap_or_default()).await?,
    };
    Ok(Response::from_json(&answer)?)
}

/// The company's name as a slug, with a number behind it where that is taken.
async fn suggest(app: &App, company: &str) -> Result<SlugAnswer> {
    let plain = slug::suggestion(company);
    let mut candidate = plain.clone();
    for ending in 2..ENDINGS {
        if clients::slug_taken(&app.db, &candidate, "").await?.is_none() {
            break;
        }
        candidate = format!("{plain}-{ending}");
    }
    Ok(SlugAnswer { slug: candidate, problem: None })
}
