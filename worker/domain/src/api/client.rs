//! The client portal. Every call names the client it is about; the server checks that it is the caller's own, or
//! that the caller is an admin. A foreign client answers 404, exactly like an unknown one.

use media_wasm::finish::RawReason;
use media_wasm::probe::Container;
use media_wasm::watermark::{Alignment, Position};
use serde::{Deserialize, Serialize};

use crate::client::{ClientStatus, ReviewPlatform};
use crate::email::MailChoice;
use crate::plan::PlanType;
use crate::row::{flag, flag_or_bool};
use crate::submission::{HoldReason, SubmissionStatus};

/// A client as it sees itself. The names are those of the table.
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
    /// False for Sayso's own pages: a submission takes no credit.
    #[serde(deserialize_with = "flag")]
    pub counts_credits: bool,
    /// `yyyy-MM-dd`.
    pub next_reset_date: Option<String>,
    #[serde(deserialize_with = "flag")]
    pub watermark_enabled: bool,
    /// The client's own text; `null` means the company's name.
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
    /// Questions that its page offers to customers, one on each line.
    pub questions: Option<String>,
    /// Same-origin path of an image.
    pub logo_url: Option<String>,
    /// Same-origin path of an image; without one the product makes the code itself.
    pub qr_code_url: Option<String>,
    /// When the plan was cancelled, UTC milliseconds; `null` where it goes on.
    pub cancelled_at: Option<i64>,
    /// Whether it is suspended because its plan was not paid, or has ended: a payment lifts that.
    #[serde(deserialize_with = "flag")]
    pub suspended_by_plan: bool,
    /// Whether the business looks at everything first: each submission comes on hold.
    #[serde(deserialize_with = "flag")]
    pub holds_everything: bool,
    /// Whether videos in drives of the client's own stay there for good.
    #[serde(deserialize_with = "flag")]
    pub keeps_own_drive: bool,
    /// Whether videos have gone to a drive of the client's own.
    #[serde(deserialize_with = "flag")]
    pub has_own_drive: bool,
    /// Since when a payment is due that failed, UTC milliseconds; `null` where all is paid.
    pub unpaid_since: Option<i64>,
    /// Submissions that are there now.
    pub submissions_count: u64,
}

/// `GET /api/client/dashboard?clientId=…&slug=…`. Without a parameter: the caller's own client, or for an admin the
/// first of the list. 404 `no_client` for a user to whom no client belongs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "client.ts"))]
pub struct Dashboard {
    /// Whether an admin looks at somebody else's client.
    pub admin_view: bool,
    /// The client.
    pub client: ClientView,
    /// Whether mails to the client's address came back, so that none are sent.
    pub emails_bounce: bool,
    /// Until when a plan that was cancelled gives access, UTC milliseconds.
    pub access_ends_at: Option<i64>,
    /// Whether that is over.
    pub access_ended: bool,
    /// Until when everything goes on although a payment failed, UTC milliseconds; `null` where all is paid.
    pub grace_ends_at: Option<i64>,
    /// How many submissions wait on hold until the client takes them.
    pub on_hold: u32,
    /// Why new videos do not arrive in the client's drive; `null` where they do.
    pub drive_trouble: Option<DriveTrouble>,
    /// Newest first, of the last [`RECENT_DAYS`], at most [`RECENT_MAX`].
    pub recent: Vec<SubmissionSummary>,
    /// The days of the last 30 on which something happened, oldest first; before them the last such day, with no submission.
    pub days: Vec<ClientDay>,
    /// The address customers open: the product's configured origin and `/record/{slug}`.
    pub recording_url: String,
    /// Today, `yyyy-MM-dd` UTC: the last day of the chart.
    pub today: String,
    /// How many days the card and the charts look back.
    pub recent_days: i64,
    /// How many submissions came in that time; [`Dashboard::recent`] may hold fewer.
    pub recent_count: u32,
    /// A low-credit warning appears from this many credits down.
    pub low_credits: i64,
}

