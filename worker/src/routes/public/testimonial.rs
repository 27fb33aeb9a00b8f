//! The public addresses of a testimonial: its page, its film, its pictures and its frame for other sites.

use std::fmt::Write as _;

use askama::Template;
use domain::clip::CaptionStyle;
use domain::date::{date_of, in_words, iso_time};
use domain::etag;
use domain::https_url;
use domain::publication::{PUBLIC_CACHE_MS, View, is_public};
use domain::slug;
use domain::transcript::vtt::vtt;
use js_sys::encode_uri_component;
use serde_json::json;
use worker::{Response, ResponseBody, ResponseBuilder};

use crate::answer::{Empty, WithHeaders};
use crate::app::App;
use crate::auth::public_testimonial::PublicTestimonial;
use crate::auth::signed_url::absolute;
use crate::auth::token;
use crate::error::{Error, Result};
use crate::files::POSTERS;
use crate::flows::submissions::count_view;
use crate::html::escape;
use crate::request::Request;
use crate::routes::byte_range::{self, ByteRange};
use crate::routes::image;
use crate::routes::public::plain_page::PlainPage;
use crate::routes::video::part_of;
use crate::store::clients::client;
use crate::store::submissions::submission::publication::{self, PublicationRow};
use crate::store::submissions::transcript::{self, TranscriptRow};

/// Caches may keep public answers for a short while, so that taking one back takes effect within a minute.
pub fn cache_rule() -> String {
    format!("public, max-age={}", PUBLIC_CACHE_MS / 1000)
}

/// Texts and links about a public testimonial.
pub struct Shown<'a> {
    /// Path of its page.
    pub path: String,
    /// URL of its page.
    pub address: String,
    pub title: String,
    pub description: String,
    pub row: &'a PublicationRow,
}

impl<'a> Shown<'a> {
    pub fn new(app: &App, PublicTestimonial { id, row }: &'a PublicTestimonial) -> Self {
        Self::of(app, id, row)
    }

    fn of(app: &App, id: &str, row: &'a PublicationRow) -> Self {
        let path = format!("/t/{id}");
        let business = &row.company_name;
        let (title, description) = match row.name() {
            Some(name) => (
                format!("{name} about {business}"),
                format!("{name} talks about {business}: a video testimonial of {}.", length(row.duration_ms)),
            ),
            None => (
                format!("A customer about {business}"),
                format!("A customer talks about {business}: a video testimonial of {}.", length(row.duration_ms)),
            ),
        };
        Self { address: absolute(&app.config, &path), path, title, description, row }
    }
}

fn length(duration_ms: u64) -> String {
    match seconds(duration_ms) {
        0 => "a few seconds".to_owned(),
        1 => "1 second".to_owned(),
        seconds => format!("{seconds} seconds"),
    }
}

/// Rounds to whole seconds.
const fn seconds(duration_ms: u64) -> u64 {
    duration_ms.saturating_add(500) / 1000
}

#[derive(Template)]
#[template(path = "routes/public/testimonial.html")]
struct TestimonialPage<'a> {
    page: PlainPage,
    title: &'a str,
    description: &'a str,
    address: &'a str,
    path: &'a str,
    oembed: String,
    business: &'a str,
    logo: Option<&'a str>,
    slug: &'a str,
    media_type: &'static str,
    width: u32,
    height: u32,
    has_poster: bool,
    is_listed: bool,
    sitemap: String,
    structured: Option<String>,
    spoken: Option<Spoken>,
    /// Day of its publication, `yyyy-MM-dd` and in words.
    day: String,
    published_on: String,
    preview: Option<Preview>,
}

/// Addresses of the portal, for its owner's preview of a page.
struct Preview {
    film: String,
    poster: String,
    card: String,
    captions: String,
}

/// The transcript and the quote that a page shows.
pub struct Spoken {
    pub language: String,
    pub text: String,
    /// The excerpt that its business chose.
    pub quote: Option<String>,
    /// Second of the film where that begins.
    pub quote_at: String,
    /// Whether its business has confirmed the captions; until then they are labelled.
    pub is_checked: bool,
    /// Whether players show captions; otherwise they are in the picture.
    pub has_track: bool,
}

impl Spoken {
    /// Returns what is said in what is public of a submission; `None` if it is not known.
    pub async fn of(app: &App, row: &PublicationRow) -> Result<Option<Self>> {
        let Some(words) = public_words(app, row).await? else { return Ok(None) };
        let is_drawn = row.recipe.as_ref().is_some_and(|recipe| recipe.captions != CaptionStyle::None);
        Ok((!words.transcript().words.is_empty()).then(|| Self::new(&words, !is_drawn)))
    }

