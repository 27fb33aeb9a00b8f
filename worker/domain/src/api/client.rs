//! The client portal. Every call names its client; the server checks that the client belongs to the
//! caller, or that the caller is an admin. Other users' clients answer 404, exactly like unknown
//! ones.

use media_wasm::finish::RawReason;
use media_wasm::probe::Container;
use media_wasm::watermark::{Alignment, Position};
use serde::{Deserialize, Serialize};

use crate::client::{ClientStatus, ReviewPlatform};
use crate::email::MailChoice;
use crate::plan::PlanType;
use crate::publication::{NameDisplay, PublicationStatus};
use crate::row::{flag, flag_or_bool, json};
use crate::submission::{HoldReason, SubmissionStatus};

/// A client in its own portal. The field names are the table's columns.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "client.ts"))]
#[allow(missing_docs)] // the names are those of the requirements
#[allow(clippy::struct_excessive_bools)] // facts that have nothing to do with each other
pub struct ClientView {
    pub id: String,
    pub company_name: String,
    pub contact_name: String,
    pub email: String,
    pub plan_type: PlanType,
    pub status: ClientStatus,
    pub custom_slug: String,
    pub credits_per_month: i64,
    pub credits_remaining: i64,
    /// False for Sayso's own pages, whose submissions cost no credit.
    #[serde(deserialize_with = "flag")]
    pub counts_credits: bool,
    /// `yyyy-MM-dd`.
    pub next_reset_date: Option<String>,
    #[serde(deserialize_with = "flag")]
    pub watermark_enabled: bool,
    /// Custom text; `null` means the company's name.
    pub watermark_text: Option<String>,
    /// 12 to 48 px.
    pub watermark_font_size: u8,
    /// `#rrggbb`.
    pub watermark_font_color: String,
    pub watermark_position: Position,
    pub watermark_text_alignment: Alignment,
    pub drive_link: Option<String>,
    pub review_link_type: ReviewPlatform,
    pub review_link_url: Option<String>,
    /// Questions suggested to customers on the record page, one per line.
    pub questions: Option<String>,
    /// Same-origin path of an image.
    pub logo_url: Option<String>,
    /// Same-origin path of an image; without one a QR code is generated.
    pub qr_code_url: Option<String>,
    /// When the plan was cancelled, UTC milliseconds; `null` if it was not.
    pub cancelled_at: Option<i64>,
    /// Whether it is suspended because its plan is unpaid or has ended; a payment lifts the suspension.
    #[serde(deserialize_with = "flag")]
    pub suspended_by_plan: bool,
    /// Whether every new submission is put on hold for review.
    #[serde(deserialize_with = "flag")]
    pub holds_everything: bool,
    /// Whether search engines may list its public testimonials.
    #[serde(deserialize_with = "flag")]
    pub is_listed: bool,
    /// Whether its new submissions are transcribed.
    #[serde(deserialize_with = "flag")]
    pub transcribes: bool,
    /// Whether videos in the client's own drives are kept indefinitely.
    #[serde(deserialize_with = "flag")]
    pub keeps_own_drive: bool,
    /// Whether videos have been delivered to the client's own drive.
    #[serde(deserialize_with = "flag")]
    pub has_own_drive: bool,
    /// When a failed payment became due, UTC milliseconds; `null` if nothing is unpaid.
    pub unpaid_since: Option<i64>,
    /// Number of stored submissions.
    pub submissions_count: u64,
}

/// `GET /api/client/dashboard?clientId=…&slug=…`. Without a parameter: the caller's own client, or
/// for an admin the first of the list. 404 `no_client` for a user without a client.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "client.ts"))]
pub struct Dashboard {
    /// Whether an admin is viewing another user's client.
    pub admin_view: bool,
    /// The client.
    pub client: ClientView,
    /// Whether mails to the client's address bounced, so that none are sent.
    pub emails_bounce: bool,
    /// When access ends under a cancelled plan, UTC milliseconds.
    pub access_ends_at: Option<i64>,
    /// Whether access has ended.
    pub access_ended: bool,
    /// End of the grace period after a failed payment, UTC milliseconds; `null` if nothing is unpaid.
    pub grace_ends_at: Option<i64>,
    /// Number of submissions on hold.
    pub on_hold: u32,
    /// Why new videos do not reach the client's drive; `null` if they do.
    pub drive_trouble: Option<DriveTrouble>,
    /// Newest first, of the last [`RECENT_DAYS`], at most [`RECENT_MAX`].
    pub recent: Vec<SubmissionSummary>,
    /// Days with activity among the last 30, oldest first; before them the last earlier such day,
    /// with no submissions.
    pub days: Vec<ClientDay>,
    /// URL for customers: the configured origin and `/record/{slug}`.
    pub recording_url: String,
    /// Today, `yyyy-MM-dd` UTC: the last day of the chart.
    pub today: String,
    /// Days covered by the card and the charts.
    pub recent_days: i64,
    /// Number of submissions in that period; [`Dashboard::recent`] may hold fewer.
    pub recent_count: u32,
    /// A low-credit warning appears at this many credits or fewer.
    pub low_credits: i64,
}

