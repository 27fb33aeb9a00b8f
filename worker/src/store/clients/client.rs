//! `clients`.

pub mod admin;
pub mod cancellation;

use chrono::NaiveDate;
use domain::api::client::{ClientView, WatermarkChange};
use domain::api::public::{Accepting, PublicClient};
use domain::client::{AssetType, ClientStatus, ReviewPlatform};
use domain::publication::{self, PublicationStatus};
use domain::row::flag;
use domain::{gate, subscription, watermark};
use media_wasm::watermark::{Alignment, Position};
use serde::Deserialize;

use crate::error::{Error, Result};
use crate::store::db::{Db, Query};

/// Whether videos were delivered to a drive that the client connected itself.
macro_rules! has_own_drive_sql {
    () => {
        "EXISTS (SELECT 1 FROM drive_connections d
                  WHERE d.client_id = clients.id AND d.is_platform = 0 AND d.last_video_at IS NOT NULL) AS has_own_drive"
    };
}
pub(in crate::store) use has_own_drive_sql;

macro_rules! view_sql {
    ($condition:literal) => {
        concat!(
            "SELECT id, company_name, contact_name, email, plan_type, status, custom_slug, credits_per_month,
                    credits_remaining, counts_credits, next_reset_date, watermark_enabled, watermark_text, watermark_font_size,
                    watermark_font_color, watermark_position, watermark_text_alignment, drive_link,
                    review_link_type, review_link_url, questions, logo_url, qr_code_url, cancelled_at, suspended_by_plan, holds_everything, is_listed, transcribes, keeps_own_drive, ",
            has_own_drive_sql!(),
            ", submissions_count,
                    (SELECT unpaid_since FROM subscriptions s WHERE s.id = clients.subscription_id) AS unpaid_since
               FROM clients ",
            $condition
        )
    };
}

/// A row of the public look-up. The credits never reach the public.
#[derive(Deserialize)]
struct PublicRow {
    support_url: Option<String>,
    id: Option<String>,
    custom_slug: Option<String>,
    company_name: Option<String>,
    logo_url: Option<String>,
    review_link_type: Option<ReviewPlatform>,
    review_link_url: Option<String>,
    questions: Option<String>,
    watermark_enabled: Option<u8>,
    watermark_text: Option<String>,
    watermark_font_size: Option<u8>,
    watermark_font_color: Option<String>,
    watermark_position: Option<Position>,
    watermark_text_alignment: Option<Alignment>,
    status: Option<ClientStatus>,
    credits_remaining: Option<i64>,
    counts_credits: Option<u8>,
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
            questions: self.questions.unwrap_or_default().lines().map(str::to_owned).collect(),
            watermark_enabled: self.watermark_enabled? != 0,
            watermark_text: watermark::text_of(self.watermark_text, &company_name),
            company_name,
            watermark_font_size: self.watermark_font_size?,
            watermark_font_color: self.watermark_font_color?,
            watermark_position: self.watermark_position?,
            watermark_text_alignment: self.watermark_text_alignment?,
            accepting: gate::accepting(self.status?, self.credits_remaining?, self.counts_credits? != 0),
        })
    }
}

macro_rules! public_sql {
    ($join:literal) => {
        concat!(
            "SELECT s.support_url, c.id, c.custom_slug, c.company_name, c.logo_url, c.review_link_type,
                    c.review_link_url, c.questions, c.watermark_enabled, c.watermark_text, c.watermark_font_size,
                    c.watermark_font_color, c.watermark_position, c.watermark_text_alignment, c.status,
                    c.credits_remaining, c.counts_credits
               FROM (SELECT (SELECT setting_value FROM admin_settings WHERE setting_key = 'support_url')
                       AS support_url) s ",
            $join
        )
    };
}

/// Returns the slug of the client that a purchase pays for.
pub async fn slug_of_checkout(db: &Db, checkout: &str) -> Result<Option<String>> {
    let query = Query::new(
        "SELECT c.custom_slug AS id FROM subscriptions s JOIN clients c ON c.id = s.client_id WHERE s.checkout_id = ?1",
    );
    Ok(db.ids(query.bind(checkout)).await?.pop())
}

/// Completes a statement with the id of the client that has or had a slug.
macro_rules! of_slug_sql {
    ($start:expr, $end:literal) => {
        concat!(
            $start,
            "coalesce((SELECT id FROM clients WHERE custom_slug = ?1), (SELECT client_id FROM former_slugs WHERE slug = ?1))",
            $end
        )
    };
}

/// Returns the public data of the client with a slug, and the support link in the same round trip.
pub async fn by_slug(db: &Db, slug: &str) -> Result<(Option<PublicClient>, Option<String>)> {
    let sql = concat!(public_sql!(""), of_slug_sql!("LEFT JOIN clients c ON c.id = ", " AND c.is_demo = 0"));
    public(db, Query::new(sql).bind(slug)).await
}

/// Returns the public data of the client with a branded page, and the support link.
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

