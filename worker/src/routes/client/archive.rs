//! A client's data as ZIP files.

use domain::api::client::Archive;
use domain::audit::AuditAction;
use domain::date::date_of;
use domain::etag;
use domain::limits::MAX_SELECTED;
use domain::transient_fault::Timeout;
use worker::{Response, ResponseBody, ResponseBuilder};

use crate::app::App;
use crate::auth::guard::ClientUser;
use crate::error::{BODY_LOST, Error, Result};
use crate::files::Outlet;
use crate::flows::submissions::archive_submissions::{self, Extent};
use crate::log;
use crate::request::Request;
use crate::routes::byte_range::{self, ByteRange};
use crate::routes::video::{Disposition, content_disposition};
use crate::store::platform::audit::Entry;
use crate::store::submissions::submission::archive;

/// `GET /api/client/{client}/archive`.
pub async fn get(app: &App, ClientUser { client_id, .. }: ClientUser) -> Result<Archive> {
    let parts = archive::parts(&app.db, &client_id, app.now).await?;
    Ok(Archive { until: app.now, parts })
}

/// `GET /api/client/{client}/archive.zip?until=…&part=…`, or with `ids=…` separated by commas. Supports ranges.
pub async fn download(app: &App, user: ClientUser, request: &Request) -> Result<Response> {
    let extent = extent(request)?;
    // A selection's time is from the browser's clock, which may be ahead.
    let until = number(request, "until")?.map(|until| match extent {
        Extent::Selected(_) => until.min(app.now),
        Extent::Part(_) => until,
    });
    let until = until.filter(|until| *until <= app.now);
    let until = until.ok_or_else(|| Error::malformed("Please send the time that the list of parts came with."))?;
    let plan = archive_submissions::plan(app, &user.client_id, until, &extent).await?;
    let plan = plan.ok_or_else(|| Error::not_found("Part"))?;
    if let Some(admin) = user.user.admin() {
        let entry = Entry::without_fields(AuditAction::ArchiveDownload, &user.client_id, &user.company_name);
        app.db.idempotent_change(entry.query_once_an_hour(admin, app.now)).await?;
    }

    let size = plan.size();
    // A range of changed data would not match the part the browser already has.
    let is_same = request.header("if-range").is_none_or(|known| etag::is_same(&known, &plan.etag));
    let wanted = byte_range::parse(request.header("range").filter(|_| is_same).as_deref(), size)?;
    let (offset, length) = wanted.run(size);
    let part = match extent {
        Extent::Part(part) => format!(" part {}", part.saturating_add(1)),
        Extent::Selected(_) => String::new(),
    };
    let name = format!("{} testimonials {}{part}.zip", user.company_name, date_of(until));
    let answer = ResponseBuilder::new()
        .with_header("content-type", "application/zip")?
        .with_header("content-disposition", &content_disposition(&name, Disposition::Attachment))?
        .with_header("accept-ranges", "bytes")?
        .with_header("etag", &plan.etag)?
        .with_header("cache-control", "private, no-store")?
        .with_header("content-length", &length.to_string())?;
    let answer = match wanted {
        ByteRange::All => answer,
        ByteRange::Part(..) => {
            answer.with_status(206).with_header("content-range", &byte_range::content_range(offset, length, size))?
        }
    };
    if request.is_head() {
        return Ok(answer.empty());
    }
    let (body, outlet) = Outlet::new(length)?;
    let own = App::new(app.env.clone(), app.now, Timeout::Background)?;
    app.wait_until(async move {
        let outcome = plan.write(&own, offset..offset.saturating_add(length), &outlet).await;
        match outlet.end(outcome).await {
            // The download was aborted.
            Ok(()) => {}
            Err(error) if error.is(&BODY_LOST) => {}
            Err(error) => log::warning("archive", &error.cause().unwrap_or_default()),
        }
    });
    Ok(answer.body(ResponseBody::Stream(body)))
}

fn extent(request: &Request) -> Result<Extent> {
    let ids = request.search("ids")?;
    if !ids.is_empty() {
        let ids: Vec<&str> = ids.split(',').collect();
        return if ids.len() > MAX_SELECTED {
            Err(Error::malformed("Please send 50 ids at most."))
        } else {
            Ok(Extent::Selected(serde_json::to_string(&ids)?))
        };
    }
    let part = number(request, "part")?.and_then(|part| u32::try_from(part).ok()?.checked_sub(1));
    part.map(Extent::Part).ok_or_else(|| Error::malformed("Please send the number of a part."))
}

fn number(request: &Request, name: &str) -> Result<Option<i64>> {
    Ok(request.text_query(name)?.and_then(|text| text.parse().ok()))
}