/// `GET` and `PUT /api/client/{client}/mails`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "client.ts"))]
pub struct MailSettings {
    /// The recipients. The client's own address is first and cannot be removed.
    pub recipients: Vec<MailRecipient>,
    /// IANA name, such as `Europe/London`.
    pub time_zone: String,
    /// Hour of the day, 0 to 23, at which daily digests are sent.
    pub digest_hour: u8,
}

/// A recipient of mails about a client.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "client.ts"))]
pub struct MailRecipient {
    /// An email address.
    pub email: String,
    /// Mails this address receives.
    pub wants: MailChoice,
    /// Whether the address's owner has confirmed; unconfirmed addresses receive no mail. The
    /// client's own address needs no confirmation. Ignored in requests.
    #[serde(default, deserialize_with = "flag_or_bool")]
    pub confirmed: bool,
}

/// A problem that keeps new videos from reaching the client's drive.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "client.ts"))]
pub struct DriveTrouble {
    /// The problem and its remedy, in words for the caller.
    pub text: String,
    /// Whether Sayso has to fix it, so that the client need not act.
    pub is_ours: bool,
    /// Deliveries that failed permanently and wait until the drive works. Their videos can still be
    /// watched and downloaded.
    pub parked: u32,
}

/// The recent-submissions card and its query look this many days back.
pub const RECENT_DAYS: i64 = 30;
/// The recent-submissions card shows at most this many.
pub const RECENT_MAX: u32 = 15;
/// A low-credit warning appears at this many credits or fewer.
pub const LOW_CREDITS: i64 = 2;

/// One submission of a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "client.ts"))]
#[allow(missing_docs)] // the names are those of the requirements
#[allow(clippy::struct_excessive_bools)] // facts that have nothing to do with each other
pub struct SubmissionSummary {
    pub id: String,
    pub customer_name: String,
    pub customer_email: String,
    pub status: SubmissionStatus,
    /// Reason for the hold, while on hold. A held submission has cost no credit and cannot be downloaded.
    pub hold: Option<HoldReason>,
    /// UTC milliseconds.
    pub created_at: i64,
    /// 0 if the file does not state it.
    pub duration_ms: u64,
    pub size_bytes: u64,
    /// Whether the video can be played now. It can be downloaded too unless it is on hold.
    #[serde(deserialize_with = "flag")]
    pub playable: bool,
    /// When the video was deleted at the end of its retention period, UTC milliseconds.
    pub video_deleted_at: Option<i64>,
    /// State of its publication; `null` if it was never published.
    pub publication: Option<PublicationStatus>,
    /// Whether it has a poster, which is at `…/poster`.
    #[serde(deserialize_with = "flag")]
    pub has_poster: bool,
    /// The owner's tags.
    #[serde(deserialize_with = "json")]
    pub tags: Vec<String>,
    /// Whether the business's watermark was requested but is missing.
    #[serde(deserialize_with = "flag")]
    pub unwatermarked: bool,
    /// Why the recording was sent unfinished, if it was.
    pub unfinished: Option<RawReason>,
    /// Whether a sound track that players reject was dropped because the sender's device could not
    /// convert it.
    #[serde(deserialize_with = "flag")]
    pub sound_left_out: bool,
    /// Whether the end of the video was never received; the received part lasts `duration_ms`.
    #[serde(deserialize_with = "flag")]
    pub end_missing: bool,
    /// The client's, joined.
    pub company_name: String,
    /// The client's, joined.
    pub contact_name: String,
}

