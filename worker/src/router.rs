//! Every route of the product in one list, with the pattern that the log names.

use worker::{Method, Request, Response};

use crate::app::App;
use crate::error::{Error, Result};
use crate::routes::admin::submission as admin_submission;
use crate::routes::functions::submit_testimonial;
use crate::routes::public::page::RecordPage;
use crate::routes::public::{asset, client, drive, page, upload};

const METHODS: [&str; 7] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/// Answers a request; the first part is the route's pattern.
pub async fn route(app: &App, request: Request) -> (&'static str, Result<Response>) {
    let path = request.path();
    let trimmed = path.strip_prefix('/').unwrap_or(&path);
    // One trailing slash is the same page: the thank-you dialog returns to `/record/{slug}/`.
    let trimmed = trimmed.strip_suffix('/').unwrap_or(trimmed);
    let segments: Vec<&str> = trimmed.split('/').collect();
    // The runtime's binding takes a method it does not know for GET.
    if !METHODS.contains(&request.inner().method().as_str()) {
        return ("*", Err(Error::MethodNotAllowed));
    }
    let method = match request.method() {
        Method::Head if segments.first() != Some(&"api") => Method::Get,
        method => method,
    };

    match (&method, segments.as_slice()) {
        (Method::Get, [""]) => ("/", page::plain(app, "Sayso: video testimonials from your customers").await),
        (Method::Get, ["terms"]) => ("/terms", page::plain(app, "Terms & Conditions").await),
        (Method::Get, ["privacy"]) => ("/privacy", page::plain(app, "Privacy Policy").await),
        (Method::Get, ["record", slug]) => ("/record/{slug}", page::record(app, slug, RecordPage::Invitation).await),
        (Method::Get, ["record", slug, "video"]) => {
            ("/record/{slug}/video", page::record(app, slug, RecordPage::Video).await)
        }

        (Method::Get, ["api", "public", "get_client_by_slug"]) => {
            ("/api/public/get_client_by_slug", client::by_slug(app, &request).await)
        }
        (Method::Options, ["api", "uploads"]) => ("/api/uploads", upload::options()),
        (Method::Post, ["api", "uploads"]) => ("/api/uploads", upload::create(app, &request).await),
        (Method::Options, ["api", "uploads", _]) => ("/api/uploads/{id}", upload::options()),
        (Method::Head, ["api", "uploads", id]) => ("/api/uploads/{id}", upload::head(app, &request, id).await),
        (Method::Patch, ["api", "uploads", id]) => ("/api/uploads/{id}", upload::patch(app, &request, id).await),
        (Method::Delete, ["api", "uploads", id]) => ("/api/uploads/{id}", upload::delete(app, &request, id).await),

        (Method::Post, ["api", "admin", "submissions", id, "retry"]) => {
            ("/api/admin/submissions/{id}/retry", admin_submission::retry(app, &request, id).await)
        }

        (Method::Post, ["functions", "v1", "submit-testimonial"]) => {
            ("/functions/v1/submit-testimonial", submit_testimonial::submit(app, &request).await)
        }

        (Method::Get, ["drive", "video", id]) => ("/drive/video/{id}", drive::video(app, &request, id).await),
        (Method::Get, ["drive", "folder", id]) => ("/drive/folder/{id}", drive::folder(app, &request, id).await),
        (Method::Get, ["media", client, file]) => ("/media/{client}/{file}", asset::get(app, client, file).await),

        (Method::Get, ["assets", ..]) => ("/assets/*", Err(Error::NotFound("File"))),
        (Method::Get, ["api" | "functions", ..]) => ("/api/*", Err(Error::NotFound("Address"))),
        (Method::Get, _) => ("*", page::not_found(app).await),
        (_, ["api" | "functions", ..]) => ("/api/*", Err(Error::NotFound("Address"))),
        _ => ("*", Err(Error::MethodNotAllowed)),
    }
}
