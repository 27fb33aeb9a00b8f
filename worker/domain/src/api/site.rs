//! Forms of the public site, and the admins' view of them.

use serde::{Deserialize, Serialize};

use crate::api::admin::Attempt;
use crate::api::billing::PaymentLine;
use crate::client::ReviewPlatform;
use crate::job::JobStatus;
use crate::onboarding::WaitReason;
use crate::plan::PlanType;
use crate::row::flag;
use crate::sign_up::SignUpStatus;
use crate::string_enum::string_enum;

/// `POST /functions/v1/subscribe-getresponse`. 400 `invalid` with `fields`; 429 with `Retry-After`
/// over the limits on mails requested by visitors. `campaignId` is a constant of the page and
/// ignored: the server uses its own setting.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "site.ts"))]
#[serde(rename_all = "camelCase", default)]
pub struct SignUp {
    /// Email address to confirm.
    pub email: String,
    /// The visitor's first name.
    pub first_name: String,
    /// The visitor's surname.
    pub surname: String,
    /// The visitor's business.
    pub company: String,
    /// Constant of the page; never typed by a visitor.
    pub campaign_id: String,
}

/// Answer of [`SignUp`]; identical whether or not the address had signed up before.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "site.ts"))]
pub struct SignUpReply {
    /// Always true; errors have the shape of all other errors.
    pub success: bool,
    /// A sentence for the toast.
    pub message: String,
}

/// `POST /api/public/sign-ups/confirm` with the fragment of the link in the confirmation mail.
/// Answers `{success: true}` and is idempotent; 403 `link_invalid` or 410 `link_expired`.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "site.ts"))]
pub struct ConfirmSignUp {
    /// The token.
    pub token: String,
}

/// `GET /api/public/checkout/{id}`: a completed plan purchase, for the page that Stripe redirects
/// to. The id is as long as a password and known only to the buyer. 404 for any other id.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "site.ts"))]
pub struct PaidCheckout {
    /// The plan bought.
    pub plan: PlanType,
    /// Email address of the payer.
    pub email: String,
    /// Amount paid, in pence (GBP).
    pub paid_pence: Option<u32>,
    /// Lines of the payment, which add up to that amount.
    pub lines: Vec<PaymentLine>,
    /// Amount of the next payment in pence; unknown until the webhook has arrived.
    pub next_pence: Option<u32>,
    /// When the next payment is due, UTC milliseconds.
    pub next_at: Option<i64>,
    /// Discounts on the next payment, one sentence each.
    pub discounts: Vec<String>,
    /// Name of the existing business with the payer's email address; the buyer has to say whether
    /// the purchase is for it.
    pub question: Option<String>,
    /// Whether the payer's email address belongs to an account without a business, so that the
    /// buyer has to name another address for the business.
    pub needs_address: bool,
    /// Whether the purchase is active, ended or refunded.
    pub state: PurchaseState,
    /// Total refunded for it, in pence.
    pub returned_pence: u32,
    /// Whether a set-up can be submitted for it; otherwise `client-onboarding` answers 409 `purchase_over`.
    pub takes_set_up: bool,
}

string_enum! {
    /// State of a purchase.
    PurchaseState {
        /// Paid and active.
        Paid = "paid",
        /// Fully refunded, or being refunded, and ended or ending.
        GivenBack = "given_back",
        /// Ended.
        Ended = "ended",
    }
}

string_enum! {
    /// Business a purchase is for.
    PurchaseFor {
        /// The existing business with the payer's email address.
        Known = "known",
        /// Another business, with its own email address.
        Other = "other",
    }
}

/// `POST /api/public/checkout/{id}/business`: the buyer's answer. 404 unless the question is open,
/// 400 for an address the other business cannot have. Since anyone can pay with a business's
/// address, the purchase is assigned to it only with the key mailed to that address, or in a
/// session of the business or of an admin.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "site.ts"))]
pub struct PurchaseAnswer {
    /// The chosen business.
    #[serde(rename = "for")]
    pub is_for: PurchaseFor,
    /// Email address of the other business.
    #[serde(default)]
    pub email: String,
    /// The `key` parameter of the link in the mail.
    #[serde(default)]
    pub key: String,
}

string_enum! {
    /// Result of the buyer's answer.
    PurchaseOutcome {
        /// The plan was assigned to the business.
        Assigned = "assigned",
        /// The business pays for a plan already; the payment is refunded.
        GivenBack = "given_back",
        /// The other business can now submit its set-up.
        SetUp = "set_up",
        /// The business has to confirm by the link in its mail or by signing in.
        Unconfirmed = "unconfirmed",
    }
}