/// `GET /api/client/{client}/submissions?q=…&status=…&tag=…&from=…&to=…&order=…&before=…`, 25 to a page.
///
/// `q` searches names, email addresses, tags and notes; `status` is `held`, `processed`, `pending`,
/// `failed` (the last two include the equivalent drive states), `published` or `private`; `tag` is
/// one of the tags; `from` and `to` are UTC days, `yyyy-MM-dd`, both inclusive; `order` is `newest`
/// (default) or `oldest`; `before` is the previous page's `next`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "client.ts"))]
pub struct SubmissionPage {
    /// The submissions.
    pub submissions: Vec<SubmissionSummary>,
    /// Cursor of the next page; `null` on the last.
    pub next: Option<String>,
}

/// `GET /api/client/{client}/tags`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "client.ts"))]
pub struct Tags {
    /// The tags of the client's submissions, in alphabetical order, at most 500.
    pub tags: Vec<String>,
}

/// `PUT /api/client/{client}/submissions/{id}/notes`. 400 `invalid` with `fields`: more than 10 tags, or one of more
/// than 30 characters; a note of more than 2,000.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "client.ts"))]
pub struct NotesChange {
    /// The tags. A comma separates two.
    pub tags: Vec<String>,
    /// The private note.
    pub note: String,
}

/// `GET /api/client/{client}/submissions/{id}`. The video itself is at `…/video`, with range
/// requests; `…/video?download` saves it under its file name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "client.ts"))]
pub struct SubmissionDetail {
    /// As in the list.
    pub submission: SubmissionSummary,
    /// Name of the file in the drive folder, once delivered.
    pub file_name: Option<String>,
    /// The container of the stored file.
    pub container: Container,
    /// Frames per second of the video, rounded. For a live WebM or fragmented MP4, sent as
    /// recorded, counted in the first and last seconds that were read. `null` if those are less
    /// than a second, or if another kind of WebM does not declare a rate.
    pub frame_rate: Option<u32>,
    /// Why a requested watermark is missing, as reported by the browser.
    pub unwatermarked_reason: Option<RawReason>,
    /// The error, if any.
    pub error_message: Option<String>,
    /// The consent the customer gave.
    pub consent: ConsentRecord,
    /// Number of this client's submissions from the same email address, including this one.
    pub from_same_customer: u32,
    /// Whether rejecting it as not a testimonial now would return its credit.
    pub gives_back: bool,
    /// The owner's private note.
    pub note: String,
    /// Its publication, if it was ever published.
    pub publication: Option<Publication>,
    /// The ways of naming its customer in public: what the customer chose, and shorter.
    pub names: Vec<PublicName>,
    /// When the customer withdrew the consent to marketing, UTC milliseconds.
    pub withdrawn_at: Option<i64>,
    /// After a withdrawal, the sites that had shown it, the most frequent first, at most 50.
    pub shown_on: Vec<String>,
}

/// A consent, with the exact texts that were shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "client.ts"))]
pub struct ConsentRecord {
    /// Consent to the processing of data and video.
    pub consent_data: bool,
    /// Consent to the use in marketing.
    pub consent_marketing: bool,
    /// Version of the consent texts.
    pub text_version: String,
    /// Texts of that version next to the two boxes; `null` if this build does not know the version.
    pub texts: Option<ConsentTexts>,
    /// UTC milliseconds.
    pub given_at: i64,
    /// Later requests to the customer, oldest first.
    pub requests: Vec<ConsentRequest>,
    /// Whether the newest consent also permits transcribing, captioning, translating, shortening and cutting the video.
    pub permits_editing: bool,
    /// When the business may ask for that at the earliest, UTC milliseconds; `null` if it has nothing to ask for.
    pub may_ask_from: Option<i64>,
}

/// A request to agree to newer texts, and its answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "client.ts"))]
pub struct ConsentRequest {
    /// UTC milliseconds.
    pub asked_at: i64,
    /// The consent; `null` as long as the customer has not agreed.
    pub answer: Option<LaterConsent>,
}

/// A consent to newer texts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "client.ts"))]
pub struct LaterConsent {
    /// UTC milliseconds.
    pub given_at: i64,
    /// Version of the consent texts.
    pub text_version: String,
    /// Texts of that version; `null` if this build does not know the version.
    pub texts: Option<ConsentTexts>,
}

/// The texts of the two ticked boxes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "client.ts"))]
#[allow(missing_docs)] // as in [`ConsentRecord`]
pub struct ConsentTexts {
    pub data: String,
    pub marketing: String,
    /// The text below the two boxes, if the version has one.
    pub explanation: Option<String>,
}

impl ConsentTexts {
    /// Returns all sentences in order.
    #[must_use]
    pub fn sentences(self) -> Vec<String> {
        [self.data, self.marketing].into_iter().chain(self.explanation).collect()
    }
}

