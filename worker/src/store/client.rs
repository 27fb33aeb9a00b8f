//! `clients`.

pub mod admin;

use domain::api::client::{ClientView, WatermarkChange};
use domain::api::public::{Accepting, PublicClient};
use domain::client::Status;
use domain::{gate, watermark};
use serde::Deserialize;

use crate::error::{Error, Result};
use crate::store::db::{Db, Query};

macro_rules! view_sql {
    ($condition:literal) => {
        concat!(
            "SELECT id, company_name, contact_name, email, plan_type, status, custom_slug, credits_per_month,
                    credits_remaining, next_reset_date, watermark_enabled, watermark_text, watermark_font_size,
                    watermark_font_color, watermark_position, watermark_text_alignment, drive_link,
                    review_link_type, review_link_url, logo_url, qr_code_url
               FROM clients ",
            $condition
        )
    };
}

/// What the public look-up reads; the credits stay on this side.
#[derive(Deserialize)]
struct PublicRow {
    support_url: Option<String>,
    id: Option<String>,
    custom_slug: Option<String>,
    company_name: Option<String>,
    logo_url: Option<String>,
    review_link_type: Option<String>,
    review_link_url: Option<String>,
    watermark_enabled: Option<u8>,
    watermark_text: Option<String>,
    watermark_font_size: Option<u8>,
    watermark_font_color: Option<String>,
    watermark_position: Option<String>,
    watermark_text_alignment: Option<String>,
    status: Option<String>,
    credits_remaining: Option<i64>,
}

impl PublicRow {
    fn client(self) -> Option<PublicClient> {
        let company_name = self.company_name?;
        Some(PublicClient {
            id: self.id?,
            custom_slug: self.custom_slug?,
            logo_url: self.logo_url,
            review_link_type: self.review_link_type?,
            review_link_url: self.review_link_url,
            watermark_enabled: self.watermark_enabled? != 0,
            watermark_text: watermark::text_of(self.watermark_text, &company_name),
            company_name,
            watermark_font_size: self.watermark_font_size?,
            watermark_font_color: self.watermark_font_color?,
            watermark_position: self.watermark_position?,
            watermark_text_alignment: self.watermark_text_alignment?,
            accepting: gate::accepting(Status::parse(&self.status?), self.credits_remaining?),
        })
    }
}

macro_rules! public_sql {
    ($join:literal) => {
        concat!(
            "SELECT s.support_url, c.id, c.custom_slug, c.company_name, c.logo_url, c.review_link_type,
                    c.review_link_url, c.watermark_enabled, c.watermark_text, c.watermark_font_size,
                    c.watermark_font_color, c.watermark_position, c.watermark_text_alignment, c.status,
                    c.credits_remaining
               FROM (SELECT (SELECT setting_value FROM admin_settings WHERE setting_key = 'support_url')
                       AS support_url) s ",
            $join
        )
    };
}

/// The client of a slug as the public may know it, and the support link in the same round trip.
///
/// # Errors
/// When the database fails.
pub async fn by_slug(db: &Db, slug: &str) -> Result<(Option<PublicClient>, Option<String>)> {
    public(db, Query::new(public_sql!("LEFT JOIN clients c ON c.custom_slug = ?1 AND c.is_demo = 0")).bind(slug)).await
}

/// The client of a branded page, likewise.
///
/// # Errors
/// When the database fails.
pub async fn by_branded_page(db: &Db, page: &str) -> Result<(Option<PublicClient>, Option<String>)> {
    let join = public_sql!(
        "LEFT JOIN clients c ON c.id = (SELECT client_id FROM branded_pages WHERE page = ?1) AND c.is_demo = 0"
    );
    public(db, Query::new(join).bind(page)).await
}

async fn public(db: &Db, query: Query) -> Result<(Option<PublicClient>, Option<String>)> {
    let Some(mut row) = db.first::<PublicRow>(query).await? else { return Ok((None, None)) };
    let support_url = row.support_url.take();
    Ok((row.client(), support_url))
}

#[derive(Deserialize)]
struct GateRow {
    status: String,
    credits_remaining: i64,
}

/// Whether a client would take a submission now; nothing where there is no such client. The demo's folder is one only
/// `by_webhook`, and never runs out of credits.
///
/// # Errors
/// When the database fails.
pub async fn accepting(db: &Db, id: &str, by_webhook: bool) -> Result<Option<Accepting>> {
    let query = Query::new(
        "SELECT status, credits_remaining + is_demo AS credits_remaining FROM clients WHERE id = ?1 AND is_demo <= ?2",
    );
    let query = query.bind(id).bind(by_webhook);
    let row = db.first::<GateRow>(query).await?;
    Ok(row.map(|r| gate::accepting(Status::parse(&r.status), r.credits_remaining)))
}

#[derive(Deserialize)]
struct Name {
    company_name: String,
}

