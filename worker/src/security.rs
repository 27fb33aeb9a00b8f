//! Headers that every answer carries. `web/public/_headers` says the same for static files.

use worker::{Headers, Response, Result};

/// For pages of the web app. `wasm-unsafe-eval` lets the media core run, `blob:` workers its encoder.
const PAGE_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
    img-src 'self' blob: data:; media-src 'self' blob:; font-src 'self'; connect-src 'self'; \
    worker-src 'self' blob:; manifest-src 'self'; frame-src 'none'; frame-ancestors 'none'; \
    base-uri 'none'; form-action 'self'";

/// For a video opened by its own address: the browser's player may load it, nothing else happens.
const VIDEO_POLICY: &str =
    "default-src 'none'; media-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/// For data and everything else.
const DATA_POLICY: &str = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/// Adds the headers. A route that needs a policy of its own has set it already.
///
/// # Errors
/// When the runtime refuses a header.
pub fn protect(response: Response) -> Result<Response> {
    let headers = Headers::new();
    for (name, value) in response.headers().entries() {
        headers.append(&name, &value)?;
    }
    let media = headers.get("content-type")?.unwrap_or_default();
    if !headers.has("content-security-policy")? {
        let policy = match media.split(['/', ';']).next() {
            _ if media.starts_with("text/html") => PAGE_POLICY,
            Some("video") => VIDEO_POLICY,
            _ => DATA_POLICY,
        };
        headers.set("content-security-policy", policy)?;
    }
    headers.set("x-content-type-options", "nosniff")?;
    headers.set("strict-transport-security", "max-age=63072000; includeSubDomains; preload")?;
    headers.set("cross-origin-opener-policy", "same-origin")?;
    headers.set("cross-origin-resource-policy", "same-origin")?;
    headers.set("referrer-policy", "no-referrer")?;
    headers.set("permissions-policy", "camera=(self), microphone=(self), geolocation=(), payment=()")?;
    headers.set("x-frame-options", "DENY")?;
    if !headers.has("cache-control")? {
        headers.set("cache-control", "no-store")?;
    }
    Ok(response.with_headers(headers))
}