/// `GET /api/client/{client}/submissions/{id}/consent`: a consent record, signed: a JWS in the flattened JSON form (RFC 7515,
/// 7.2.2) with Ed25519 (RFC 8037). The payload is a [`ConsentDocument`]; the public keys are at `/.well-known/jwks.json`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "client.ts"))]
pub struct SignedConsent {
    /// The document as JSON, base64url.
    pub payload: String,
    /// `{"alg":"EdDSA","kid":…}`, base64url.
    pub protected: String,
    /// Signature of `{protected}.{payload}`, base64url.
    pub signature: String,
}

/// A customer's consents as a document. Times are UTC as in `2026-12-23T10:35:42Z`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "client.ts"))]
pub struct ConsentDocument {
    /// URL of the product that recorded the consent, and whose key signs.
    pub issuer: String,
    /// When this document was made.
    pub issued_at: String,
    /// Id of the submission.
    pub submission: String,
    /// Name of the business now.
    pub business: String,
    /// Name of the customer.
    pub customer_name: String,
    /// Address of the customer.
    pub customer_email: String,
    /// Language of the texts.
    pub language: String,
    /// The consents, oldest first.
    pub consents: Vec<DocumentedConsent>,
    /// When the business asked the customer to agree to newer texts.
    pub asked_at: Vec<String>,
    /// When the customer withdrew the use in marketing; `null` while it stands.
    pub withdrawn_at: Option<String>,
    /// The video.
    pub film: DocumentedFilm,
}

/// A consent in a [`ConsentDocument`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "client.ts"))]
pub struct DocumentedConsent {
    /// When it was given.
    pub given_at: String,
    /// Version of the texts.
    pub version: String,
    /// The exact words, in order; `null` if the version is not known any more.
    pub words: Option<Vec<String>>,
}

/// The video in a [`ConsentDocument`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "client.ts"))]
pub struct DocumentedFilm {
    /// When it was received.
    pub received_at: String,
    /// Size in bytes.
    pub bytes: u64,
    /// SHA-256 in hex, as it was accepted; `null` if it was not computed yet.
    pub accepted_sha256: Option<String>,
    /// SHA-256 in hex of the public copy; `null` while it is not public.
    pub published_sha256: Option<String>,
    /// When it was published; `null` while it is not public.
    pub published_at: Option<String>,
}

/// `DELETE /api/client/{client}/submissions/{id}`, with `?customer=all` for all from the same email
/// address, or `?reason=not-a-testimonial` for an unwanted one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "client.ts"))]
pub struct ErasureResult {
    /// Number of erased submissions.
    pub erased: u32,
    /// Number of erased submissions whose video is in a drive that is unreachable now; it is
    /// deleted as soon as the drive answers.
    pub left: u32,
    /// Number of credits returned: one for each rejected submission of the last 7 days.
    pub returned: u32,
}

/// Body of `POST /api/client/{client}/submissions/erase`, `…/reject`, `…/release`, `…/publish` and `…/unpublish`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "client.ts"))]
pub struct Selection {
    /// At most 50 submissions. They are released from hold in this order while credits last.
    pub ids: Vec<String>,
}

/// Result of publishing submissions, or of taking them back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "client.ts"))]
pub struct Published {
    /// Number that were published or taken back.
    pub changed: u32,
    /// Number that stay as they are: already so, on hold, withdrawn by the customer, or without a video.
    pub left: u32,
}

/// A way of naming a customer in public.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "client.ts"))]
pub struct PublicName {
    /// The way.
    pub display: NameDisplay,
    /// The name as it is shown, or `No name`.
    pub text: String,
    /// Whether it is shown this way.
    pub is_shown: bool,
}

/// `PUT /api/client/{client}/submissions/{id}/name`. The shorter counts of what the customer chose and this.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "client.ts"))]
pub struct NameLimit {
    /// The most that the business shows.
    pub display: NameDisplay,
}

/// A submission's publication.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "client.ts"))]
pub struct Publication {
    /// Its state.
    pub status: PublicationStatus,
    /// Path of its public page, which shows it while it is public.
    pub path: String,
    /// HTML that shows its film on another site.
    pub embed: String,
    /// HTML that shows its film on another site by a script.
    pub element: String,
    /// Why it could not be published, if it failed.
    pub error: Option<String>,
}

