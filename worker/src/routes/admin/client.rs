//! Clients for admins: list, export, details, status, slugs.

use domain::api::admin::{ClientChange, ClientPage, ClientRecord, ClientSummary, SlugAnswer, StatusChange};
use domain::client::{ClientSort, ClientStatus, SortOrder};
use domain::comparable::nfkc;
use domain::limits::{MAX_EXPORTED_ROWS, ROWS_PER_PAGE};
use domain::page::limit_plus_one;
use domain::plan::PlanType;
use domain::slug;
use serde_json::Value;
use worker::Response;

use crate::app::App;
use crate::auth::guard::AdminUser;
use crate::error::{Error, Result};
use crate::flows::clients::create_client::slug_problem;
use crate::flows::clients::edit_client;
use crate::flows::clients::free_slug;
use crate::request::Request;
use crate::routes::csv::csv_response;
use crate::store::clients::client::admin::{self as clients, Search};

fn search(request: &Request) -> Result<Search> {
    let sort = request.filter("sort", ClientSort::parse, "The list cannot be sorted by that.")?;
    let sort = sort.unwrap_or(ClientSort::Created);
    let order = request.filter("order", SortOrder::parse, "The order is asc or desc.")?;
    // Newest first by default.
    let default = if sort == ClientSort::Created { SortOrder::Descending } else { SortOrder::Ascending };
    let before = match request.search("before")?.as_str() {
        "" => None,
        cursor => Some(serde_json::from_str(cursor).map_err(|_| Error::malformed("There is no such page."))?),
    };
    Ok(Search {
        text: request.search("q")?,
        status: request.filter("status", ClientStatus::parse, "There is no such status.")?,
        plan: request.filter("plan", PlanType::parse, "There is no such plan.")?,
        sort,
        order: order.unwrap_or(default),
        before,
    })
}

pub async fn list(app: &App, _: AdminUser, request: &Request) -> Result<ClientPage> {
    let search = search(request)?;
    let mut found = clients::list(&app.db, &search, limit_plus_one(ROWS_PER_PAGE)).await?;
    let more = found.len() > ROWS_PER_PAGE;
    found.truncate(ROWS_PER_PAGE);
    // The list has several orders, so its cursor contains the sorted value instead of the time.
    let last = found.last().filter(|_| more).map(|last| {
        let value: Value = match search.sort {
            ClientSort::Created => last.created_at.into(),
            ClientSort::Company => last.company_name.clone().into(),
            ClientSort::Credits => last.credits_remaining.into(),
            ClientSort::Submissions => last.submissions_count.into(),
        };
        Value::from(vec![value, last.id.clone().into()]).to_string()
    });
    Ok(ClientPage { clients: found, next: last })
}

/// `GET /api/admin/clients.csv`, with the same filters.
pub async fn export(app: &App, _: AdminUser, request: &Request) -> Result<Response> {
    let found = clients::list(&app.db, &Search { before: None, ..search(request)? }, MAX_EXPORTED_ROWS).await?;
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
    let row = |client: &ClientSummary| {
        vec![
            client.company_name.clone(),
            client.contact_name.clone(),
            client.email.clone(),
            client.plan_type.as_str().to_owned(),
            client.status.as_str().to_owned(),
            client.custom_slug.clone(),
            client.credits_per_month.to_string(),
            if client.counts_credits { client.credits_remaining.to_string() } else { String::new() },
            if client.watermark_enabled { "yes" } else { "no" }.to_owned(),
            client.drive_link.clone().unwrap_or_default(),
            client.review_link_type.as_str().to_owned(),
            client.review_link_url.clone().unwrap_or_default(),
            client.submissions_count.to_string(),
            client.storage_bytes.to_string(),
        ]
    };
    csv_response("clients.csv", &head, found.iter().map(row))
}

pub async fn get(app: &App, _: AdminUser, id: &str) -> Result<ClientRecord> {
    clients::record(&app.db, id).await?.ok_or_else(|| Error::not_found("Client"))
}

pub async fn edit(app: &App, AdminUser(admin): AdminUser, id: &str, change: ClientChange) -> Result<ClientRecord> {
    edit_client::run(app, &admin, id, &change).await
}

/// `POST /api/admin/clients/{id}/status`: `active` becomes `suspended`, any other `active`.
pub async fn status(app: &App, AdminUser(admin): AdminUser, id: &str, change: StatusChange) -> Result<ClientRecord> {
    if !matches!(change.status, ClientStatus::Active | ClientStatus::Suspended) {
        return Err(Error::malformed("The status is active or suspended."));
    }
    let field =
        |status: ClientStatus| std::collections::BTreeMap::from([("status".to_owned(), Value::from(status.as_str()))]);
    let change = ClientChange { changed: field(change.status), loaded: field(change.loaded), credit_adjustment: None };
    edit_client::run(app, &admin, id, &change).await
}

/// `GET /api/admin/slug?company=…` or `?slug=…&client=…`
pub async fn slug(app: &App, _: AdminUser, request: &Request) -> Result<SlugAnswer> {
    let own = request.text_query("client")?.unwrap_or_default();
    let answer = match request.text_query("slug")? {
        Some(typed) => {
            let typed = nfkc(&typed).trim().to_lowercase();
            let problem = match slug::problem(&typed) {
                Some(problem) => Some(problem),
                None => slug_problem(clients::slug_taken(&app.db, &typed, &own).await?),
            };
            SlugAnswer { slug: typed, problem: problem.map(str::to_owned) }
        }
        None => {
            let slug = free_slug::run(app, &request.text_query("company")?.unwrap_or_default(), "").await?;
            SlugAnswer { slug, problem: None }
        }
    };
    Ok(answer)
}