/// Answer of `POST /api/public/checkout/{id}/business`.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "site.ts"))]
pub struct PurchaseAnswered {
    /// The result of the answer.
    pub outcome: PurchaseOutcome,
}

/// `GET /api/admin/onboarding-requests?before=…`: buyers' set-ups without a client yet, newest
/// first, 50 to a page. `DELETE /api/admin/onboarding-requests/{id}` removes one with its logo;
/// `GET /api/admin/onboarding/{id}/logo` returns the logo.
/// `POST /api/admin/onboarding-requests/{id}/use` applies it to the client of its purchase: 409
/// `not_usable` if no client is waiting for it.
/// `create-client` takes an `onboardingRequestId`: it completes the set-up and uses its logo if the
/// form has none.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "site.ts"))]
pub struct OnboardingRequestPage {
    /// The set-ups.
    pub onboarding_requests: Vec<OnboardingRequestSummary>,
    /// Number of pending set-ups.
    pub pending: u32,
    /// Cursor of the next page; `null` on the last.
    pub next: Option<String>,
}

/// A set-up as submitted. Only its format has been validated.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "site.ts"))]
#[allow(missing_docs)] // they are their names
pub struct OnboardingRequestSummary {
    pub id: String,
    pub name: String,
    pub email: String,
    pub company: String,
    /// As in `clients.review_link_type`.
    pub review_link_type: ReviewPlatform,
    /// URL of the review page, if given.
    pub review_link_url: Option<String>,
    #[serde(deserialize_with = "flag")]
    pub has_logo: bool,
    /// UTC milliseconds.
    pub created_at: i64,
    /// Owner of the same email address: a client's company, or `Another account`.
    pub same_email_client: Option<String>,
    /// Why it is pending; `null` while it is about to be used.
    pub wait_reason: Option<WaitReason>,
    /// Payment of the set-up, if known.
    pub payment: Option<OnboardingPayment>,
}

/// The payment that a set-up belongs to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "site.ts"))]
pub struct OnboardingPayment {
    /// Plan bought, if it is one of ours.
    pub plan: Option<PlanType>,
    /// Email address of the payer.
    pub email: String,
    /// Company of the client it pays for, if there is one.
    pub client: Option<String>,
    /// Whether that client is waiting for its set-up.
    pub is_open: bool,
}

/// `GET /api/admin/sign-ups?q=…&status=…&before=…`: newest first, 50 to a page;
/// `GET /api/admin/sign-ups.csv` takes the same parameters except `before`.
/// `POST /api/admin/sign-ups/{id}/retry` and `/api/admin/sign-ups/retry-all` retry failed ones and answer
/// `RetryResult`. `DELETE /api/admin/sign-ups/{id}` deletes one with its mails: 404 if it no longer
/// exists.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "site.ts"))]
pub struct SignUpPage {
    /// The sign-ups.
    pub sign_ups: Vec<SignUpSummary>,
    /// Cursor of the next page; `null` on the last.
    pub next: Option<String>,
}

/// A visitor on the mailing list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "site.ts"))]
#[allow(missing_docs)] // they are their names
pub struct SignUpSummary {
    pub id: String,
    pub email: String,
    pub first_name: String,
    pub surname: String,
    pub company: String,
    pub status: SignUpStatus,
    /// Why it failed or is still pending.
    pub error_message: Option<String>,
    /// UTC milliseconds.
    pub created_at: i64,
    /// UTC milliseconds.
    pub confirmed_at: Option<i64>,
}

/// `GET /api/admin/forwards?before=…`: log of submissions forwarded to automation webhooks, newest
/// first, 50 to a page. `POST /api/admin/forwards/{submission}/retry` queues a failed one again and
/// answers `RetryResult`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "site.ts"))]
pub struct ForwardPage {
    /// The log.
    pub forwards: Vec<ForwardSummary>,
    /// Cursor of the next page; `null` on the last.
    pub next: Option<String>,
    /// Whether a signing secret is configured; without one nothing is forwarded.
    pub has_secret: bool,
}

/// A submission forwarded to an automation webhook.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "site.ts"))]
#[allow(missing_docs)] // they are their names
pub struct ForwardSummary {
    pub submission_id: String,
    /// Webhook that received it: `live`, `demo`, or that of a branded page.
    pub endpoint: String,
    pub company_name: String,
    pub status: JobStatus,
    /// UTC milliseconds.
    pub created_at: i64,
    /// Attempts with the webhook's answers, oldest first.
    pub attempts: Vec<Attempt>,
}