/// `GET /api/client/{client}/submissions/{id}/views`: how often it was seen and played in the last 30 days, counted
/// without identifying anybody. A crash may lose the views of two seconds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "client.ts"))]
pub struct Views {
    /// Days on which it was seen, the latest first.
    pub days: Vec<ViewsOfDay>,
    /// Sites on which it was seen, the most frequent first, at most 50.
    pub hosts: Vec<ViewsOnHost>,
}

/// Views of a day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "client.ts"))]
pub struct ViewsOfDay {
    /// `yyyy-MM-dd` UTC.
    pub day: String,
    /// Their numbers.
    #[serde(flatten)]
    pub counts: ViewCounts,
}

/// Views on a site.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "client.ts"))]
pub struct ViewsOnHost {
    /// The site's host, as its visitors' browsers name it; empty for the testimonial's own page, and if unknown.
    pub host: String,
    /// Their numbers.
    #[serde(flatten)]
    pub counts: ViewCounts,
}

/// Numbers of views.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "client.ts"))]
pub struct ViewCounts {
    /// Times it came into view.
    pub shown: u32,
    /// Plays that were begun.
    pub begun: u32,
    /// Plays that reached the middle.
    pub half: u32,
    /// Plays that reached the end.
    pub whole: u32,
}

/// Result of releasing submissions from hold. Submissions no longer on hold are not counted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "client.ts"))]
pub struct ReleaseResult {
    /// Number released; each took a credit and is being delivered to the folder.
    pub released: u32,
    /// Number still on hold because no credits are left or the account is not active.
    pub left: u32,
}

/// `PATCH /api/client/{client}/holds`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "client.ts"))]
pub struct Holds {
    /// Whether every new submission is put on hold.
    pub everything: bool,
}

/// One day's figures.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "client.ts"))]
pub struct ClientDay {
    /// `yyyy-MM-dd` UTC.
    pub day: String,
    /// Submissions accepted on that day.
    pub submissions: u32,
    /// Credits left at the end of the day.
    pub credits_remaining: i64,
}

/// `PATCH /api/client/{client}/watermark`: the switch alone, or the five settings at once. Answers [`ClientView`].
///
/// 400 `invalid` with `fields`: a text of more than two lines or 120 characters, a size outside 12 to 48, a colour
/// other than `#rrggbb`, an unknown position or alignment.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "client.ts"))]
#[serde(untagged, deny_unknown_fields)]
#[allow(missing_docs)] // the names are those of the requirements
pub enum WatermarkChange {
    Switch {
        watermark_enabled: bool,
    },
    Settings {
        /// Blank means the company's name.
        watermark_text: String,
        watermark_font_size: u8,
        watermark_font_color: String,
        /// Plain string, so that an unknown value is reported by field.
        #[cfg_attr(feature = "ts", ts(as = "Position"), schemars(with = "Position"))]
        watermark_position: String,
        #[cfg_attr(feature = "ts", ts(as = "Alignment"), schemars(with = "Alignment"))]
        watermark_text_alignment: String,
    },
}

/// `POST /functions/v1/replace-asset`: a form with `clientId`, `assetType` (`logo` or `qr`), `file`
/// and `currentUrl` (not trusted). 413 `image_too_large` above 5 MB, 415 `not_an_image`, 400
/// `image_size` above 8000 px a side.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "client.ts"))]
#[serde(rename_all = "camelCase")]
pub struct AssetReplaced {
    /// Always true; errors have the shape of all other errors.
    pub success: bool,
    /// The new image's same-origin path.
    pub asset_url: String,
}

/// `GET /api/client/{client}/archive`: contents of the `archive.zip` of the same `until`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "client.ts"))]
pub struct Archive {
    /// Includes submissions up to this time; UTC milliseconds.
    pub until: i64,
    /// The parts, numbered from 1: one ZIP file each.
    pub parts: Vec<ArchivePart>,
}

/// A part of an archive.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "client.ts"))]
pub struct ArchivePart {
    /// Number of submissions in its list.
    pub submissions: u32,
    /// Number of those whose video is included.
    pub videos: u32,
    /// Number of those whose video is in the client's own drive. The remaining videos were deleted
    /// at the end of their retention period.
    pub elsewhere: u32,
    /// Total size of the videos.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub bytes: u64,
}

/// `GET /api/client/{client}/days`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "client.ts"))]
pub struct Days {
    /// Days with activity among the last 365, oldest first.
    pub days: Vec<ClientDay>,
    /// Today, `yyyy-MM-dd` UTC.
    pub today: String,
}