    /// Returns what is said in the whole film of a submission, which only its customer and its business may see.
    pub async fn of_film(app: &App, submission_id: &str) -> Result<Option<Self>> {
        Ok(transcript::with_words(&app.db, submission_id).await?.map(|row| Self::new(&row, true)))
    }

    fn new(row: &TranscriptRow, has_track: bool) -> Self {
        let transcript = row.transcript();
        let start_ms = row.quote.as_ref().and_then(|quote| quote.start_ms(&transcript)).unwrap_or_default();
        Self {
            text: transcript.text(),
            quote: row.quote.as_ref().and_then(|quote| quote.text(&transcript)),
            quote_at: format!("{}.{}", start_ms / 1000, start_ms % 1000 / 100),
            is_checked: row.checked_at.is_some(),
            has_track,
            language: transcript.language,
        }
    }

    /// Returns the name of the captions in a player's menu.
    #[must_use]
    pub const fn label(&self) -> &'static str {
        caption_label(self.is_checked)
    }
}

/// Returns the words of what is public of a submission: of the clip, if one is in the place of its film.
async fn public_words(app: &App, row: &PublicationRow) -> Result<Option<TranscriptRow>> {
    let of_film = transcript::with_words(&app.db, &row.id).await?;
    Ok(match &row.recipe {
        Some(recipe) => of_film.map(|words| words.of_clip(recipe, row.size())),
        None => of_film,
    })
}

/// Returns the name of captions in a player's menu.
#[must_use]
pub const fn caption_label(is_checked: bool) -> &'static str {
    if is_checked { "Captions" } else { "Captions by software, not checked" }
}

/// `GET /t/{id}`.
pub async fn page(app: &App, testimonial: PublicTestimonial) -> Result<Response> {
    let (text, policy) = render(app, &Shown::new(app, &testimonial), None).await?;
    html(text, &policy)
}

/// The page of a testimonial as its owner sees it before it is published. `portal` is its address in the portal's API.
pub async fn preview(app: &App, row: &PublicationRow, portal: &str) -> Result<Response> {
    // Browsers keep pictures for a day, also ones that were replaced since.
    let of_what = row.clip_id.as_ref().map_or_else(|| portal.to_owned(), |clip| format!("{portal}/clips/{clip}"));
    let preview = Preview {
        film: format!("{of_what}/video"),
        poster: format!("{of_what}/poster?at={}", app.now),
        card: format!("{of_what}/poster?card=&at={}", app.now),
        captions: format!("{of_what}/captions.vtt"),
    };
    let (text, policy) = render(app, &Shown::of(app, "", row), Some(preview)).await?;
    Ok(ResponseBuilder::new()
        .with_header("content-type", "text/html; charset=utf-8")?
        .with_header("content-security-policy", &policy)?
        .fixed(text.into_bytes()))
}

/// Renders the page, and returns it with its policy.
async fn render(app: &App, shown: &Shown<'_>, preview: Option<Preview>) -> Result<(String, String)> {
    let Shown { row, path, address, .. } = shown;
    let (width, height) = row.size();
    let day = date_of(row.published_at);
    let spoken = Spoken::of(app, row).await?;
    let page = TestimonialPage {
        page: PlainPage::new(app).await?,
        title: &shown.title,
        description: &shown.description,
        address,
        path,
        oembed: format!("{}?url={}", absolute(&app.config, "/oembed"), encode_uri_component(address)),
        business: &row.company_name,
        logo: row.logo_url.as_deref(),
        slug: &row.custom_slug,
        media_type: row.container.mime(),
        width,
        height,
        has_poster: row.poster.is_some(),
        is_listed: row.is_listed,
        sitemap: sitemap_path(&row.custom_slug),
        structured: structured_data(app, shown, spoken.as_ref())?,
        spoken,
        day: day.to_string(),
        published_on: in_words(day),
        preview,
    };
    let policy = format!(
        "default-src 'none'; style-src 'self' 'nonce-{nonce}'; script-src 'nonce-{nonce}'; connect-src 'self'; \
         font-src 'self'; img-src 'self'; media-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
        nonce = page.page.nonce,
    );
    Ok((page.render()?, policy))
}