/// `GET` and `PUT /api/client/{client}/mails`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "client.ts"))]
pub struct MailSettings {
    /// The recipients. The client's own address is the first, and cannot be left out.
    pub recipients: Vec<MailRecipient>,
    /// IANA name, such as `Europe/London`.
    pub time_zone: String,
    /// The hour of the day, 0 to 23, at which daily digests go out.
    pub digest_hour: u8,
}

/// Somebody who gets mails about a client.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "client.ts"))]
pub struct MailRecipient {
    /// An email address.
    pub email: String,
    /// Which mails.
    pub wants: MailChoice,
    /// Whether whoever reads that address has agreed: only then mails go there. The client's own needs no confirmation. Not
    /// read in a request.
    #[serde(default, deserialize_with = "flag_or_bool")]
    pub confirmed: bool,
}

/// The trouble that keeps new videos from the drive that the client has chosen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "client.ts"))]
pub struct DriveTrouble {
    /// The trouble with the way out, in words for the caller.
    pub text: String,
    /// Whether Sayso has to put it right, and the client has nothing to do.
    pub is_ours: bool,
    /// Deliveries that failed for good and wait until the drive works. Their videos can be watched and downloaded meanwhile.
    pub parked: u32,
}

/// The recent-submissions card and its query look this many days back.
pub const RECENT_DAYS: i64 = 30;
/// The recent-submissions card shows at most this many.
pub const RECENT_MAX: u32 = 15;
/// A low-credit warning appears from this many credits down.
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
    /// Why it waits until the client takes it, where it does. It has taken no credit and cannot be watched yet.
    pub hold: Option<HoldReason>,
    /// UTC milliseconds.
    pub created_at: i64,
    /// 0 where the file does not say.
    pub duration_ms: u64,
    pub size_bytes: u64,
    /// Whether the video can be played and downloaded now.
    #[serde(deserialize_with = "flag")]
    pub playable: bool,
    /// When its video was deleted, UTC milliseconds, where that was kept for its time.
    pub video_deleted_at: Option<i64>,
    /// The business's watermark was wanted and is missing.
    #[serde(deserialize_with = "flag")]
    pub unwatermarked: bool,
    /// Why it came as it was recorded, where it did.
    pub unfinished: Option<RawReason>,
    /// It had a sound that its sender's device could not convert, and that players do not take.
    #[serde(deserialize_with = "flag")]
    pub sound_left_out: bool,
    /// The end of the video never came; what is there lasts `duration_ms`.
    #[serde(deserialize_with = "flag")]
    pub end_missing: bool,
    /// The client's own, joined.
    pub company_name: String,
    /// The client's own, joined.
    pub contact_name: String,
}

/// `GET /api/client/{client}/submissions?q=…&status=…&from=…&to=…&order=…&before=…`, 25 to a page.
///
/// `q` looks in names and addresses; `status` is `held`, `processed`, `pending` or `failed` (the last two with the
/// states of the drive that mean the same); `from` and `to` are UTC days, `yyyy-MM-dd`, both included; `order` is `newest`,
/// which is the default, or `oldest`; `before` is the last page's `next`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "client.ts"))]
pub struct SubmissionPage {
    /// One page of them.
    pub submissions: Vec<SubmissionSummary>,
    /// Cursor of the next page; `null` on the last.
    pub next: Option<String>,
}

/// `GET /api/client/{client}/submissions/{id}`. The video itself is at `…/video`, with ranges; `…/video?download`
/// saves it under its file name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "client.ts"))]
pub struct SubmissionDetail {
    /// As in the list.
    pub submission: SubmissionSummary,
    /// Its file's name in the folder, once it is there.
    pub file_name: Option<String>,
    /// The container of the stored file.
    pub container: Container,
    /// Frames per second of the video, rounded. Of a file that was sent as it was recorded, a live WebM or an MP4 in
    /// fragments, they are counted in those of its first and last seconds that were read. `null` where that is less than
    /// a second, or where a WebM that was made otherwise counts none.
    pub frame_rate: Option<u32>,
    /// Why a watermark that was wanted is missing, as its browser said.
    pub unwatermarked_reason: Option<RawReason>,
    /// The error, if any.
    pub error_message: Option<String>,
    /// The consent the customer gave.
    pub consent: ConsentRecord,
    /// How many submissions of this client came from the same address, this one included.
    pub from_same_customer: u32,
    /// Whether its credit comes back if it is said to be no testimonial now.
    pub gives_back: bool,
}

