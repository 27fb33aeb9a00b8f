//! Data for anonymous visitors. Never an email, a drive link, a user or a number of credits.

use media_wasm::watermark::{Alignment, Position};
use serde::{Deserialize, Serialize};

use crate::client::ReviewPlatform;
use crate::string_enum::string_enum;

string_enum! {
    /// Whether a client accepts submissions now, and if not, why not.
    Accepting {
        /// Active, with at least one credit.
        Yes = "yes",
        /// The status is not `active`; this wins where both blocks apply.
        Inactive = "inactive",
        /// No credit is left.
        NoCredits = "no_credits",
    }
}

/// A client as the record pages know it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "public.ts"))]
pub struct PublicClient {
    /// The id that a submission names.
    pub id: String,
    /// The last part of the client's recording address.
    pub custom_slug: String,
    /// The business's name, shown where there is no logo.
    pub company_name: String,
    /// A same-origin path of the logo image.
    pub logo_url: Option<String>,
    /// The platform of the review link.
    pub review_link_type: ReviewPlatform,
    /// Target of the review button; without one it is disabled.
    pub review_link_url: Option<String>,
    /// Questions that help a customer to begin.
    #[serde(default)]
    pub questions: Vec<String>,
    /// Whether recordings carry the watermark.
    pub watermark_enabled: bool,
    /// The text burnt in: at most two lines, never blank.
    pub watermark_text: String,
    /// In px of a frame whose shorter side is 480 px, 12 to 48.
    pub watermark_font_size: u8,
    /// `#rrggbb`.
    pub watermark_font_color: String,
    /// Position of the watermark in the frame.
    pub watermark_position: Position,
    /// How its lines are aligned.
    pub watermark_text_alignment: Alignment,
    /// Whether a submission would be accepted.
    pub accepting: Accepting,
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
}

/// Settings of the home page. All addresses are `https`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "public.ts"))]
pub struct HomeData {
    /// Target of `Get Started` of the Standard Plan; `null` until set.
    pub payment_link_standard: Option<String>,
    /// The same for the No Setup Plan.
    pub payment_link_no_setup: Option<String>,
    /// Token that sign-ups are posted with.
    pub campaign_id: String,
    /// The pre-launch discount in words.
    pub launch_discount: String,
    /// The quotes of two clients, or none.
    pub quotes: Vec<ClientQuote>,
    /// The frame of the demo video; `null` until it is set.
    pub demo_video: Option<String>,
    /// The frames of the four video testimonials, each `null` until it is set.
    pub testimonials: Vec<Option<String>>,
}

/// A client's opinion of the product.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "public.ts"))]
pub struct ClientQuote {
    /// The client's own words.
    pub words: String,
    /// The client's name, as it wants to be called.
    pub name: String,
}

impl ClientQuote {
    /// Reads a setting, `words | name`.
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

/// A page that belongs to one business.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "public.ts"))]
pub struct BrandedData {
    /// The part of its address after the slash.
    pub page: String,
    /// Upload address of its videos: `/webhooks/testimonials/{page}`.
    pub webhook: String,
    /// The business.
    pub client: PublicClient,
}

/// The client that belongs to the address, or nothing where there is none.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "public.ts"))]
pub struct RecordData {
    /// The slug of the address, as it was asked for.
    pub slug: String,
    /// `null` gives the `Client Not Found` state.
    pub client: Option<PublicClient>,
    /// The database could not answer: this is what was kept of an earlier answer, so ask again.
    pub is_stale: bool,
}

/// The answer of `submit-testimonial` and the error shape of every other call.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "public.ts"))]
pub struct SubmitReply {
    /// Whether the submission was accepted.
    pub success: bool,
    /// A sentence for a person, on failure.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub error: Option<String>,
    /// A stable word for programs, on failure.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub code: Option<String>,
    /// Field name to message, where single fields are at fault.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, type = "Record<string, string>"))]
    pub fields: Option<std::collections::BTreeMap<String, String>>,
    /// Proof of work to solve before sending again; the form's `challenge`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub challenge: Option<String>,
}

impl SubmitReply {
    /// All is well.
    pub const DONE: Self = Self { success: true, error: None, code: None, fields: None, challenge: None };
}
