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

/// `POST /functions/v1/subscribe-getresponse`. 400 `invalid` with `fields`; 429 with `Retry-After` over the limits on
/// mails that strangers ask for. `campaignId` is the page's constant; the server uses its own setting.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "site.ts"))]
#[serde(rename_all = "camelCase", default)]
pub struct SignUp {
    /// Address for the confirmation.
    pub email: String,
    /// The visitor's first name.
    pub first_name: String,
    /// The visitor's surname.
    pub surname: String,
    /// The visitor's business.
    pub company: String,
    /// The page's constant; never what a visitor typed.
    pub campaign_id: String,
}

/// Its answer, the same whether or not the address had signed up before.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "site.ts"))]
pub struct SignUpReply {
    /// Always true; a refusal has the shape of every other.
    pub success: bool,
    /// A sentence for the toast.
    pub message: String,
}

/// `POST /api/public/sign-ups/confirm`: what stands behind the `#` of the link in the confirmation mail. Answers
/// `{success: true}` however often; 403 `link_invalid` or 410 `link_expired`.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "site.ts"))]
pub struct ConfirmSignUp {
    /// The token.
    pub token: String,
}

/// `GET /api/public/checkout/{id}`: a completed purchase of a plan, for the page that it leads back to. Its id is as long as a password
/// and known to the buyer alone. 404 for every other id.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "site.ts"))]
pub struct PaidCheckout {
    /// The plan bought.
    pub plan: PlanType,
    /// The address that paid.
    pub email: String,
    /// The amount that was paid, in pence (GBP).
    pub paid_pence: Option<u32>,
    /// Its lines; their sum is that amount.
    pub lines: Vec<PaymentLine>,
    /// The amount of the next payment, in pence; not known before the payment provider has told of the purchase.
    pub next_pence: Option<u32>,
    /// When, UTC milliseconds.
    pub next_at: Option<i64>,
    /// The discounts on it, a sentence for each.
    pub discounts: Vec<String>,
    /// The business that has the payer's address already: the buyer has to say whether it is for this one.
    pub question: Option<String>,
    /// Whether the payer's address belongs to an account that is no business: the buyer has to name another one for the business.
    pub needs_address: bool,
    /// Whether it goes on, has ended or was given back.
    pub state: PurchaseState,
    /// The sum that went back of all that was paid for it, in pence.
    pub returned_pence: u32,
    /// Whether a set-up for it is taken; `client-onboarding` answers 409 `purchase_over` otherwise.
    pub takes_set_up: bool,
}

string_enum! {
    /// The state of a purchase.
    PurchaseState {
        /// It was paid, and goes on.
        Paid = "paid",
        /// All that was paid goes back, or went back, and it has ended or ends.
        GivenBack = "given_back",
        /// It has ended.
        Ended = "ended",
    }
}

string_enum! {
    /// The business that a purchase is for.
    PurchaseFor {
        /// The one that has the payer's address already.
        Known = "known",
        /// Another one, with an address of its own.
        Other = "other",
    }
}

/// `POST /api/public/checkout/{id}/business`: the buyer's answer. 404 unless it was asked, 400 for an address that cannot be
/// the other business's. Anybody may pay with the address of a business: only with the key that was mailed to that address, or signed in
/// as the business or an admin, is a purchase given to it.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "site.ts"))]
pub struct PurchaseAnswer {
    /// Which business.
    #[serde(rename = "for")]
    pub is_for: PurchaseFor,
    /// The address of another one.
    #[serde(default)]
    pub email: String,
    /// The `key` of the page's address in the mail.
    #[serde(default)]
    pub key: String,
}

string_enum! {
    /// The result of an answer.
    PurchaseOutcome {
        /// The plan is the business's.
        Assigned = "assigned",
        /// The business pays for a plan already: the money goes back.
        GivenBack = "given_back",
        /// The other business waits for its set-up.
        SetUp = "set_up",
        /// The business has to confirm it, by the link in its mail or signed in.
        Unconfirmed = "unconfirmed",
    }
}

/// `POST /api/public/checkout/{id}/business`: the result.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "site.ts"))]
pub struct PurchaseAnswered {
    /// The result of the answer.
    pub outcome: PurchaseOutcome,
}

