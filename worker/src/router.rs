//! Every route of the product in one list, with the pattern that the log names.

use worker::Response;

use crate::app::App;
use crate::error::{Error, Result};
use crate::request::Request;
use crate::routes::admin::submission as admin_submission;
use crate::routes::functions::submit_testimonial;
use crate::routes::public::page::RecordPage;
use crate::routes::public::{asset, client, drive, page, upload};

/// Answers a request; the first part is the route's pattern.
pub async fn route(app: &App, request: &Request) -> (&'static str, Result<Response>) {
    let path = request.path();
    let trimmed = path.strip_prefix('/').unwrap_or(path);
    // One trailing slash is the same page: the thank-you dialog returns to `/record/{slug}/`.
    let trimmed = trimmed.strip_suffix('/').unwrap_or(trimmed);
    let segments: Vec<&str> = trimmed.split('/').collect();
    let method = match (request.method(), segments.first()) {
        ("HEAD", first) if first != Some(&"api") => "GET",
        (method, _) => method,
    };

    match (method, segments.as_slice()) {
        ("GET", [""]) => ("/", page::plain(app, "Sayso: video testimonials from your customers").await),
        ("GET", ["terms"]) => ("/terms", page::plain(app, "Terms & Conditions").await),
        ("GET", ["privacy"]) => ("/privacy", page::plain(app, "Privacy Policy").await),
        ("GET", ["ios-debug"]) => ("/ios-debug", page::plain(app, "iOS Diagnostics").await),
        ("GET", ["record", slug]) => ("/record/{slug}", page::record(app, slug, RecordPage::Invitation).await),
        ("GET", ["record", slug, "video"]) => {
            ("/record/{slug}/video", page::record(app, slug, RecordPage::Video).await)
        }

        ("GET", ["api", "public", "get_client_by_slug"]) => {
            ("/api/public/get_client_by_slug", client::by_slug(app, request).await)
        }
        ("OPTIONS", ["api", "uploads"]) => ("/api/uploads", upload::options()),
        ("POST", ["api", "uploads"]) => ("/api/uploads", upload::create(app, request).await),
        ("OPTIONS", ["api", "uploads", _]) => ("/api/uploads/{id}", upload::options()),
        ("HEAD", ["api", "uploads", id]) => ("/api/uploads/{id}", upload::head(app, request, id).await),
        ("PATCH", ["api", "uploads", id]) => ("/api/uploads/{id}", upload::patch(app, request, id).await),
        ("DELETE", ["api", "uploads", id]) => ("/api/uploads/{id}", upload::delete(app, request, id).await),

        ("POST", ["api", "admin", "submissions", id, "retry"]) => {
            ("/api/admin/submissions/{id}/retry", admin_submission::retry(app, request, id).await)
        }

        ("POST", ["functions", "v1", "submit-testimonial"]) => {
            ("/functions/v1/submit-testimonial", submit_testimonial::submit(app, request).await)
        }

        ("GET", ["drive", "video", id]) => ("/drive/video/{id}", drive::video(app, request, id).await),
        ("GET", ["drive", "folder", id]) => ("/drive/folder/{id}", drive::folder(app, request, id).await),
        ("GET", ["media", client, file]) => ("/media/{client}/{file}", asset::get(app, client, file).await),

        ("GET", ["api" | "functions", ..]) => ("/api/*", Err(Error::NotFound("Address"))),
        ("GET", _) => ("*", page::not_found(app).await),
        (_, ["api" | "functions", ..]) => ("/api/*", Err(Error::NotFound("Address"))),
        _ => ("*", Err(Error::MethodNotAllowed)),
    }
}