/// The name of a client that belongs to a user; with no user, of any client. Nothing where there is none such.
///
/// # Errors
/// When the database fails.
pub async fn name(db: &Db, id: &str, user_id: Option<&str>) -> Result<Option<String>> {
    let query =
        Query::new("SELECT company_name FROM clients WHERE id = ?1 AND is_demo = 0 AND (?2 IS NULL OR user_id = ?2)");
    Ok(db.first::<Name>(query.bind(id).bind(user_id)).await?.map(|row| row.company_name))
}

/// Which client a portal shows.
#[derive(Clone, Copy)]
pub enum Which<'a> {
    /// The one that belongs to a user.
    OfUser(&'a str),
    /// The one of an id.
    Id(&'a str),
    /// The one of a slug.
    Slug(&'a str),
    /// The first of the list, newest first.
    First,
}

/// A row as [`ClientView`] but for what SQL has no type for.
#[derive(Deserialize)]
struct ViewRow {
    watermark_enabled: u8,
    #[serde(flatten)]
    rest: serde_json::Map<String, serde_json::Value>,
}

/// A client as its portal shows it.
///
/// # Errors
/// When the database fails.
pub async fn view(db: &Db, which: Which<'_>) -> Result<Option<ClientView>> {
    let (query, value) = match which {
        Which::OfUser(id) => (Query::new(view_sql!("WHERE user_id = ?1")), id),
        Which::Id(id) => (Query::new(view_sql!("WHERE id = ?1 AND is_demo = 0")), id),
        Which::Slug(slug) => (Query::new(view_sql!("WHERE custom_slug = ?1 AND is_demo = 0")), slug),
        Which::First => {
            (Query::new(view_sql!("WHERE ?1 IS NOT NULL AND is_demo = 0 ORDER BY created_at DESC LIMIT 1")), "")
        }
    };
    let Some(mut row) = db.first::<ViewRow>(query.bind(value)).await? else { return Ok(None) };
    row.rest.insert("watermark_enabled".into(), (row.watermark_enabled != 0).into());
    Ok(Some(serde_json::from_value(row.rest.into())?))
}

/// Changes the watermark's switch, or its five settings.
///
/// # Errors
/// When the database fails.
pub async fn change_watermark(db: &Db, id: &str, change: &WatermarkChange) -> Result<()> {
    let query = match change {
        WatermarkChange::Switch { watermark_enabled } => {
            Query::new("UPDATE clients SET watermark_enabled = ?2 WHERE id = ?1").bind(id).bind(*watermark_enabled)
        }
        WatermarkChange::Settings {
            watermark_text,
            watermark_font_size,
            watermark_font_color,
            watermark_position,
            watermark_text_alignment,
        } => Query::new(
            "UPDATE clients SET watermark_text = nullif(trim(?2), ''), watermark_font_size = ?3,
                                watermark_font_color = lower(?4), watermark_position = ?5,
                                watermark_text_alignment = ?6
              WHERE id = ?1",
        )
        .bind(id)
        .bind(watermark_text)
        .bind(u32::from(*watermark_font_size))
        .bind(watermark_font_color)
        .bind(watermark_position)
        .bind(watermark_text_alignment),
    };
    db.change(query).await.map(drop)
}

/// The images of a client.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asset {
    /// Shown to customers.
    Logo,
    /// A QR code of the client's own.
    Qr,
}

impl Asset {
    /// Its column.
    #[must_use]
    pub fn column(self) -> &'static str {
        match self {
            Self::Logo => "logo_url",
            Self::Qr => "qr_code_url",
        }
    }
}

#[derive(Deserialize)]
struct AssetRow {
    url: Option<String>,
}

/// Puts an image's new address in place and answers the one before it.
///
/// # Errors
/// When the database fails.
pub async fn replace_asset(db: &Db, id: &str, asset: Asset, url: &str) -> Result<Option<String>> {
    let (current, change) = match asset {
        Asset::Logo => (
            "SELECT logo_url AS url FROM clients WHERE id = ?1",
            "UPDATE clients SET logo_url = ?2 WHERE id = ?1 AND logo_url IS ?3",
        ),
        Asset::Qr => (
            "SELECT qr_code_url AS url FROM clients WHERE id = ?1",
            "UPDATE clients SET qr_code_url = ?2 WHERE id = ?1 AND qr_code_url IS ?3",
        ),
    };
    // Of two replacements side by side each must learn of the image that it really replaced.
    for _ in 0..5 {
        let row: AssetRow = db.first(Query::new(current).bind(id)).await?.ok_or(Error::NotFound("Client"))?;
        if db.change(Query::new(change).bind(id).bind(url).bind(row.url.as_deref())).await? == 1 {
            return Ok(row.url);
        }
    }
    Err(Error::Internal("an image was replaced by others again and again".into()))
}

/// What a folder page shows of its client.
#[derive(Deserialize)]
pub struct FolderOwner {
    /// The business's name.
    pub company_name: String,
}

/// The owner of a built-in drive folder.
///
/// # Errors
/// When the database fails.
pub async fn folder_owner(db: &Db, id: &str) -> Result<Option<FolderOwner>> {
    db.first(Query::new("SELECT company_name FROM clients WHERE id = ?1").bind(id)).await
}
