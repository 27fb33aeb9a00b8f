//! The pages of the site that everybody may find, and the files that tell search engines and phones of them.

use std::fmt::Write as _;

use domain::facts;
use domain::plan::STANDARD;
use media_wasm::limits::MAX_RECORDING_SECONDS;
use worker::{Response, ResponseBuilder};

use crate::app::App;
use crate::email::{escape, fill};
use crate::error::Result;
use crate::routes::public::page::{Head, not_found};

/// A page that search engines may find.
pub struct SitePage {
    /// Its address.
    pub path: &'static str,
    title: &'static str,
    /// With places for figures, which come from where the product has them.
    description: &'static str,
    /// The picture that stands beside a shared link, below `/site/`; 1200 by 630 px.
    picture: &'static str,
}

/// `/`
pub const HOME: SitePage = SitePage {
    path: "/",
    title: "Sayso: video testimonials from your customers",
    description: "Send a link. Your customer talks for {{seconds}} seconds into their own phone, and the video lands in \
        your folder. No app, no account. From {{monthly}} a month.",
    picture: "og-home.png",
};
/// `/demo`
pub const DEMO: SitePage = SitePage {
    path: "/demo",
    title: "Demo Version",
    description: "Try Sayso as your customers will: record 10 to 20 seconds in the browser and get the video by email.",
    picture: "og-demo.png",
};
/// `/onboarding`
pub const ONBOARDING: SitePage = SitePage {
    path: "/onboarding",
    title: "Complete Your Setup",
    description: "Tell us your business, your review platform and your logo, and we build your recording page.",
    picture: "og-onboarding.png",
};
/// `/terms`
pub const TERMS: SitePage = SitePage {
    path: "/terms",
    title: "Terms & Conditions",
    description: "What Sayso promises and what it asks of you: plans, credits, how long videos are kept, cancellation.",
    picture: "og-terms.png",
};
/// `/privacy`
pub const PRIVACY: SitePage = SitePage {
    path: "/privacy",
    title: "Privacy Policy",
    description: "Which data Sayso keeps of you and your customers, for how long, and how to have it erased.",
    picture: "og-terms.png",
};

/// Those that stand in the site's map.
const MAPPED: [SitePage; 5] = [HOME, DEMO, ONBOARDING, TERMS, PRIVACY];

impl SitePage {
    /// Title, description, the one true address, and what a shared link shows.
    pub fn head(&self, app: &App) -> Head<'static> {
        let origin = &app.config.public_origin;
        let monthly = facts::pounds(STANDARD.monthly_pence);
        let seconds = MAX_RECORDING_SECONDS.to_string();
        let description = fill(self.description, &[("monthly", &monthly), ("seconds", &seconds)]);
        let shared = if self.path == HOME.path { self.title.to_owned() } else { format!("{} | Sayso", self.title) };
        let (title, description) = (escape(&shared), escape(&description));
        let address = escape(&format!("{origin}{}", self.path));
        let picture = escape(&format!("{origin}/site/{}", self.picture));
        let tags = format!(
            "<meta name=\"description\" content=\"{description}\"><link rel=\"canonical\" href=\"{address}\">\
             <meta property=\"og:type\" content=\"website\"><meta property=\"og:site_name\" content=\"Sayso\">\
             <meta property=\"og:title\" content=\"{title}\"><meta property=\"og:description\" content=\"{description}\">\
             <meta property=\"og:url\" content=\"{address}\"><meta property=\"og:image\" content=\"{picture}\">\
             <meta property=\"og:image:width\" content=\"1200\"><meta property=\"og:image:height\" content=\"630\">\
             <meta name=\"twitter:card\" content=\"summary_large_image\">"
        );
        Head { title: self.title, tags }
    }
}

/// `GET /sitemap.xml`
pub fn map(app: &App) -> Result<Response> {
    let mut text = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
    );
    for page in MAPPED {
        let _ = writeln!(text, "<url><loc>{}{}</loc></url>", escape(&app.config.public_origin), page.path);
    }
    text.push_str("</urlset>\n");
    file("application/xml; charset=utf-8", text)
}

/// `GET /robots.txt`: pages of businesses and portals say `noindex` themselves, which only who may read them sees.
pub fn robots(app: &App) -> Result<Response> {
    let origin = &app.config.public_origin;
    let text = format!(
        "User-agent: *\nDisallow: /api/\nDisallow: /functions/\nDisallow: /webhooks/\nDisallow: /drive/\n\
         Sitemap: {origin}/sitemap.xml\n"
    );
    file("text/plain; charset=utf-8", text)
}

/// `GET /manifest.webmanifest`
pub fn manifest() -> Result<Response> {
    file("application/manifest+json", include_str!("manifest.json").to_owned())
}

fn file(media_type: &str, text: String) -> Result<Response> {
    Ok(ResponseBuilder::new()
        .with_header("content-type", media_type)?
        .with_header("cache-control", "public, max-age=3600")?
        .fixed(text.into_bytes()))
}

/// `GET /site/{file}` and `GET /site/logos/{file}`: pictures and icons under names of their own.
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
        // Wherever a link to the site is shared, its picture may be shown.
        .with_header("cross-origin-resource-policy", "cross-origin")?
        .body(body))
}
