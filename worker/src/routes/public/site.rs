//! The site's files for search engines and phones, and its pictures.

use domain::pages::PAGES;
use std::fmt::Write as _;
use worker::{Response, ResponseBuilder};

use crate::app::App;
use crate::error::{Error, Result};
use crate::html::escape;
use crate::routes::public::page::not_found;

pub async fn map(app: &App) -> Result<Response> {
    let mut text = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
    );
    for page in PAGES.iter().filter(|page| page.listing.is_some()) {
        let _ = writeln!(text, "<url><loc>{}{}</loc></url>", escape(&app.config.public_origin), page.path);
    }
    text.push_str("</urlset>\n");
    file("application/xml; charset=utf-8", text)
}

/// Does not disallow pages of businesses and portals: a crawler has to read their `noindex`.
pub async fn robots(app: &App) -> Result<Response> {
    let origin = &app.config.public_origin;
    let text = format!(
        "User-agent: *\nDisallow: /api/\nDisallow: /functions/\nDisallow: /webhooks/\nDisallow: /drive/\n\
         Sitemap: {origin}/sitemap.xml\n"
    );
    file("text/plain; charset=utf-8", text)
}

pub async fn manifest(_: &App) -> Result<Response> {
    file("application/manifest+json", include_str!("manifest.json").to_owned())
}

/// Returns the OpenAPI description. An asset, because nothing in the Worker needs it.
pub async fn openapi(app: &App) -> Result<Response> {
    let mut found = app.env.assets("ASSETS")?.fetch("http://assets/openapi.json", None).await?;
    if found.status_code() != 200 {
        return Err(Error::not_found("Description"));
    }
    file("application/json", found.text().await?)
}

pub async fn favicon(app: &App) -> Result<Response> {
    picture(app, "icon-192.png").await
}

pub async fn apple_touch_icon(app: &App) -> Result<Response> {
    picture(app, "apple-touch-icon.png").await
}

pub async fn logo(app: &App, file: &str) -> Result<Response> {
    picture(app, &format!("logos/{file}")).await
}

fn file(media_type: &str, text: String) -> Result<Response> {
    Ok(ResponseBuilder::new()
        .with_header("content-type", media_type)?
        .with_header("cache-control", "public, max-age=3600")?
        .fixed(text.into_bytes()))
}

/// Returns a file below `/site/`.
pub async fn picture(app: &App, path: &str) -> Result<Response> {
    let kind = match path.rsplit('.').next() {
        Some("png") => "image/png",
        Some("svg") => "image/svg+xml",
        Some("webp") => "image/webp",
        Some("ico") => "image/x-icon",
        _ => return not_found(app).await,
    };
    if path.contains("..") || !path.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_./".contains(&b)) {
        return not_found(app).await;
    }
    let found = app.env.assets("ASSETS")?.fetch(format!("http://assets/site/{path}"), None).await?;
    if found.status_code() != 200 {
        return not_found(app).await;
    }
    let (_, body) = found.into_parts();
    Ok(ResponseBuilder::new()
        .with_header("content-type", kind)?
        .with_header("cache-control", "public, max-age=86400")?
        // Other sites may show the picture of a shared link.
        .with_header("cross-origin-resource-policy", "cross-origin")?
        .body(body))
}