/// The columns that decide whether a client takes a submission.
#[derive(Deserialize)]
pub struct ClientGate {
    pub company_name: String,
    status: ClientStatus,
    credits_remaining: i64,
    #[serde(deserialize_with = "flag")]
    counts_credits: bool,
    /// Whether the business approves each submission first.
    #[serde(deserialize_with = "flag")]
    pub holds_everything: bool,
}

impl ClientGate {
    /// Whether the client accepts a submission now.
    #[must_use]
    pub fn accepting(&self) -> Accepting {
        gate::accepting(self.status, self.credits_remaining, self.counts_credits)
    }

    /// Credits left. `None` if the client counts none.
    #[must_use]
    pub fn credits(&self) -> Option<i64> {
        self.counts_credits.then_some(self.credits_remaining)
    }
}

/// Returns the gate of a client. The demo's own client accepts submissions through its webhook only.
pub async fn client_gate(db: &Db, id: &str, by_webhook: bool) -> Result<Option<ClientGate>> {
    let query = Query::new(
        "SELECT company_name, status, credits_remaining, counts_credits, holds_everything FROM clients
          WHERE id = ?1 AND is_demo <= ?2",
    );
    db.first(query.bind(id).bind(by_webhook)).await
}

/// Whether a client with this id exists and has a plan.
pub async fn exists(db: &Db, id: &str) -> Result<bool> {
    let query = Query::new("SELECT 1 FROM clients WHERE id = ?1 AND counts_credits = 1");
    db.has_row(query.bind(id)).await
}

/// Whether a subscription pays a client's plan.
pub async fn is_paid_by(db: &Db, id: &str, subscription_id: &str) -> Result<bool> {
    let query = Query::new("SELECT 1 FROM clients WHERE id = ?1 AND subscription_id = ?2");
    db.has_row(query.bind(id).bind(subscription_id)).await
}

/// A client's credits and the dates of its month.
#[derive(Deserialize)]
pub struct CreditBalance {
    pub company_name: String,
    pub email: String,
    pub credits_remaining: i64,
    pub credits_per_month: i64,
    pub next_reset_date: Option<NaiveDate>,
    pub last_reset_date: Option<NaiveDate>,
    pub cancelled_at: Option<i64>,
    pub status: ClientStatus,
    /// Since when the month is unpaid.
    pub unpaid_since: Option<i64>,
}

/// Returns the credits of a client that counts them.
pub async fn credit_balance(db: &Db, id: &str) -> Result<Option<CreditBalance>> {
    let query = Query::new(
        "SELECT c.company_name, c.email, c.credits_remaining, c.credits_per_month, c.next_reset_date, c.last_reset_date,
                c.cancelled_at, c.status, s.unpaid_since
           FROM clients c LEFT JOIN subscriptions s ON s.id = c.subscription_id WHERE c.id = ?1 AND c.counts_credits = 1",
    );
    db.first(query.bind(id)).await
}

#[derive(Deserialize)]
struct Name {
    company_name: String,
}

/// Returns the name of a client, if it belongs to the user. Without a user, of any client.
pub async fn name(db: &Db, id: &str, user_id: Option<&str>) -> Result<Option<String>> {
    let query =
        Query::new("SELECT company_name FROM clients WHERE id = ?1 AND is_demo = 0 AND (?2 IS NULL OR user_id = ?2)");
    Ok(db.first::<Name>(query.bind(id).bind(user_id)).await?.map(|row| row.company_name))
}

/// Returns the payer behind a Stripe customer or a guest's purchase of credits.
pub async fn payer(db: &Db, payer: &str) -> Result<Payer> {
    let query = Query::new(
        "SELECT (SELECT company_name FROM clients
                  WHERE id = coalesce((SELECT client_id FROM subscriptions WHERE customer = ?1 AND client_id IS NOT NULL LIMIT 1),
                                      (SELECT client_id FROM top_ups WHERE id = ?1))) AS company,
                coalesce((SELECT email FROM subscriptions WHERE customer = ?1 LIMIT 1), (SELECT email FROM top_ups WHERE id = ?1)) AS email",
    );
    Ok(db.first(query.bind(payer)).await?.unwrap_or_default())
}

/// The known data of a payer.
#[derive(Default, Deserialize)]
pub struct Payer {
    /// Name of the client that pays.
    pub company: Option<String>,
    /// The address entered at payment.
    pub email: Option<String>,
}

/// Returns the address that a client's mails are sent to.
pub async fn email(db: &Db, id: &str) -> Result<Option<String>> {
    #[derive(Deserialize)]
    struct Address {
        email: String,
    }
    let query = Query::new("SELECT email FROM clients WHERE id = ?1");
    Ok(db.first::<Address>(query.bind(id)).await?.map(|row| row.email))
}