/// The film for search engines, as schema.org's `VideoObject`, which they take with a picture only. `<` is escaped, so
/// that no text ends the script.
fn structured_data(app: &App, shown: &Shown<'_>, spoken: Option<&Spoken>) -> Result<Option<String>> {
    let Shown { address, title, description, row, path } = shown;
    if row.poster.is_none() {
        return Ok(None);
    }
    let mut data = json!({
        "@context": "https://schema.org",
        "@type": "VideoObject",
        "name": title,
        "description": description,
        "thumbnailUrl": format!("{address}/poster.jpg"),
        "uploadDate": iso_time(row.published_at),
        "duration": format!("PT{}S", seconds(row.duration_ms)),
        "contentUrl": format!("{address}/film"),
        "embedUrl": absolute(&app.config, &path.replacen("/t/", "/embed/", 1)),
    });
    if let (Some(spoken), Some(fields)) = (spoken, data.as_object_mut()) {
        fields.insert("transcript".to_owned(), spoken.text.as_str().into());
    }
    Ok(Some(serde_json::to_string(&data)?.replace('<', "\\u003c")))
}

/// Responds with a public page under its own policy.
pub fn html(text: String, policy: &str) -> Result<Response> {
    Ok(ResponseBuilder::new()
        .with_header("content-type", "text/html; charset=utf-8")?
        .with_header("content-security-policy", policy)?
        .with_header("cache-control", &cache_rule())?
        // Only framed pages allow others to frame them; this is for sites that isolate themselves.
        .with_header("cross-origin-resource-policy", "cross-origin")?
        .fixed(text.into_bytes()))
}

#[derive(Template)]
#[template(path = "routes/public/embed.html")]
struct EmbedPage<'a> {
    title: &'a str,
    address: &'a str,
    path: &'a str,
    has_poster: bool,
    spoken: Option<Spoken>,
    nonce: String,
}

/// `GET /embed/{id}`: the film alone. Needs no script, cookie or storage, and may be framed by every site.
pub async fn embed(app: &App, testimonial: PublicTestimonial) -> Result<Response> {
    let shown = Shown::new(app, &testimonial);
    let page = EmbedPage {
        title: &shown.title,
        address: &shown.address,
        path: &shown.path,
        has_poster: shown.row.poster.is_some(),
        spoken: Spoken::of(app, shown.row).await?,
        nonce: token::secret_id()?,
    };
    let policy = format!(
        "default-src 'none'; style-src 'nonce-{nonce}'; script-src 'nonce-{nonce}'; connect-src {origin}; \
         img-src {origin}; media-src {origin}; frame-ancestors *; base-uri 'none'; form-action 'none'",
        nonce = page.nonce,
        origin = app.config.public_origin,
    );
    html(page.render()?, &policy)
}

/// `GET /t/{id}/film`.
pub async fn film(app: &App, testimonial: PublicTestimonial, request: &Request) -> Result<Response> {
    let PublicTestimonial { row, .. } = testimonial;
    let key = row.film.ok_or_else(|| Error::not_found("Film"))?;
    let etag = format!("\"{}\"", key.rsplit('/').next().unwrap_or_default());
    let answer = on_other_sites(ResponseBuilder::new().with_header("etag", &etag)?)?;
    if request.header("if-none-match").is_some_and(|known| etag::is_known(&known, &etag)) {
        return Ok(answer.with_status(304).empty());
    }
    // A range of another copy would be joined to the wrong bytes.
    let is_same = request.header("if-range").is_none_or(|known| etag::is_same(&known, &etag));
    let range = request.header("range").filter(|_| is_same);
    let size = row.size_bytes;
    let range = match byte_range::parse(range.as_deref(), size)? {
        ByteRange::All => None,
        ByteRange::Part(offset, length) => Some((offset, length)),
    };
    let answer = answer.with_header("content-type", row.container.mime())?.with_header("accept-ranges", "bytes")?;
    let answer = part_of(answer, range, Some(range.map_or(size, |(_, length)| length)), size)?;
    if request.is_head() {
        return Ok(answer.empty());
    }
    let object = app.files.get(&key, range).await?.ok_or_else(|| Error::not_found("Film"))?;
    match object.body().ok_or_else(|| Error::not_found("Film"))?.response_body()? {
        ResponseBody::Stream(stream) => Ok(answer.body(ResponseBody::Stream(stream))),
        other => Ok(answer.body(other)),
    }
}

