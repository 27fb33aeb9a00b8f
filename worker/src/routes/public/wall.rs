//! The public addresses of a wall: its page, its frame for other sites, its poster, and the script of embeds.

use askama::Template;
use domain::api::walls::WallSettings;
use domain::color::is_light;
use domain::date::{date_of, short};
use domain::etag;
use domain::limits::WALL_PAGE;
use domain::number::parse_u64;
use domain::wall::{LAST_PAGE, WallFilling, WallLayout, WallScheme, WallTypeface, is_font_list};
use js_sys::encode_uri_component;
use worker::{Response, ResponseBuilder};

use crate::app::App;
use crate::auth::public_wall::PublicWall;
use crate::auth::signed_url::absolute;
use crate::auth::token;
use crate::error::{Error, Result};
use crate::request::Request;
use crate::routes::public::shell;
use crate::routes::public::testimonial::{OTHER_SITES, caption_label, html, picture, sitemap_path};
use crate::store::clients::wall::{self, WallItemRow};

/// Largest width of a wall, in rem.
const MAX_WIDTH: u32 = 75;

/// A testimonial, as the page shows it.
struct Item {
    id: String,
    name: String,
    day: String,
    width: u32,
    height: u32,
    has_poster: bool,
    /// Language and label of the captions.
    captions: Option<(String, &'static str)>,
    has_track: bool,
    quote: Option<String>,
}

impl Item {
    fn new(row: WallItemRow) -> Self {
        let (width, height) = row.size();
        Self {
            name: row.name().unwrap_or_else(|| "A customer".to_owned()),
            day: short(date_of(row.published_at)),
            width,
            height,
            has_poster: row.poster.is_some(),
            quote: row.quote(),
            has_track: row.has_track(),
            captions: row.language.map(|language| (language, caption_label(row.is_checked))),
            id: row.public_id,
        }
    }

    /// Its largest width in a grid, in rem.
    const fn grid_width(&self) -> u32 {
        if self.height > self.width { 20 } else { 30 }
    }
}

#[derive(Template)]
#[template(path = "routes/public/wall.html")]
#[allow(clippy::struct_excessive_bools)] // facts that have nothing to do with each other
struct WallPage<'a> {
    settings: &'a WallSettings,
    business: &'a str,
    logo: Option<&'a str>,
    address: String,
    description: String,
    /// Its description's URL, on the page that links it.
    oembed: Option<String>,
    /// Path of its client's sitemap, if search engines may list it.
    sitemap: Option<String>,
    is_page: bool,
    is_grid: bool,
    is_single: bool,
    has_poster: bool,
    nonce: String,
    /// Background and text.
    colors: (&'a str, &'a str),
    color_scheme: &'static str,
    follows_visitor: bool,
    on_accent: &'static str,
    font_file: Option<String>,
    /// Families before the device's, each followed by a comma. Checked.
    font_family: String,
    /// Whether an item has a quote.
    has_quote: bool,
    /// Largest width in rem: a grid of a few testimonials is narrow and centred.
    max_width: u32,
    /// Height besides the films in rem, of layouts that fit the window.
    around: u32,
    items: Vec<Item>,
    page: usize,
    has_next: bool,
    /// More of a page's query.
    page_query: String,
}

impl WallPage<'_> {
    /// Whether the wall ends before this page.
    const fn is_beyond(&self) -> bool {
        self.page > 1 && self.items.is_empty()
    }
}

/// `GET /w/{id}?page=…`.
pub async fn page(app: &App, wall: PublicWall, request: &Request) -> Result<Response> {
    show(app, &wall, request, true).await
}

/// `GET /embed/wall/{id}?page=…&font=…`. Needs no script, cookie or storage, and may be framed by every site.
pub async fn embed(app: &App, wall: PublicWall, request: &Request) -> Result<Response> {
    show(app, &wall, request, false).await
}

