//! A client's submissions: list, details, video, erasure.

use domain::api::client::{
    ErasureResult, Holds, NameLimit, NotesChange, PublicName, Publication, Published, ReleaseResult, Selection,
    SignedConsent, SubmissionDetail, SubmissionPage, SubmissionSummary, Tags, Views,
};
use domain::audit::AuditAction;
use domain::credits;
use domain::date::{date_of, iso_time, parse_day};
use domain::limits::{EXPORT_ROWS, MAX_SELECTED, SUBMISSIONS_PER_PAGE, VIEW_DAYS};
use domain::publication::{EMBED_SIZE, NameChoice, UNKNOWN_SHAPE, element, fit, frame, name_choices};
use domain::retention::DAY_MS;
use domain::submission::{SubmissionFilter, SubmissionOrder, seconds};
use domain::submission_notes::SubmissionNotes;
use futures_util::future::try_join;
use worker::Response;

use crate::answer::Empty;
use crate::app::App;
use crate::auth::guard::ClientUser;
use crate::error::{Error, Result, invalid};
use crate::files::POSTERS;
use crate::flows::submissions::erase_submissions::{self, ErasureRequest};
use crate::flows::submissions::publish;
use crate::flows::submissions::release_holds;
use crate::flows::submissions::replace_poster::{self, Poster};
use crate::flows::submissions::{ask_again, document_consent};
use crate::html::escape;
use crate::request::Request;
use crate::routes::csv::csv_response;
use crate::routes::functions::small_form::SmallForm;
use crate::routes::image;
use crate::routes::public::testimonial;
use crate::routes::video::{self, Disposition};
use crate::store::platform::audit::Entry;
use crate::store::submissions::submission::list::{self, Search};
use crate::store::submissions::submission::publication;
use crate::store::submissions::testimonial_view;

pub async fn list(app: &App, ClientUser { client_id, .. }: ClientUser, request: &Request) -> Result<SubmissionPage> {
    let search = Search { before: request.before()?, ..search(request)? };
    let page = list::page(&app.db, &client_id, &search, SUBMISSIONS_PER_PAGE, app.now).await?;
    Ok(SubmissionPage { next: page.next_text(), submissions: page.rows })
}

fn search(request: &Request) -> Result<Search> {
    const NO_DAY: &str = "Please send a day such as 2026-12-23.";
    Ok(Search {
        text: request.search("q")?,
        tag: request.text_query("tag")?.unwrap_or_default(),
        status: request.filter("status", SubmissionFilter::parse, "There is no such status.")?,
        from: request.filter("from", parse_day, NO_DAY)?,
        to: request.filter("to", parse_day, NO_DAY)?,
        order: request.filter("order", SubmissionOrder::parse, "There is no such order.")?,
        before: None,
    })
}

/// `GET /api/client/{client}/submissions.csv`: all matches of the list's filters, without pages.
pub async fn export(
    app: &App,
    ClientUser { client_id, user, company_name, .. }: ClientUser,
    request: &Request,
) -> Result<Response> {
    let mut search = search(request)?;
    if let Some(admin) = user.admin() {
        let entry = Entry::without_fields(AuditAction::SubmissionsExport, &client_id, &company_name);
        app.db.idempotent_change(entry.query_once_an_hour(admin, app.now)).await?;
    }
    let mut found = Vec::new();
    loop {
        let page = list::page(&app.db, &client_id, &search, EXPORT_ROWS, app.now).await?;
        found.extend(page.rows);
        search.before = page.next;
        if search.before.is_none() {
            break;
        }
    }
    let head = ["received_at", "name", "email", "status", "seconds", "bytes", "id", "tags"];
    let line = |one: SubmissionSummary| {
        vec![
            iso_time(one.created_at),
            one.customer_name,
            one.customer_email,
            one.status.as_str().to_owned(),
            seconds(one.duration_ms),
            one.size_bytes.to_string(),
            one.id,
            one.tags.join(", "),
        ]
    };
    csv_response(&format!("testimonials-{}.csv", date_of(app.now)), &head, found.into_iter().map(line))
}

