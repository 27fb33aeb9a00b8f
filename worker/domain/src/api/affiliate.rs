//! Partner applications, and the admins' view of partners.

use serde::{Deserialize, Serialize};

use crate::affiliate::AffiliateStatus;
use crate::api::commission::AffiliateDashboard;
use crate::audit::AuditAction;
use crate::email::{EmailStatus, EmailTemplate};

/// `POST /api/public/affiliates`. 400 `invalid` with `fields`; 429 `challenge_required` with a
/// challenge if its solution is missing; 429 with `Retry-After` if one IP address sends too many.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "affiliate.ts"))]
#[serde(rename_all = "camelCase", default)]
pub struct AffiliateApplication {
    /// The applicant's first name.
    pub first_name: String,
    /// The applicant's surname.
    pub surname: String,
    /// The applicant's email address.
    pub email: String,
    /// First name and surname of the sponsoring partner; empty for none.
    pub sponsor_name: String,
    /// Solution of the challenge from a `challenge_required` answer.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<String>"))]
    pub challenge: String,
}

/// A partner in the answer to `GET /api/public/get_affiliate_by_sponsor_name`, which reveals only
/// that the partner exists.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "affiliate.ts"))]
pub struct Sponsor {
    /// Id of the partner.
    pub id: String,
}

/// `GET /api/public/partner-codes/{code}`: a partner's promotion code. 404 for any other code.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "affiliate.ts"))]
pub struct PartnerCode {
    /// Code as buyers type it.
    pub code: String,
}

/// `GET /api/admin/affiliates?status=…&before=…`, newest first, 50 to a page: with `status=pending`
/// the pending applications, otherwise the partners. `PUT /api/admin/affiliates/{id}` configures an
/// application, `DELETE` rejects it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "affiliate.ts"))]
pub struct AffiliatePage {
    /// The affiliates.
    pub affiliates: Vec<AffiliateSummary>,
    /// Number of pending applications.
    pub pending: u32,
    /// Whether promotion codes are checked at Stripe; without an API key they are accepted as typed.
    pub checks_codes: bool,
    /// Cursor of the next page; `null` on the last.
    pub next: Option<String>,
}

/// A partner or an applicant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "affiliate.ts"))]
#[allow(missing_docs)] // the names say it all
pub struct AffiliateSummary {
    pub id: String,
    pub first_name: String,
    pub surname: String,
    pub email: String,
    /// 1 without a sponsor, 2 with one.
    pub tier: u8,
    /// First name and surname of the sponsor.
    pub sponsor_name: Option<String>,
    pub sponsor_email: Option<String>,
    pub status: AffiliateStatus,
    /// The promotion code that the partner shares; the specification prescribes this name.
    pub stripe_coupon_id: Option<String>,
    /// The admins' notes.
    pub notes: String,
    /// UTC milliseconds.
    pub created_at: i64,
    /// When the partner left the programme.
    pub left_at: Option<i64>,
    /// End of the period in which a partner who left still earns and may return.
    pub earns_until: Option<i64>,
    /// Number of clients the partner has referred.
    pub total_referrals: u32,
    /// Number of referred clients that are active.
    pub active_referrals: u32,
    /// Pending commission of the current month, in pence.
    pub pending_this_month: i64,
    /// Sum of all payouts in pence, without failed and reversed ones.
    pub lifetime_earnings: i64,
}

/// `POST /api/affiliate/departure`: ends a partnership. 400 for an admin without a reason.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "affiliate.ts"))]
#[serde(default)]
pub struct PartnershipEnd {
    /// An admin's reason, for the audit log.
    pub reason: String,
}

/// `POST /api/affiliate/erasure`.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "affiliate.ts"))]
#[serde(default)]
pub struct PartnerErasure {
    /// The partner's password, required if the partner asks for it.
    pub password: String,
    /// An admin's reason, for the audit log.
    pub reason: String,
}

/// `GET /api/affiliate/export`: all data stored about a partner.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "affiliate.ts"))]
pub struct PartnerExport {
    /// The partner's email address.
    pub email: String,
    /// The sponsor.
    pub sponsor: Option<String>,
    /// When the partner applied, UTC milliseconds.
    #[serde(rename = "appliedAt")]
    pub applied_at: i64,
    /// The admins' notes about the partner.
    pub notes: String,
    /// The partner's referrals, commissions and payouts.
    pub dashboard: AffiliateDashboard,
    /// Mails to and about the partner, oldest first.
    pub emails: Vec<PartnerEmail>,
    /// The admins' decisions about the partner, oldest first.
    pub decisions: Vec<PartnerDecision>,
}

/// A mail to or about a partner.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "affiliate.ts"))]
pub struct PartnerEmail {
    /// Template of the mail.
    pub template: EmailTemplate,
    /// Delivery status.
    pub status: EmailStatus,
    /// When it was queued, UTC milliseconds.
    pub created_at: i64,
}

/// An admin's decision about a partner.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "affiliate.ts"))]
pub struct PartnerDecision {
    /// When it was made, UTC milliseconds.
    pub at: i64,
    /// The action taken.
    pub action: AuditAction,
    /// The reason, if one was required.
    pub reason: Option<String>,
}

/// `PUT /api/admin/affiliates/{id}`: the data required to approve an application. 400
/// `code_missing`, `code_unusable`, `code_expired`, `code_limited`, `code_discount`, `code_taken` or `no_coupon`
/// for an unusable code; 409 `application_decided`.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "affiliate.ts"))]
#[serde(default)]
pub struct AffiliateConfiguration {
    /// The promotion code; trimmed and upper-cased.
    pub stripe_coupon_id: String,
    /// The admins' notes about the applicant.
    pub notes: String,
    /// Whether to create the code at Stripe if it does not exist.
    pub create_code: bool,
}
