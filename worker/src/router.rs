//! Every route of the product in one list, with the pattern that the log names.

use worker::Response;

use crate::app::App;
use crate::error::{Error, Result};
use crate::request::Request;
use crate::routes::admin::{
    affiliate as admin_affiliate, audit, client as admin_client, drive as admin_drive, email, forward, overview,
    setting, setup, sign_up as admin_sign_up, submission as admin_submission,
};
use crate::routes::auth::{login, password, session, totp};
use crate::routes::client::{dashboard, submission as client_submission, watermark};
use crate::routes::functions::{
    client_onboarding, create_client, invite_client, replace_asset, send_affiliate_password_reset, send_welcome_email,
    submit_testimonial, subscribe_getresponse,
};
use crate::routes::public::page::RecordPage;
use crate::routes::public::{asset, client, drive, page, sign_up, site, upload};
use crate::routes::webhooks::testimonial;

/// Answers a request; the first part is the route's pattern.
pub async fn route(app: &App, request: &Request) -> (&'static str, Result<Response>) {
    let path = request.path();
    let trimmed = path.strip_prefix('/').unwrap_or(path);
    // One trailing slash is the same page: the thank-you dialog returns to `/record/{slug}/`.
    let trimmed = trimmed.strip_suffix('/').unwrap_or(trimmed);
    let segments: Vec<&str> = trimmed.split('/').collect();
    let method = match (request.method(), segments.first()) {
        ("HEAD", _) if segments.get(..2) != Some(&["api", "uploads"]) => "GET",
        (method, _) => method,
    };

    match (method, segments.as_slice()) {
        ("GET", [""]) => ("/", page::home(app).await),
        ("GET", ["demo"]) => ("/demo", page::described(app, &site::DEMO).await),
        ("GET", ["onboarding"]) => ("/onboarding", page::described(app, &site::ONBOARDING).await),
        ("GET", ["thank-you"]) => ("/thank-you", page::private(app, "Thank you").await),
        ("GET", ["sign-up", "confirm"]) => ("/sign-up/confirm", page::private(app, "Confirm your email").await),
        ("GET", ["terms"]) => ("/terms", page::described(app, &site::TERMS).await),
        ("GET", ["privacy"]) => ("/privacy", page::described(app, &site::PRIVACY).await),
        ("GET", ["sitemap.xml"]) => ("/sitemap.xml", site::map(app)),
        ("GET", ["robots.txt"]) => ("/robots.txt", site::robots(app)),
        ("GET", ["manifest.webmanifest"]) => ("/manifest.webmanifest", site::manifest()),
        // Asked for by name, whatever a page says of its icons.
        ("GET", ["favicon.ico"]) => ("/favicon.ico", site::picture(app, "icon-192.png").await),
        ("GET", ["apple-touch-icon.png"]) => {
            ("/apple-touch-icon.png", site::picture(app, "apple-touch-icon.png").await)
        }
        ("GET", ["site", file]) => ("/site/{file}", site::picture(app, file).await),
        ("GET", ["site", "logos", file]) => ("/site/logos/{file}", site::picture(app, &format!("logos/{file}")).await),
        ("GET", ["ios-debug"]) => ("/ios-debug", page::private(app, "iOS Diagnostics").await),
        ("GET", ["record", slug]) => ("/record/{slug}", page::record(app, slug, RecordPage::Invitation).await),
        ("GET", ["record", slug, "video"]) => {
            ("/record/{slug}/video", page::record(app, slug, RecordPage::Video).await)
        }

        ("GET", ["clients"]) => ("/clients", page::private(app, "Client Portal").await),
        ("GET", ["clients", "login"]) => ("/clients/login", page::private(app, "Client login").await),
        ("GET", ["clients", "dashboard"]) => ("/clients/dashboard", page::private(app, "Dashboard").await),
        ("GET", ["clients", "submissions"]) => ("/clients/submissions", page::private(app, "Submissions").await),
        ("GET", ["clients", "sharing"]) => ("/clients/sharing", page::private(app, "Sharing").await),
        ("GET", ["clients", "sharing", "card"]) => ("/clients/sharing/card", page::private(app, "Table card").await),
        ("GET", ["clients", "security"]) => ("/clients/security", page::private(app, "Security").await),
        ("GET", ["clients", "support"]) => ("/clients/support", page::private(app, "Support").await),
        ("GET", ["client", _]) => ("/client/{slug}", page::private(app, "Dashboard").await),
        ("GET", ["clients", "admin"]) => ("/clients/admin", page::private(app, "Clients").await),
        ("GET", ["clients", "admin", "affiliates"]) => {
            ("/clients/admin/affiliates", page::private(app, "Affiliates").await)
        }
        ("GET", ["clients", "admin", "operations"]) => {
            ("/clients/admin/operations", page::private(app, "Operations").await)
        }
        ("GET", ["clients", "admin", "setups"]) => ("/clients/admin/setups", page::private(app, "Set-ups").await),
        ("GET", ["clients", "admin", "sign-ups"]) => ("/clients/admin/sign-ups", page::private(app, "Sign-ups").await),
        ("GET", ["clients", "admin", "automation"]) => {
            ("/clients/admin/automation", page::private(app, "Automation").await)
        }
        ("GET", ["clients", "admin", "emails"]) => ("/clients/admin/emails", page::private(app, "Email log").await),
        ("GET", ["clients", "admin", "audit"]) => ("/clients/admin/audit", page::private(app, "Audit log").await),
        ("GET", ["clients", "admin", "settings"]) => ("/clients/admin/settings", page::private(app, "Settings").await),
        ("GET", ["clients", "admin", "security"]) => ("/clients/admin/security", page::private(app, "Security").await),
        ("GET", ["clients", "admin", "login"]) => ("/clients/admin/login", page::private(app, "Admin login").await),
        ("GET", ["affiliates", "login"]) => ("/affiliates/login", page::private(app, "Partner login").await),
        ("GET", ["affiliates", "security"]) => ("/affiliates/security", page::private(app, "Security").await),

        ("GET", ["api", "auth", "session"]) => ("/api/auth/session", session::current(app, request).await),
        ("POST", ["api", "auth", "login"]) => ("/api/auth/login", login::login(app, request).await),
        ("POST", ["api", "auth", "logout"]) => ("/api/auth/logout", login::logout(app, request).await),
        ("POST", ["api", "auth", "reset"]) => ("/api/auth/reset", login::reset(app, request).await),
        ("POST", ["api", "auth", "link"]) => ("/api/auth/link", login::link(app, request).await),
        ("POST", ["api", "auth", "password"]) => ("/api/auth/password", password::set(app, request).await),
        ("GET", ["api", "auth", "sessions"]) => ("/api/auth/sessions", session::list(app, request).await),
        ("DELETE", ["api", "auth", "sessions"]) => ("/api/auth/sessions", session::end_others(app, request).await),
        ("DELETE", ["api", "auth", "sessions", id]) => {
            ("/api/auth/sessions/{id}", session::end(app, request, id).await)
        }
        ("POST", ["api", "auth", "totp"]) => ("/api/auth/totp", totp::begin(app, request).await),
        ("DELETE", ["api", "auth", "totp"]) => ("/api/auth/totp", totp::end(app, request).await),
        ("POST", ["api", "auth", "totp", "confirm"]) => ("/api/auth/totp/confirm", totp::confirm(app, request).await),

        ("GET", ["api", "client", "dashboard"]) => ("/api/client/dashboard", dashboard::get(app, request).await),
        ("GET", ["api", "client", id, "days"]) => ("/api/client/{id}/days", dashboard::days(app, request, id).await),
        ("PATCH", ["api", "client", id, "watermark"]) => {
            ("/api/client/{id}/watermark", watermark::change(app, request, id).await)
        }
        ("GET", ["api", "client", id, "submissions"]) => {
            ("/api/client/{id}/submissions", client_submission::list(app, request, id).await)
        }
        ("GET", ["api", "client", id, "submissions", submission]) => {
            ("/api/client/{id}/submissions/{id}", client_submission::get(app, request, id, submission).await)
        }
        ("DELETE", ["api", "client", id, "submissions", submission]) => {
            ("/api/client/{id}/submissions/{id}", client_submission::erase(app, request, id, submission).await)
        }
        ("GET", ["api", "client", id, "submissions", submission, "video"]) => {
            ("/api/client/{id}/submissions/{id}/video", client_submission::video(app, request, id, submission).await)
        }

        ("GET", ["api", "public", "get_client_by_slug"]) => {
            ("/api/public/get_client_by_slug", client::by_slug(app, request).await)
        }
        ("POST", ["api", "public", "sign-ups", "confirm"]) => {
            ("/api/public/sign-ups/confirm", sign_up::confirm(app, request).await)
        }
        ("OPTIONS", ["api", "uploads"]) => ("/api/uploads", upload::options()),
        ("POST", ["api", "uploads"]) => ("/api/uploads", upload::create(app, request).await),
        ("OPTIONS", ["api", "uploads", _]) => ("/api/uploads/{id}", upload::options()),
        ("HEAD", ["api", "uploads", id]) => ("/api/uploads/{id}", upload::head(app, request, id).await),
        ("PATCH", ["api", "uploads", id]) => ("/api/uploads/{id}", upload::patch(app, request, id).await),
        ("DELETE", ["api", "uploads", id]) => ("/api/uploads/{id}", upload::delete(app, request, id).await),

        ("GET", ["api", "admin", "clients"]) => ("/api/admin/clients", admin_client::list(app, request).await),
        ("GET", ["api", "admin", "clients.csv"]) => {
            ("/api/admin/clients.csv", admin_client::export(app, request).await)
        }
        ("GET", ["api", "admin", "clients", id]) => {
            ("/api/admin/clients/{id}", admin_client::get(app, request, id).await)
        }
        ("PATCH", ["api", "admin", "clients", id]) => {
            ("/api/admin/clients/{id}", admin_client::edit(app, request, id).await)
        }
        ("POST", ["api", "admin", "clients", id, "status"]) => {
            ("/api/admin/clients/{id}/status", admin_client::status(app, request, id).await)
        }
        ("GET", ["api", "admin", "slug"]) => ("/api/admin/slug", admin_client::slug(app, request).await),
        ("POST", ["api", "admin", "drive-check"]) => ("/api/admin/drive-check", admin_drive::check(app, request).await),
        ("GET", ["api", "admin", "failed-uploads"]) => {
            ("/api/admin/failed-uploads", admin_submission::failed(app, request).await)
        }
        ("POST", ["api", "admin", "submissions", "retry-all"]) => {
            ("/api/admin/submissions/retry-all", admin_submission::retry_all(app, request).await)
        }
        ("GET", ["api", "admin", "affiliates"]) => ("/api/admin/affiliates", admin_affiliate::list(app, request).await),
        ("GET", ["api", "admin", "setups"]) => ("/api/admin/setups", setup::list(app, request).await),
        ("DELETE", ["api", "admin", "setups", id]) => {
            ("/api/admin/setups/{id}", setup::dismiss(app, request, id).await)
        }
        ("GET", ["api", "admin", "setups", id, "logo"]) => {
            ("/api/admin/setups/{id}/logo", setup::logo(app, request, id).await)
        }
        ("GET", ["api", "admin", "sign-ups"]) => ("/api/admin/sign-ups", admin_sign_up::list(app, request).await),
        ("GET", ["api", "admin", "sign-ups.csv"]) => {
            ("/api/admin/sign-ups.csv", admin_sign_up::export(app, request).await)
        }
        ("POST", ["api", "admin", "sign-ups", "retry-all"]) => {
            ("/api/admin/sign-ups/retry-all", admin_sign_up::retry(app, request, None).await)
        }
        ("DELETE", ["api", "admin", "sign-ups", id]) => {
            ("/api/admin/sign-ups/{id}", admin_sign_up::delete(app, request, id).await)
        }
        ("POST", ["api", "admin", "sign-ups", id, "retry"]) => {
            ("/api/admin/sign-ups/{id}/retry", admin_sign_up::retry(app, request, Some(id)).await)
        }
        ("GET", ["api", "admin", "forwards"]) => ("/api/admin/forwards", forward::list(app, request).await),
        ("POST", ["api", "admin", "forwards", id, "retry"]) => {
            ("/api/admin/forwards/{id}/retry", forward::retry(app, request, id).await)
        }
        ("GET", ["api", "admin", "overview"]) => ("/api/admin/overview", overview::get(app, request).await),
        ("GET", ["api", "admin", "emails"]) => ("/api/admin/emails", email::list(app, request).await),
        ("POST", ["api", "admin", "emails", id, "resend"]) => {
            ("/api/admin/emails/{id}/resend", email::resend(app, request, id).await)
        }
        ("GET", ["api", "admin", "audit"]) => ("/api/admin/audit", audit::list(app, request).await),
        ("GET", ["api", "admin", "settings"]) => ("/api/admin/settings", setting::list(app, request).await),
        ("PUT", ["api", "admin", "settings", key]) => {
            ("/api/admin/settings/{key}", setting::change(app, request, key).await)
        }
        ("POST", ["api", "admin", "submissions", id, "retry"]) => {
            ("/api/admin/submissions/{id}/retry", admin_submission::retry(app, request, id).await)
        }

        ("POST", ["functions", "v1", "submit-testimonial"]) => {
            ("/functions/v1/submit-testimonial", submit_testimonial::submit(app, request).await)
        }

        ("POST", ["functions", "v1", "subscribe-getresponse"]) => {
            ("/functions/v1/subscribe-getresponse", subscribe_getresponse::subscribe(app, request).await)
        }
        ("POST", ["functions", "v1", "client-onboarding"]) => {
            ("/functions/v1/client-onboarding", client_onboarding::submit(app, request).await)
        }
        ("POST", ["webhooks", "testimonials", endpoint]) => {
            ("/webhooks/testimonials/{endpoint}", testimonial::receive(app, request, endpoint).await)
        }

        ("POST", ["functions", "v1", "create-client"]) => {
            ("/functions/v1/create-client", create_client::create(app, request).await)
        }
        ("POST", ["functions", "v1", "invite-client"]) => {
            ("/functions/v1/invite-client", invite_client::send(app, request).await)
        }
        ("POST", ["functions", "v1", "replace-asset"]) => {
            ("/functions/v1/replace-asset", replace_asset::replace(app, request).await)
        }
        ("POST", ["functions", "v1", "send-welcome-email"]) => {
            ("/functions/v1/send-welcome-email", send_welcome_email::send(app, request).await)
        }
        ("POST", ["functions", "v1", "send-affiliate-password-reset"]) => {
            ("/functions/v1/send-affiliate-password-reset", send_affiliate_password_reset::send(app, request).await)
        }

        ("GET", ["drive", "video", id]) => ("/drive/video/{id}", drive::video(app, request, id).await),
        ("GET", ["drive", "folder", id]) => ("/drive/folder/{id}", drive::folder(app, request, id).await),
        ("GET", ["media", client, file]) => ("/media/{client}/{file}", asset::get(app, client, file).await),

        (_, ["api" | "functions" | "webhooks", ..]) => ("/api/*", Err(Error::NotFound("Address"))),
        ("GET", [name]) => ("/{page}", page::branded(app, name).await),
        ("GET", _) => ("*", page::not_found(app).await),
        _ => ("*", Err(Error::MethodNotAllowed)),
    }
}
