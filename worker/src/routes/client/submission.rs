//! A client's submissions: the list, one of them, its video, its erasure.

use domain::api::client::{ConsentRecord, ConsentTexts, Holds, Rejection, SubmissionDetail, SubmissionPage, Taking};
use domain::credits;
use domain::limits::MAX_SELECTED;
use domain::submission::SubmissionFilter;
use media_wasm::submission::{CONSENT_VERSION, Consent};
use worker::Response;

use crate::app::App;
use crate::auth::guard::ClientUser;
use crate::error::{Error, Result};
use crate::flows::erase_submissions::{self, Wish};
use crate::flows::take_submissions;
use crate::request::Request;
use crate::routes::video::{self, Disposition};
use crate::store::submission::delivery;
use crate::store::submission::list::{self, Details, Search};

pub async fn list(app: &App, request: &Request, client_id: &str) -> Result<Response> {
    let ClientUser { client_id, .. } = ClientUser::of(app, request, client_id).await?;
    let status = request.filter("status", SubmissionFilter::parse, "There is no such status.")?;
    let search = Search { text: request.search("q")?, status, before: request.before()? };
    let page = list::page(&app.db, &client_id, &search).await?;
    Ok(Response::from_json(&SubmissionPage { next: page.next_text(), submissions: page.rows })?)
}

pub async fn get(app: &App, request: &Request, client_id: &str, id: &str) -> Result<Response> {
    let ClientUser { client_id, .. } = ClientUser::of(app, request, client_id).await?;
    let (summary, details) = list::details(&app.db, &client_id, id).await?.ok_or(Error::NotFound("Submission"))?;
    let consent = consent(&details);
    let gives_back = details.counts_credits
        && summary.hold.is_none()
        && credits::gives_back(summary.created_at, details.last_reset_date, app.now);
    let file_name = details.drive_path.as_deref().and_then(|path| path.rsplit('/').next()).map(str::to_owned);
    let answer = SubmissionDetail {
        submission: summary,
        file_name,
        container: details.container,
        frame_rate: details.frame_rate,
        unwatermarked_reason: details.unwatermarked_reason,
        error_message: details.error_message,
        consent,
        from_same_customer: details.from_same_customer,
        gives_back,
    };
    Ok(Response::from_json(&answer)?)
}

fn consent(details: &Details) -> ConsentRecord {
    let business = &details.business;
    let known = details.text_version == CONSENT_VERSION;
    let texts =
        || ConsentTexts { data: Consent::DATA.text_for(business), marketing: Consent::MARKETING.text_for(business) };
    ConsentRecord {
        consent_data: details.consent_data,
        consent_marketing: details.consent_marketing,
        text_version: details.text_version.clone(),
        texts: known.then(texts),
        given_at: details.given_at,
    }
}

/// `GET /api/client/{client}/submissions/{id}/video`, with ranges; `?download` saves it.
pub async fn video(app: &App, request: &Request, client_id: &str, id: &str) -> Result<Response> {
    let ClientUser { client_id, .. } = ClientUser::of(app, request, client_id).await?;
    let delivered = delivery::delivered_by_id(&app.db, id).await?;
    let own = delivered.filter(|delivered| delivered.client_id == client_id).ok_or(Error::NotFound("Video"))?;
    let disposition =
        if request.text_query("download")?.is_some() { Disposition::Attachment } else { Disposition::Inline };
    video::send(app, request, &own, disposition).await
}

/// `DELETE /api/client/{client}/submissions/{id}`, with `?customer=all` for all of the same address and
/// `?reason=not-a-testimonial` for one that is none.
pub async fn erase(app: &App, request: &Request, client_id: &str, id: &str) -> Result<Response> {
    let user = ClientUser::of(app, request, client_id).await?;
    let whole_customer = match request.text_query("customer")?.as_deref() {
        None => false,
        Some("all") => true,
        Some(_) => return Err(Error::Malformed("Please send customer=all, or nothing.")),
    };
    let is_rejection = match request.text_query("reason")?.as_deref() {
        None => false,
        Some("not-a-testimonial") => true,
        Some(_) => return Err(Error::Malformed("Please send reason=not-a-testimonial, or nothing.")),
    };
    let wish = Wish { whole_customer, is_rejection };
    Ok(Response::from_json(&erase_submissions::run(app, &user, id, wish).await?)?)
}

/// `POST /api/client/{client}/submissions/reject`: removes a selection that are no testimonials. Those that are gone
/// already count for nothing.
pub async fn reject(app: &App, request: &Request, client_id: &str) -> Result<Response> {
    let user = ClientUser::of(app, request, client_id).await?;
    let Rejection { ids } = request.json().await?;
    check_selection(&ids)?;
    Ok(Response::from_json(&erase_submissions::reject(app, &user, &ids).await?)?)
}

/// `POST /api/client/{client}/submissions/take`: takes a selection off hold.
pub async fn take(app: &App, request: &Request, client_id: &str) -> Result<Response> {
    let user = ClientUser::of(app, request, client_id).await?;
    let Taking { ids } = request.json().await?;
    check_selection(&ids)?;
    Ok(Response::from_json(&take_submissions::run(app, &user, &ids).await?)?)
}

/// `PATCH /api/client/{client}/holds`.
pub async fn hold(app: &App, request: &Request, client_id: &str) -> Result<Response> {
    let user = ClientUser::of(app, request, client_id).await?;
    let Holds { everything } = request.json().await?;
    take_submissions::hold_everything(app, &user, everything).await?;
    Ok(Response::empty()?.with_status(204))
}

fn check_selection(ids: &[String]) -> Result<()> {
    let is_right = (1..=MAX_SELECTED).contains(&ids.len());
    if is_right { Ok(()) } else { Err(Error::Malformed("Please send 1 to 50 ids.")) }
}
