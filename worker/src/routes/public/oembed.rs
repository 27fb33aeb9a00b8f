//! oEmbed 1.0: describes a public testimonial or wall to sites that embed links.

use domain::number::parse_u64;
use domain::publication::{EMBED_SIZE, PUBLIC_CACHE_MS, fit, oembed_frame};
use domain::wall::{WALL_SIZE, oembed_wall_frame};
use serde_json::{Map, Value, json};
use worker::{Response, ResponseBuilder};

use crate::app::App;
use crate::auth::public_testimonial::PublicTestimonial;
use crate::auth::public_wall::PublicWall;
use crate::error::{Error, Result, refusal};
use crate::html::escape;
use crate::request::Request;
use crate::routes::public::testimonial::Shown;

/// A format other than JSON and XML, as oEmbed's 2.3.3.2 demands.
pub const NO_SUCH_FORMAT: Error = refusal!(501, "no_such_format", "Please ask for json or xml.");

/// `GET /oembed?url=…&format=…&maxwidth=…&maxheight=…`.
pub async fn get(app: &App, request: &Request) -> Result<Response> {
    let format = request.text_query("format")?.unwrap_or_else(|| "json".to_owned());
    if format != "json" && format != "xml" {
        return Err(NO_SUCH_FORMAT);
    }
    let address = request.text_query("url")?.unwrap_or_default();
    let path = address.strip_prefix(&app.config.public_origin).unwrap_or_default();
    let id_in = |folders: [&str; 2]| {
        let rest = folders.iter().find_map(|folder| path.strip_prefix(folder))?;
        rest.split(['?', '#', '/']).next()
    };
    let most = |name: &str, default: u32| -> Result<u32> {
        let given = request.text_query(name)?.and_then(|text| parse_u64(&text)).and_then(|most| most.try_into().ok());
        Ok(given.unwrap_or(default).max(1))
    };
    let description = if let Some(id) = id_in(["/w/", "/embed/wall/"]) {
        let wall = PublicWall::of(app, id).await?;
        describe_wall(app, &wall, (most("maxwidth", WALL_SIZE.0)?, most("maxheight", WALL_SIZE.1)?))
    } else {
        let id = id_in(["/t/", "/embed/"]).ok_or_else(|| Error::not_found("Testimonial"))?;
        let testimonial = PublicTestimonial::of(app, id).await?;
        let wanted = (most("maxwidth", EMBED_SIZE.0)?, most("maxheight", EMBED_SIZE.1)?);
        let thumbnail = (most("maxwidth", u32::MAX)?, most("maxheight", u32::MAX)?);
        describe(app, &testimonial, wanted, thumbnail)
    };
    let (kind, text) = if format == "xml" {
        ("text/xml; charset=utf-8", xml(&description))
    } else {
        ("application/json", serde_json::to_string(&description)?)
    };
    Ok(ResponseBuilder::new()
        .with_header("content-type", kind)?
        .with_header("access-control-allow-origin", "*")?
        .with_header("cross-origin-resource-policy", "cross-origin")?
        .fixed(text.into_bytes()))
}

/// `most`: width and height in pixels of the film; `thumbnail`: those of the thumbnail, which has one size.
fn describe(app: &App, testimonial: &PublicTestimonial, most: (u32, u32), thumbnail: (u32, u32)) -> Map<String, Value> {
    let shown = Shown::new(app, testimonial);
    let (width, height) = fit(shown.row.size(), most);
    let html = oembed_frame(&app.config.public_origin, &testimonial.id, &escape(&shown.title), (width, height));
    let size = shown.row.size();
    let has_thumbnail = shown.row.poster.is_some() && size.0 <= thumbnail.0 && size.1 <= thumbnail.1;
    let thumbnail = has_thumbnail.then(|| (format!("{}/poster.jpg", shown.address), size));
    let mut description = common(app, "video", &shown.title, &shown.row.company_name, (width, height), &html);
    let fields = [
        ("thumbnail_url", thumbnail.as_ref().map(|(address, _)| json!(address))),
        ("thumbnail_width", thumbnail.as_ref().map(|(_, (width, _))| json!(width))),
        ("thumbnail_height", thumbnail.as_ref().map(|(_, (_, height))| json!(height))),
    ];
    description.extend(fields.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))));
    description
}

fn describe_wall(app: &App, PublicWall { id, row }: &PublicWall, most: (u32, u32)) -> Map<String, Value> {
    let (width, height) = (most.0.min(WALL_SIZE.0), most.1.min(WALL_SIZE.1));
    let title = format!("Video testimonials for {}", row.company_name);
    let html = oembed_wall_frame(&app.config.public_origin, id, &escape(&title), (width, height));
    common(app, "rich", &title, &row.company_name, (width, height), &html)
}

/// The fields that every description has.
fn common(
    app: &App,
    kind: &str,
    title: &str,
    business: &str,
    (width, height): (u32, u32),
    html: &str,
) -> Map<String, Value> {
    let fields = [
        ("version", json!("1.0")),
        ("type", json!(kind)),
        ("title", json!(title)),
        ("author_name", json!(business)),
        ("provider_name", json!("Sayso")),
        ("provider_url", json!(app.config.public_origin)),
        ("cache_age", json!(PUBLIC_CACHE_MS / 1000)),
        ("width", json!(width)),
        ("height", json!(height)),
        ("html", json!(html)),
    ];
    fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

fn xml(description: &Map<String, Value>) -> String {
    let element = |(name, value): (&String, &Value)| {
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        format!("<{name}>{}</{name}>", escape(&text))
    };
    let elements: String = description.iter().map(element).collect();
    format!("<?xml version=\"1.0\" encoding=\"utf-8\" standalone=\"yes\"?>\n<oembed>{elements}</oembed>\n")
}