/// Responds with captions as `WebVTT`.
fn captions_of(words: Option<TranscriptRow>, answer: ResponseBuilder) -> Result<Response> {
    let words = words.ok_or_else(|| Error::not_found("Captions"))?;
    let file = vtt(&words.cues(), &words.transcript().language);
    Ok(answer.with_header("content-type", "text/vtt; charset=utf-8")?.fixed(file.into_bytes()))
}

/// Responds with the captions of a submission's whole film, which no cache may keep.
pub async fn private_captions(app: &App, submission_id: &str) -> Result<Response> {
    uncached_captions(transcript::with_words(&app.db, submission_id).await?)
}

/// Responds with captions that no cache may keep.
pub fn uncached_captions(words: Option<TranscriptRow>) -> Result<Response> {
    captions_of(words, ResponseBuilder::new().with_header("cache-control", "private, no-store")?)
}

/// `GET /t/{id}/captions.vtt`.
pub async fn captions(app: &App, PublicTestimonial { row, .. }: PublicTestimonial) -> Result<Response> {
    captions_of(public_words(app, &row).await?, on_other_sites(ResponseBuilder::new())?)
}

/// `GET /t/{id}/poster.jpg`.
pub async fn poster(
    app: &App,
    PublicTestimonial { row, .. }: PublicTestimonial,
    request: &Request,
) -> Result<Response> {
    picture(app, request, row.poster, "still.jpg").await
}

/// `GET /t/{id}/card.jpg`.
pub async fn card(app: &App, PublicTestimonial { row, .. }: PublicTestimonial, request: &Request) -> Result<Response> {
    picture(app, request, row.poster, "card.jpg").await
}

/// Responds with a picture of a poster, for pages of other sites too.
pub async fn picture(app: &App, request: &Request, poster: Option<String>, file: &str) -> Result<Response> {
    let poster = poster.ok_or_else(|| Error::not_found("Image"))?;
    let response = image::jpeg(app, request, &format!("{POSTERS}{poster}/{file}"), &cache_rule()).await?;
    for (name, value) in OTHER_SITES {
        response.headers().set(name, value)?;
    }
    Ok(response)
}

/// `POST /t/{id}/views?view=…&host=…`.
pub async fn count(app: &App, testimonial: PublicTestimonial, request: &Request) -> Result<WithHeaders<Empty>> {
    const NO_SUCH_VIEW: &str = "Please send shown, begun, half or whole.";
    let view = request.filter("view", View::parse, NO_SUCH_VIEW)?.ok_or_else(|| Error::malformed(NO_SUCH_VIEW))?;
    let host = request.text_query("host")?.and_then(|host| https_url::origin(&format!("https://{host}")));
    let host = host.and_then(|origin| Some(origin.strip_prefix("https://")?.to_owned())).unwrap_or_default();
    count_view::run(app, testimonial.row.id, host, view);
    // A sandboxed frame of ours is another site.
    Ok(WithHeaders::new(Empty {}).header("cross-origin-resource-policy", "cross-origin"))
}

/// Lets pages of other sites show an answer, also with captions, which need CORS.
pub const OTHER_SITES: [(&str, &str); 2] =
    [("cross-origin-resource-policy", "cross-origin"), ("access-control-allow-origin", "*")];

fn on_other_sites(mut answer: ResponseBuilder) -> Result<ResponseBuilder> {
    for (name, value) in OTHER_SITES {
        answer = answer.with_header(name, value)?;
    }
    Ok(answer.with_header("cache-control", &cache_rule())?)
}

/// Path of a client's sitemap.
pub fn sitemap_path(slug: &str) -> String {
    format!("/record/{slug}/testimonials.xml")
}

/// `GET /record/{slug}/testimonials.xml`.
pub async fn sitemap(app: &App, slug: &str) -> Result<Response> {
    let none = || Error::not_found("Sitemap");
    let slug = slug::of_address(slug).ok_or_else(none)?;
    let client = client::publisher(&app.db, &slug).await?.ok_or_else(none)?;
    let mut text = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
    );
    if client.is_listed && is_public(&client.facts(), app.now) {
        for line in publication::of_client(&app.db, &client.id).await? {
            let address = escape(&absolute(&app.config, &format!("/t/{}", line.public_id)));
            let _ = writeln!(text, "<url><loc>{address}</loc><lastmod>{}</lastmod></url>", iso_time(line.published_at));
        }
    }
    text.push_str("</urlset>\n");
    Ok(ResponseBuilder::new()
        .with_header("content-type", "application/xml; charset=utf-8")?
        .with_header("cache-control", &cache_rule())?
        .fixed(text.into_bytes()))
}