async fn show(app: &App, PublicWall { id, row }: &PublicWall, request: &Request, is_page: bool) -> Result<Response> {
    let settings = row.settings.as_ref().ok_or_else(|| Error::not_found("Wall"))?;
    let page = request.text_query("page")?.and_then(|text| parse_u64(&text)).and_then(|page| page.try_into().ok());
    let page = page.unwrap_or(1).clamp(1, LAST_PAGE);
    let end = page.saturating_mul(WALL_PAGE);
    // One more than the page shows tells whether another follows; a wall by hand knows its length.
    let ends_here = settings.filling == WallFilling::ByHand && settings.items.len() == end;
    let wanted = if ends_here { end } else { end.saturating_add(1) };
    let rows = wall::items(&app.db, row, wanted.try_into().unwrap_or(u32::MAX), app.now).await?;
    let has_next = rows.len() > end;
    let has_poster = rows.first().is_some_and(|row| row.poster.is_some());
    let items: Vec<Item> =
        rows.into_iter().skip(end.saturating_sub(WALL_PAGE)).take(WALL_PAGE).map(Item::new).collect();
    let has_quote = items.iter().any(|item| item.quote.is_some());
    let font = request.text_query("font")?.filter(|font| is_font_list(font));
    let (font_file, font_family) = match settings.typeface {
        WallTypeface::Ours => (Some(shell::text_font(app).await?), "Sayso,".to_owned()),
        WallTypeface::Host => (None, font.as_ref().map_or_else(String::new, |font| format!("{font},"))),
    };
    let is_grid = settings.layout == WallLayout::Grid;
    let (background, text) = (settings.background.as_str(), settings.text.as_str());
    let address = absolute(&app.config, &format!("/w/{id}"));
    let template = WallPage {
        business: &row.company_name,
        logo: row.logo_url.as_deref(),
        description: format!("Customers talk about {}, on video.", row.company_name),
        oembed: is_page.then(|| format!("{}?url={}", absolute(&app.config, "/oembed"), encode_uri_component(&address))),
        address,
        sitemap: (is_page && row.is_listed).then(|| sitemap_path(&row.custom_slug)),
        is_page,
        is_grid,
        is_single: settings.layout == WallLayout::Single,
        has_poster,
        nonce: token::secret_id()?,
        colors: if settings.scheme == WallScheme::Dark { (text, background) } else { (background, text) },
        color_scheme: match settings.scheme {
            WallScheme::Light => "light",
            WallScheme::Dark => "dark",
            WallScheme::Visitor => "light dark",
        },
        follows_visitor: settings.scheme == WallScheme::Visitor,
        on_accent: if is_light(&settings.accent) { "#15120e" } else { "#fff" },
        font_file,
        font_family,
        max_width: if is_grid {
            items.iter().map(Item::grid_width).sum::<u32>().clamp(20, MAX_WIDTH)
        } else {
            MAX_WIDTH
        },
        around: if is_page { 15 } else { 6 } + if has_quote { 5 } else { 0 },
        has_quote,
        items,
        page,
        has_next,
        page_query: font.map_or_else(String::new, |font| format!("&font={}", encode_uri_component(&font))),
        settings,
    };
    let origin = &app.config.public_origin;
    let policy = format!(
        "default-src 'none'; style-src 'nonce-{0}'; script-src 'nonce-{0}'; connect-src {origin}; img-src {origin}; media-src {origin}; font-src {origin}; \
         frame-ancestors {1}; base-uri 'none'; form-action 'none'",
        template.nonce,
        if is_page { "'none'" } else { "*" },
    );
    let status = if template.is_beyond() { 404 } else { 200 };
    Ok(html(template.render()?, &policy)?.with_status(status))
}

/// `GET /w/{id}/poster.jpg`: that of the first testimonial, for links to the wall.
pub async fn poster(app: &App, PublicWall { row, .. }: PublicWall, request: &Request) -> Result<Response> {
    let items = wall::items(&app.db, &row, 1, app.now).await?;
    picture(app, request, items.into_iter().find_map(|item| item.poster), "still.jpg").await
}

/// `GET /embed.js`. Snippets on other sites name it for years, so caches keep it for a day and then ask again.
pub async fn script(_: &App, request: &Request) -> Result<Response> {
    const SCRIPT: &str = include_str!("embed.js");
    // FNV-1a: enough to tell versions apart.
    let hash = SCRIPT
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    let etag = format!("\"{hash:016x}\"");
    let mut answer = ResponseBuilder::new()
        .with_header("content-type", "text/javascript; charset=utf-8")?
        .with_header("cache-control", "public, max-age=86400, must-revalidate")?
        .with_header("etag", &etag)?;
    for (name, value) in OTHER_SITES {
        answer = answer.with_header(name, value)?;
    }
    if request.header("if-none-match").is_some_and(|known| etag::is_known(&known, &etag)) {
        return Ok(answer.with_status(304).empty());
    }
    Ok(answer.fixed(SCRIPT.as_bytes().to_vec()))
}