/// `GET /api/admin/onboarding-requests?before=…`: set-ups that buyers sent and nobody has made a client of, newest first, 50 to a
/// page. `DELETE /api/admin/onboarding-requests/{id}` removes one with its logo; `GET /api/admin/onboarding/{id}/logo`
/// shows it. `POST /api/admin/onboarding-requests/{id}/use` sets the client of its purchase up with it: 409 `not_usable` where none
/// waits for that.
/// `create-client` takes a `onboardingRequestId`: the set-up is then done, and its logo the client's where the form has none.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "site.ts"))]
pub struct OnboardingRequestPage {
    /// The set-ups.
    pub onboarding_requests: Vec<OnboardingRequestSummary>,
    /// How many there are in all.
    pub pending: u32,
    /// Cursor of the next page; `null` on the last.
    pub next: Option<String>,
}

/// One set-up, as the buyer wrote it. Nothing of it has been checked but its form.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "site.ts"))]
#[allow(missing_docs)] // they are their names
pub struct OnboardingRequestSummary {
    pub id: String,
    pub name: String,
    pub email: String,
    pub company: String,
    /// As `clients.review_link_type` has it.
    pub review_link_type: ReviewPlatform,
    /// The address of the review page, where the buyer named one.
    pub review_link_url: Option<String>,
    #[serde(deserialize_with = "flag")]
    pub has_logo: bool,
    /// UTC milliseconds.
    pub created_at: i64,
    /// Owner of the same email: a client's company, or `Another account`.
    pub same_email_client: Option<String>,
    /// Why it waits; `null` while it is about to be used.
    pub wait_reason: Option<WaitReason>,
    /// The payment that it came with, where it is known.
    pub payment: Option<OnboardingPayment>,
}

/// The payment that a set-up came with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "site.ts"))]
pub struct OnboardingPayment {
    /// The plan bought, if it is one of ours.
    pub plan: Option<PlanType>,
    /// The address that paid.
    pub email: String,
    /// The company of the client that it pays for, where there is one.
    pub client: Option<String>,
    /// Whether that client waits for its set-up.
    pub is_open: bool,
}

/// `GET /api/admin/sign-ups?q=…&status=…&before=…`: newest first, 50 to a page; `GET /api/admin/sign-ups.csv` takes the
/// same but for `before`. `POST /api/admin/sign-ups/{id}/retry` and `/api/admin/sign-ups/retry-all` put failed ones
/// back to work and answer `Retried`. `DELETE /api/admin/sign-ups/{id}` forgets one, with its mails: 404 when it is
/// gone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "site.ts"))]
pub struct SignUpPage {
    /// The sign-ups.
    pub sign_ups: Vec<SignUpSummary>,
    /// Cursor of the next page; `null` on the last.
    pub next: Option<String>,
}

/// One visitor on the mailing list.
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
    /// Why it failed, or why it still waits.
    pub error_message: Option<String>,
    /// UTC milliseconds.
    pub created_at: i64,
    /// UTC milliseconds.
    pub confirmed_at: Option<i64>,
}

/// `GET /api/admin/forwards?before=…`: what was forwarded to automation addresses, newest first, 50 to a page.
/// `POST /api/admin/forwards/{submission}/retry` queues a failed one again and answers `Retried`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "site.ts"))]
pub struct ForwardPage {
    /// The log.
    pub forwards: Vec<ForwardSummary>,
    /// Cursor of the next page; `null` on the last.
    pub next: Option<String>,
    /// Whether there is a secret to sign with; without one nothing is forwarded.
    pub has_secret: bool,
}

/// One submission on its way to an automation address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "site.ts"))]
#[allow(missing_docs)] // they are their names
pub struct ForwardSummary {
    pub submission_id: String,
    /// The webhook it came by: `live`, `demo`, or a branded page's.
    pub endpoint: String,
    pub company_name: String,
    pub status: JobStatus,
    /// UTC milliseconds.
    pub created_at: i64,
    /// Every try with what the address answered, oldest first.
    pub attempts: Vec<Attempt>,
}
