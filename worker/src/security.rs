//! Security headers of every answer. `web/public/_headers` has those for static files.

use domain::https_url::origin;
use worker::{Headers, Response, Result};

/// Policy of the web app's pages. `wasm-unsafe-eval` is for the media core, `blob:` workers for its encoder.
/// `web/src/trusted-types.ts` decides which texts may become a script or a worker.
macro_rules! page_policy {
    (own scripts, frames: $frames:literal) => {
        concat!(
            page_policy!(scripts: "", frames: $frames),
            "; require-trusted-types-for 'script'; trusted-types default"
        )
    };
    // Third-party scripts do not support Trusted Types.
    (scripts: $scripts:literal, frames: $frames:literal) => {
        concat!(
            "default-src 'none'; script-src 'self'",
            $scripts,
            " 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' blob: data:; media-src 'self' blob:; font-src 'self'; \
             connect-src 'self'; worker-src 'self' blob:; manifest-src 'self'; frame-src ",
            $frames,
            "; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
        )
    };
}
const PAGE_POLICY: &str = page_policy!(own scripts, frames: "'none'");

/// Our own pages, as a frame of a page.
pub const OWN_FRAMES: &str = "'self'";

/// Returns the page policy with frames from the origins of these URLs, which come from the settings, or
/// [`OWN_FRAMES`]: of ours, only embeds may be framed. `script` is the URL of the only foreign origin whose scripts and
/// frames are allowed, if any.
#[must_use]
pub fn page_policy(frames: &[&str], script: Option<&str>) -> String {
    let source = |frame: &str| if frame == OWN_FRAMES { Some(frame.to_owned()) } else { origin(frame) };
    let mut origins: Vec<String> = frames.iter().copied().chain(script).filter_map(source).collect();
    origins.sort_unstable();
    origins.dedup();
    let frames = if origins.is_empty() { "'none'".to_owned() } else { origins.join(" ") };
    match script {
        None => format!(page_policy!(own scripts, frames: "{frames}"), frames = frames),
        Some(script) => {
            format!(page_policy!(scripts: " {script}", frames: "{frames}"), script = script, frames = frames)
        }
    }
}

/// Policy of a video opened by its own URL: allows only the browser's player to load it.
const VIDEO_POLICY: &str =
    "default-src 'none'; media-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/// Policy of data and everything else.
const DATA_POLICY: &str = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/// Headers of every answer.
const EVERYWHERE: [(&str, &str); 8] = [
    ("x-content-type-options", "nosniff"),
    ("strict-transport-security", "max-age=63072000; includeSubDomains; preload"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("referrer-policy", "no-referrer"),
    ("permissions-policy", "camera=(self), microphone=(self), geolocation=(), payment=()"),
    ("x-frame-options", "DENY"),
    ("cache-control", "no-store"),
];

thread_local! {
    /// Created once per isolate, because cloning them costs one call into JavaScript instead of eight.
    static BASE: Option<Headers> = base().ok();
}

fn base() -> Result<Headers> {
    let headers = Headers::new();
    for (name, value) in EVERYWHERE {
        headers.set(name, value)?;
    }
    Ok(headers)
}

/// Adds the headers. Keeps a route's own policy and cache rule.
pub fn protect(response: Response) -> Result<Response> {
    let headers = BASE.with(Clone::clone).map_or_else(base, Ok)?;
    let mut policy = DATA_POLICY;
    let mut own_policy = false;
    let mut frameable = false;
    for (name, value) in response.headers().entries() {
        match name.as_str() {
            "content-type" if value.starts_with("text/html") => policy = PAGE_POLICY,
            "content-type" if value.starts_with("video/") => policy = VIDEO_POLICY,
            "content-security-policy" => {
                own_policy = true;
                frameable = value.contains("frame-ancestors *");
            }
            "set-cookie" => {
                headers.append(&name, &value)?;
                continue;
            }
            _ => {}
        }
        headers.set(&name, &value)?;
    }
    if frameable {
        headers.delete("x-frame-options")?;
    }
    if !own_policy {
        headers.set("content-security-policy", policy)?;
    }
    Ok(response.with_headers(headers))
}