/// A consent, in the very words that were shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "client.ts"))]
pub struct ConsentRecord {
    /// The box for the processing of data and video.
    pub consent_data: bool,
    /// The box for the use in marketing.
    pub consent_marketing: bool,
    /// Which version of the texts.
    pub text_version: String,
    /// The texts of that version beside the two boxes; `null` for a version this build no longer knows.
    pub texts: Option<ConsentTexts>,
    /// UTC milliseconds.
    pub given_at: i64,
}

/// The two sentences that were ticked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "client.ts"))]
#[allow(missing_docs)] // as in [`ConsentRecord`]
pub struct ConsentTexts {
    pub data: String,
    pub marketing: String,
}

/// `DELETE /api/client/{client}/submissions/{id}`, with `?customer=all` for all of the same address, or `?reason=not-a-testimonial`
/// for one that nobody wanted. Answers how many.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "client.ts"))]
pub struct Erased {
    /// How many submissions are gone.
    pub erased: u32,
    /// Of how many the video lies in a drive that cannot be reached now; it is removed as soon as it can.
    pub left: u32,
    /// How many credits came back: one for a rejected submission of the last 7 days.
    pub returned: u32,
}

/// Of `POST /api/client/{client}/submissions/erase`, `…/reject` and `…/take`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "client.ts"))]
pub struct Selection {
    /// Submissions, 50 at most. They are taken off hold in this order, as far as the credits reach.
    pub ids: Vec<String>,
}

/// The outcome of taking submissions off hold. Those that are on hold no more count for nothing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "client.ts"))]
pub struct Taken {
    /// How many took a credit each and are on their way to the folder.
    pub taken: u32,
    /// How many stay on hold because no credit is left, or the account is not active.
    pub left: u32,
}

/// `PATCH /api/client/{client}/holds`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "client.ts"))]
pub struct Holds {
    /// Whether each submission comes on hold from now on.
    pub everything: bool,
}

/// One day's figures.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "client.ts"))]
pub struct ClientDay {
    /// `yyyy-MM-dd` UTC.
    pub day: String,
    /// Accepted on that day.
    pub submissions: u32,
    /// Credits left at its end.
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
        /// A word: an unknown one is refused by name.
        #[cfg_attr(feature = "ts", ts(as = "Position"), schemars(with = "Position"))]
        watermark_position: String,
        #[cfg_attr(feature = "ts", ts(as = "Alignment"), schemars(with = "Alignment"))]
        watermark_text_alignment: String,
    },
}

/// `POST /functions/v1/replace-asset`: a form with `clientId`, `assetType` (`logo` or `qr`), `file` and `currentUrl`
/// (not trusted). 413 `image_too_large` above 5 MB, 415 `not_an_image`, 400 `image_size` above 8000 px a side.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "client.ts"))]
#[serde(rename_all = "camelCase")]
pub struct AssetReplaced {
    /// Always true; a refusal has the shape of every other.
    pub success: bool,
    /// The new image's same-origin path.
    pub asset_url: String,
}

/// `GET /api/client/{client}/archive`: what `archive.zip` of the same time holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "client.ts"))]
pub struct Archive {
    /// Submissions up to this time are in it; UTC milliseconds.
    pub until: i64,
    /// Its parts, the first one 1: one ZIP file each.
    pub parts: Vec<ArchivePart>,
}

/// A part of an archive.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "client.ts"))]
pub struct ArchivePart {
    /// How many submissions its list has.
    pub submissions: u32,
    /// Of how many the video is in it.
    pub videos: u32,
    /// Of how many the video is in a drive of the client's own. The others' were kept for their time and deleted.
    pub elsewhere: u32,
    /// Of the videos.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub bytes: u64,
}

/// `GET /api/client/{client}/days`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "client.ts"))]
pub struct Days {
    /// The days of the last 365 on which something happened, oldest first.
    pub days: Vec<ClientDay>,
    /// Today, `yyyy-MM-dd` UTC.
    pub today: String,
}