pub async fn get(app: &App, ClientUser { client_id, .. }: ClientUser, id: &str) -> Result<SubmissionDetail> {
    let (summary, details) =
        list::details(&app.db, &client_id, id, app.now).await?.ok_or_else(|| Error::not_found("Submission"))?;
    let gives_back = details.counts_credits
        && summary.hold.is_none()
        && credits::returns_credit(summary.created_at, details.last_reset_date, app.now);
    let file_name = details.drive_path.as_deref().and_then(|path| path.rsplit('/').next()).map(str::to_owned);
    let consent = details.consent();
    let publication = summary.publication.zip(details.public_id.as_deref()).map(|(status, public_id)| {
        let origin = &app.config.public_origin;
        let title = escape(&format!("Video testimonial for {}", summary.company_name));
        let size = fit(details.poster_width.zip(details.poster_height).unwrap_or(UNKNOWN_SHAPE), EMBED_SIZE);
        Publication {
            status,
            path: format!("/t/{public_id}"),
            embed: frame(origin, public_id, &title, size),
            element: element(origin, public_id, &title, size),
            error: details.publication_error.clone(),
        }
    });
    let shown = details.name_display.max(details.name_limit);
    let names = name_choices(&summary.customer_name, details.name_display, shown)
        .into_iter()
        .map(|NameChoice { display, text, is_chosen }| PublicName { display, text, is_shown: is_chosen })
        .collect();
    let shown_on = match details.withdrawn_at {
        Some(_) => testimonial_view::hosts(&app.db, id).await?,
        None => Vec::new(),
    };
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
        note: details.note,
        publication,
        names,
        withdrawn_at: details.withdrawn_at,
        shown_on,
    };
    Ok(answer)
}

/// `GET /api/client/{client}/submissions/{id}/video`. Supports ranges; `?download` saves the file.
pub async fn video(
    app: &App,
    ClientUser { client_id, .. }: ClientUser,
    request: &Request,
    id: &str,
) -> Result<Response> {
    let video = video::find_source(app, id).await?;
    let own = video.filter(|video| video.client_id() == client_id).ok_or_else(|| Error::not_found("Video"))?;
    let disposition =
        if request.text_query("download")?.is_some() { Disposition::Attachment } else { Disposition::Inline };
    video::send(app, request, id, &own, disposition).await
}

/// `DELETE /api/client/{client}/submissions/{id}`. `?customer=all` erases all from the same address,
/// `?reason=not-a-testimonial` rejects it.
pub async fn erase(app: &App, user: ClientUser, request: &Request, id: &str) -> Result<ErasureResult> {
    let whole_customer = match request.text_query("customer")?.as_deref() {
        None => false,
        Some("all") => true,
        Some(_) => return Err(Error::malformed("Please send customer=all, or nothing.")),
    };
    let is_rejection = match request.text_query("reason")?.as_deref() {
        None => false,
        Some("not-a-testimonial") => true,
        Some(_) => return Err(Error::malformed("Please send reason=not-a-testimonial, or nothing.")),
    };
    let erasure = ErasureRequest { whole_customer, is_rejection };
    erase_submissions::run(app, &user, id, erasure).await
}

/// `POST /api/client/{client}/submissions/erase`: erases a selection at customers' request.
pub async fn erase_selection(app: &App, user: ClientUser, selection: Selection) -> Result<ErasureResult> {
    erase_selected(app, &user, &selection, false).await
}

/// `POST /api/client/{client}/submissions/reject`: rejects and erases a selection.
pub async fn reject(app: &App, user: ClientUser, selection: Selection) -> Result<ErasureResult> {
    erase_selected(app, &user, &selection, true).await
}

/// Ignores those already erased.
async fn erase_selected(
    app: &App,
    user: &ClientUser,
    Selection { ids }: &Selection,
    is_rejection: bool,
) -> Result<ErasureResult> {
    check_selection(ids)?;
    erase_submissions::selected(app, user, ids, is_rejection).await
}

/// `POST /api/client/{client}/submissions/release`: releases a selection from hold.
pub async fn release(app: &App, user: ClientUser, Selection { ids }: Selection) -> Result<ReleaseResult> {
    check_selection(&ids)?;
    release_holds::run(app, &user, &ids).await
}

/// `POST /api/client/{client}/submissions/publish`: publishes a selection.
pub async fn publish(app: &App, user: ClientUser, Selection { ids }: Selection) -> Result<Published> {
    check_selection(&ids)?;
    publish::run(app, &user, &ids).await
}

/// `POST /api/client/{client}/submissions/unpublish`: takes a selection back from the public.
pub async fn unpublish(app: &App, user: ClientUser, Selection { ids }: Selection) -> Result<Published> {
    check_selection(&ids)?;
    publish::take_back(app, &user, &ids).await
}

