//! `clients`.

use domain::api::public::{Accepting, PublicClient};
use domain::client::Status;
use domain::{gate, watermark};
use serde::Deserialize;

use crate::error::Result;
use crate::store::db::{Db, Query};

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

/// The client of a slug as the public may know it, and the support link in the same round trip.
///
/// # Errors
/// When the database fails.
pub async fn by_slug(db: &Db, slug: &str) -> Result<(Option<PublicClient>, Option<String>)> {
    let query = Query::new(
        "SELECT s.support_url, c.id, c.custom_slug, c.company_name, c.logo_url, c.review_link_type,
                c.review_link_url, c.watermark_enabled, c.watermark_text, c.watermark_font_size,
                c.watermark_font_color, c.watermark_position, c.watermark_text_alignment, c.status,
                c.credits_remaining
           FROM (SELECT (SELECT setting_value FROM admin_settings WHERE setting_key = 'support_url') AS support_url) s
           LEFT JOIN clients c ON c.custom_slug = ?1",
    )
    .bind(slug);
    let Some(mut row) = db.first::<PublicRow>(query).await? else { return Ok((None, None)) };
    let support_url = row.support_url.take();
    Ok((row.client(), support_url))
}

#[derive(Deserialize)]
struct GateRow {
    status: String,
    credits_remaining: i64,
}

/// Whether a client would take a submission now; nothing where there is no such client.
///
/// # Errors
/// When the database fails.
pub async fn accepting(db: &Db, id: &str) -> Result<Option<Accepting>> {
    let query = Query::new("SELECT status, credits_remaining FROM clients WHERE id = ?1").bind(id);
    let row = db.first::<GateRow>(query).await?;
    Ok(row.map(|r| gate::accepting(Status::parse(&r.status), r.credits_remaining)))
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
