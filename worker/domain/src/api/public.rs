//! Data for anonymous visitors. Never contains an email address, a drive link, a user or a number
//! of credits.

use media_wasm::watermark::{Alignment, Position};
use serde::{Deserialize, Serialize};

use crate::client::ReviewPlatform;
use crate::string_enum::string_enum;

string_enum! {
    /// Whether a client accepts submissions now, and if not, why.
    Accepting {
        /// Active, with at least one credit.
        Yes = "yes",
        /// The status is not `active`; takes precedence over missing credits.
        Inactive = "inactive",
        /// No credits left.
        NoCredits = "no_credits",
    }
}

/// A client as shown on its record pages.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "public.ts"))]
pub struct PublicClient {
    /// Client id for submissions.
    pub id: String,
    /// Slug: the last part of the recording URL.
    pub custom_slug: String,
    /// Name of the business, shown if there is no logo.
    pub company_name: String,
    /// Same-origin path of the logo.
    pub logo_url: Option<String>,
    /// The platform of the review link.
    pub review_link_type: ReviewPlatform,
    /// Target of the review button, which is disabled without one.
    pub review_link_url: Option<String>,
    /// Suggested questions for customers.
    #[serde(default)]
    pub questions: Vec<String>,
    /// Whether recordings carry the watermark.
    pub watermark_enabled: bool,
    /// The text burnt in: at most two lines, never blank.
    pub watermark_text: String,
    /// Font size in px for a frame whose shorter side is 480 px, 12 to 48.
    pub watermark_font_size: u8,
    /// `#rrggbb`.
    pub watermark_font_color: String,
    /// Position of the watermark in the frame.
    pub watermark_position: Position,
    /// Alignment of its lines.
    pub watermark_text_alignment: Alignment,
    /// Whether a submission would be accepted.
    pub accepting: Accepting,
}

/// Body of `POST /api/public/films`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "public.ts"))]
pub struct FilmQuestion {
    /// SHA-256 of the whole file in hex.
    pub sha256: String,
}

/// The consents to a video. Empty if nobody agreed to it, or if it was erased since.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "public.ts"))]
pub struct FilmConsents {
    /// Oldest first.
    pub consents: Vec<FilmConsent>,
}

/// A consent to the use of a video in marketing, without the customer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "public.ts"))]
pub struct FilmConsent {
    /// Name of the business that may use it.
    pub business: String,
    /// UTC milliseconds.
    pub given_at: i64,
    /// When it was withdrawn, UTC milliseconds; `null` while it stands.
    pub withdrawn_at: Option<i64>,
}

/// Data written into the page, so that the first paint needs no API call.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "public.ts"))]
pub struct PageData {
    /// Target of every support link.
    pub support_url: String,
    /// Present on the record pages only.
    pub record: Option<RecordData>,
    /// Present on the home page only.
    pub home: Option<HomeData>,
    /// Present on a branded page only.
    pub branded: Option<BrandedData>,
    /// Present on the site's pages only, while a public wall of ours is set.
    pub wall: Option<OwnWall>,
}

/// The wall on the home page and the demo page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "public.ts"))]
pub struct OwnWall {
    /// Its heading.
    pub name: String,
    /// Path of its page for frames.
    pub embed_path: String,
}

/// Settings of the home page. All URLs are `https`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "public.ts"))]
pub struct HomeData {
    /// Target of `Get Started` of the Standard Plan; `null` until set.
    pub payment_link_standard: Option<String>,
    /// Target of `Get Started` of the No Setup Plan; `null` until set.
    pub payment_link_no_setup: Option<String>,
    /// Token that sign-ups are posted with.
    pub campaign_id: String,
    /// The pre-launch discount in words.
    pub launch_discount: String,
    /// The quotes of two clients, or none.
    pub quotes: Vec<ClientQuote>,
    /// Player URL of the demo video; `null` until set.
    pub demo_video: Option<String>,
    /// Player URLs of the four video testimonials; each `null` until set.
    pub testimonials: Vec<Option<String>>,
}

/// A client's opinion of the product.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "public.ts"))]
pub struct ClientQuote {
    /// The client's own words.
    pub words: String,
    /// The client's preferred name.
    pub name: String,
}

impl ClientQuote {
    /// Parses a setting, `words | name`.
    #[must_use]
    pub fn of_setting(value: &str) -> Option<Self> {
        let (words, name) = value.rsplit_once('|')?;
        let (words, name) = (words.trim().to_owned(), name.trim().to_owned());
        (!words.is_empty() && !name.is_empty()).then_some(Self { words, name })
    }
}

impl HomeData {
    /// Whether a plan can be bought online.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        self.payment_link_standard.is_some() || self.payment_link_no_setup.is_some()
    }
}

/// The branded page of one business.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "public.ts"))]
pub struct BrandedData {
    /// Path of the page after the slash.
    pub page: String,
    /// Upload address of its videos: `/webhooks/testimonials/{page}`.
    pub webhook: String,
    /// The business.
    pub client: PublicClient,
}

/// Client of a recording URL.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "public.ts"))]
pub struct RecordData {
    /// Requested slug.
    pub slug: String,
    /// `null` shows the `Client Not Found` state.
    pub client: Option<PublicClient>,
    /// Whether the database failed and this is a cached answer, so that the app should ask again.
    pub is_stale: bool,
}

/// Answer of `submit-testimonial`, and the error shape of all other calls.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "public.ts"))]
pub struct SubmitReply {
    /// Whether the submission was accepted.
    pub success: bool,
    /// Error sentence for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub error: Option<String>,
    /// Stable error code for programs.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub code: Option<String>,
    /// Field names with messages, for errors in single fields.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, type = "Record<string, string>"))]
    pub fields: Option<std::collections::BTreeMap<String, String>>,
    /// Proof-of-work challenge to solve before retrying; sent as the form's `challenge`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub challenge: Option<String>,
    /// Path of the customer's private page about an accepted testimonial.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub own_page: Option<String>,
}

impl SubmitReply {
    /// Success.
    pub const DONE: Self =
        Self { success: true, error: None, code: None, fields: None, challenge: None, own_page: None };
}