/// `GET /api/client/{client}/submissions/{id}/consent`.
pub async fn consent(app: &App, ClientUser { client_id, .. }: ClientUser, id: &str) -> Result<SignedConsent> {
    document_consent::run(app, &client_id, id).await
}

/// `POST /api/client/{client}/submissions/{id}/consent/ask`.
pub async fn ask_again(app: &App, user: ClientUser, id: &str) -> Result<Empty> {
    ask_again::run(app, &user, id).await?;
    Ok(Empty {})
}

/// `GET /api/client/{client}/submissions/{id}/preview`.
pub async fn preview(app: &App, ClientUser { client_id, .. }: ClientUser, id: &str) -> Result<Response> {
    let found = publication::preview(&app.db, &client_id, id, app.now).await?;
    let row = found.ok_or_else(|| Error::not_found("Submission"))?;
    testimonial::preview(app, &row, &format!("/api/client/{client_id}/submissions/{id}")).await
}

/// `GET /api/client/{client}/submissions/{id}/poster`; `?card=` is the picture that shared links show.
pub async fn poster(
    app: &App,
    ClientUser { client_id, .. }: ClientUser,
    request: &Request,
    id: &str,
) -> Result<Response> {
    let found = publication::poster_of(&app.db, id).await?.filter(|found| found.client_id == client_id);
    let publication::PosterRow { poster, .. } = found.ok_or_else(|| Error::not_found("Poster"))?;
    let file = if request.query("card").is_some() { "card.jpg" } else { "still.jpg" };
    image::jpeg(app, request, &format!("{POSTERS}{poster}/{file}"), "private, max-age=86400").await
}

/// `PUT /api/client/{client}/submissions/{id}/poster`: a form with the images `still` and `card`.
pub async fn put_poster(
    app: &App,
    ClientUser { client_id, .. }: ClientUser,
    request: &Request,
    id: &str,
) -> Result<Empty> {
    let mut form = SmallForm::read(request, &["still", "card"]).await?;
    let mut image = |name: &str| form.take_image(name).ok_or_else(|| invalid([(name, "Please add an image.")]));
    let poster = Poster::parse(&image("still")?, &image("card")?)?;
    replace_poster::run(app, &client_id, id, poster).await?;
    Ok(Empty {})
}

/// `PUT /api/client/{client}/submissions/{id}/notes`.
pub async fn put_notes(
    app: &App,
    ClientUser { client_id, .. }: ClientUser,
    id: &str,
    NotesChange { tags, note }: NotesChange,
) -> Result<Empty> {
    let notes = SubmissionNotes::parse(&tags, &note).map_err(|refusal| invalid([refusal]))?;
    let is_known = list::set_notes(&app.db, &client_id, id, &notes).await?;
    if is_known { Ok(Empty {}) } else { Err(Error::not_found("Submission")) }
}

/// `PUT /api/client/{client}/submissions/{id}/name`.
pub async fn put_name(
    app: &App,
    ClientUser { client_id, .. }: ClientUser,
    id: &str,
    NameLimit { display }: NameLimit,
) -> Result<Empty> {
    let is_known = publication::set_name_limit(&app.db, &client_id, id, display).await?;
    if is_known { Ok(Empty {}) } else { Err(Error::not_found("Submission")) }
}

/// `GET /api/client/{client}/submissions/{id}/views`.
pub async fn views(app: &App, ClientUser { client_id, .. }: ClientUser, id: &str) -> Result<Views> {
    let since = date_of(app.now.saturating_sub(VIEW_DAYS.saturating_mul(DAY_MS))).to_string();
    let (days, hosts) = try_join(
        testimonial_view::by_day(&app.db, &client_id, id, &since),
        testimonial_view::by_host(&app.db, &client_id, id, &since),
    )
    .await?;
    Ok(Views { days, hosts })
}

/// `GET /api/client/{client}/tags`.
pub async fn tags(app: &App, ClientUser { client_id, .. }: ClientUser) -> Result<Tags> {
    Ok(Tags { tags: list::tags(&app.db, &client_id).await? })
}

/// `PATCH /api/client/{client}/holds`.
pub async fn hold(app: &App, user: ClientUser, Holds { everything }: Holds) -> Result<Empty> {
    release_holds::hold_everything(app, &user, everything).await?;
    Ok(Empty {})
}

fn check_selection(ids: &[String]) -> Result<()> {
    let is_right = (1..=MAX_SELECTED).contains(&ids.len());
    if is_right { Ok(()) } else { Err(Error::malformed("Please send 1 to 50 ids.")) }
}