/// Selects the client that a portal shows.
#[derive(Clone, Copy)]
pub enum ClientSelector<'a> {
    /// The client of a user.
    UserId(&'a str),
    Id(&'a str),
    Slug(&'a str),
    /// The newest client.
    First,
}

/// Returns a client as its portal shows it.
pub async fn view(db: &Db, which: ClientSelector<'_>) -> Result<Option<ClientView>> {
    let (query, value) = match which {
        ClientSelector::UserId(id) => (Query::new(view_sql!("WHERE user_id = ?1")), id),
        ClientSelector::Id(id) => (Query::new(view_sql!("WHERE id = ?1 AND is_demo = 0")), id),
        ClientSelector::Slug(slug) => {
            (Query::new(concat!(view_sql!(""), of_slug_sql!("WHERE id = ", " AND is_demo = 0"))), slug)
        }
        ClientSelector::First => {
            (Query::new(view_sql!("WHERE ?1 IS NOT NULL AND is_demo = 0 ORDER BY created_at DESC LIMIT 1")), "")
        }
    };
    db.first(query.bind(value)).await
}

/// Stores a change of the watermark, either its switch or its five settings. `after` holds the new values.
#[must_use]
pub fn change_watermark(id: &str, change: &WatermarkChange, after: &ClientView) -> Query {
    match change {
        WatermarkChange::Switch { .. } => {
            Query::new("UPDATE clients SET watermark_enabled = ?2 WHERE id = ?1").bind(id).bind(after.watermark_enabled)
        }
        WatermarkChange::Settings { .. } => Query::new(
            "UPDATE clients SET watermark_text = ?2, watermark_font_size = ?3, watermark_font_color = ?4,
                                watermark_position = ?5, watermark_text_alignment = ?6
              WHERE id = ?1",
        )
        .bind(id)
        .bind(after.watermark_text.as_deref())
        .bind(u32::from(after.watermark_font_size))
        .bind(&after.watermark_font_color)
        .bind(after.watermark_position.as_str())
        .bind(after.watermark_text_alignment.as_str()),
    }
}

#[derive(Deserialize)]
struct AssetRow {
    url: Option<String>,
}

/// Replaces or removes an image's URL and returns the previous one. `note` makes the audit entry from the previous URL.
pub async fn replace_asset(
    db: &Db,
    id: &str,
    asset: AssetType,
    url: Option<&str>,
    note: impl Fn(Option<&str>) -> Option<Query>,
) -> Result<Option<String>> {
    let (current, change) = match asset {
        AssetType::Logo => (
            "SELECT logo_url AS url FROM clients WHERE id = ?1",
            "UPDATE clients SET logo_url = ?2 WHERE id = ?1 AND logo_url IS ?3",
        ),
        AssetType::Qr => (
            "SELECT qr_code_url AS url FROM clients WHERE id = ?1",
            "UPDATE clients SET qr_code_url = ?2 WHERE id = ?1 AND qr_code_url IS ?3",
        ),
    };
    // Retries, so that each of two concurrent replacements returns the image it really replaced.
    for _ in 0..5 {
        let row: AssetRow = db.first(Query::new(current).bind(id)).await?.ok_or_else(|| Error::not_found("Client"))?;
        let mut statements = vec![Query::new(change).bind(id).bind(url).bind(row.url.as_deref())];
        statements.extend(note(row.url.as_deref()));
        if db.transaction(statements).await?.first() == Some(&1) {
            return Ok(row.url);
        }
    }
    Err(Error::Internal("an image was replaced by others again and again".into()))
}

/// A client as the publisher of its testimonials.
#[derive(Deserialize)]
pub struct Publisher {
    pub id: String,
    status: ClientStatus,
    cancelled_at: Option<i64>,
    unpaid_since: Option<i64>,
    /// Whether search engines may list its testimonials.
    #[serde(deserialize_with = "flag")]
    pub is_listed: bool,
}

impl Publisher {
    /// The facts about a testimonial that it has published.
    #[must_use]
    pub fn facts(&self) -> publication::Facts {
        publication::Facts {
            publication: PublicationStatus::Public,
            client: self.status,
            plan: subscription::Facts { unpaid_since: self.unpaid_since, cancelled_at: self.cancelled_at },
        }
    }
}

macro_rules! publisher_sql {
    () => {
        "SELECT id, status, cancelled_at, is_listed,
                (SELECT unpaid_since FROM subscriptions s WHERE s.id = clients.subscription_id) AS unpaid_since
           FROM clients WHERE id = "
    };
}

/// Returns the publisher with a slug.
pub async fn publisher(db: &Db, slug: &str) -> Result<Option<Publisher>> {
    db.first(Query::new(of_slug_sql!(publisher_sql!(), " AND is_demo = 0")).bind(slug)).await
}

/// Returns a client as a publisher.
pub async fn publisher_by_id(db: &Db, id: &str) -> Result<Option<Publisher>> {
    db.first(Query::new(concat!(publisher_sql!(), "?1")).bind(id)).await
}

/// The client's data on a folder page.
#[derive(Deserialize)]
pub struct FolderOwner {
    pub company_name: String,
}

/// Returns the owner of a built-in drive folder.
pub async fn folder_owner(db: &Db, id: &str) -> Result<Option<FolderOwner>> {
    db.first(Query::new("SELECT company_name FROM clients WHERE id = ?1").bind(id)).await
}
