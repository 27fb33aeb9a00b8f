//! Partners: what they apply with, and what admins see of them.

use serde::{Deserialize, Serialize};

use crate::affiliate::AffiliateStatus;
use crate::api::commission::AffiliateDashboard;
use crate::audit::AuditAction;
use crate::email::{EmailStatus, EmailTemplate};

/// `POST /api/public/affiliates`. 400 `invalid` with `fields`; 429 `challenge_required` without the
/// solution of a challenge, which comes with it; 429 with `Retry-After` where one address sends too many.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "affiliate.ts"))]
#[serde(rename_all = "camelCase", default)]
pub struct AffiliateApplication {
    /// The applicant's first name.
    pub first_name: String,
    /// The applicant's surname.
    pub surname: String,
    /// The address for the answer.
    pub email: String,
    /// First name and surname of the partner who brought the applicant; empty for none.
    pub sponsor_name: String,
    /// The solution of the challenge that an answer `challenge_required` brought.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<String>"))]
    pub challenge: String,
}

/// A partner in the answer of `GET /api/public/get_affiliate_by_sponsor_name`: only that one exists.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "affiliate.ts"))]
pub struct Sponsor {
    /// The partner's.
    pub id: String,
}

/// `GET /api/public/partner-codes/{code}`: a promotion code that is a partner's. 404 for every other one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "affiliate.ts"))]
pub struct PartnerCode {
    /// As buyers type it.
    pub code: String,
}

/// `GET /api/admin/affiliates?status=…&before=…`, newest first, 50 to a page: with `status=pending` the applications that wait, else the
/// partners. `PUT /api/admin/affiliates/{id}` configures an application, `DELETE` rejects it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "affiliate.ts"))]
pub struct AffiliatePage {
    /// The affiliates.
    pub affiliates: Vec<AffiliateSummary>,
    /// How many applications wait in all.
    pub pending: u32,
    /// Whether promotion codes are looked up at the payment provider; without its key they are taken as they are.
    pub checks_codes: bool,
    /// Cursor of the next page; `null` on the last.
    pub next: Option<String>,
}

/// A partner, or somebody who wants to be one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "affiliate.ts"))]
#[allow(missing_docs)] // they are their names
pub struct AffiliateSummary {
    pub id: String,
    pub first_name: String,
    pub surname: String,
    pub email: String,
    /// 1 without, 2 with a sponsor.
    pub tier: u8,
    /// Both names of the sponsor.
    pub sponsor_name: Option<String>,
    pub sponsor_email: Option<String>,
    pub status: AffiliateStatus,
    /// The promotion code that the partner shares.
    pub stripe_coupon_id: Option<String>,
    /// The admins' notes.
    pub notes: String,
    /// UTC milliseconds.
    pub created_at: i64,
    /// When the partner left the programme.
    pub left_at: Option<i64>,
    /// Until when it earns where it has left, and may be taken back.
    pub earns_until: Option<i64>,
    /// How many clients the partner has referred.
    pub total_referrals: u32,
    /// How many of them count right now.
    pub active_referrals: u32,
    /// Pending commission of the current month, in pence.
    pub pending_this_month: i64,
    /// The sum of all payouts, in pence, without those that have failed or were taken back.
    pub lifetime_earnings: i64,
}

/// `POST /api/affiliate/departure`: ends a partnership. 400 for an admin without a reason.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "affiliate.ts"))]
#[serde(default)]
pub struct PartnershipEnd {
    /// Why an admin ends it; it stands in the audit log.
    pub reason: String,
}

/// `POST /api/affiliate/erasure`.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "affiliate.ts"))]
#[serde(default)]
pub struct PartnerErasure {
    /// The partner's own, where the partner asks.
    pub password: String,
    /// Why an admin erases it; it stands in the audit log.
    pub reason: String,
}

/// `GET /api/affiliate/export`: everything that is known of a partner.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "affiliate.ts"))]
pub struct PartnerExport {
    /// The partner's address.
    pub email: String,
    /// The sponsor.
    pub sponsor: Option<String>,
    /// When it applied.
    #[serde(rename = "appliedAt")]
    pub applied_at: i64,
    /// The admins' notes about it.
    pub notes: String,
    /// Its referrals, commissions and payouts.
    pub dashboard: AffiliateDashboard,
    /// Mails to it, and about it, oldest first.
    pub emails: Vec<PartnerEmail>,
    /// The admins' decisions about it, oldest first.
    pub decisions: Vec<PartnerDecision>,
}

/// A mail to a partner, or about one.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "affiliate.ts"))]
pub struct PartnerEmail {
    /// The text.
    pub template: EmailTemplate,
    /// Whether it was sent.
    pub status: EmailStatus,
    /// When it was queued.
    pub created_at: i64,
}

/// An admin's decision about a partner.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "affiliate.ts"))]
pub struct PartnerDecision {
    /// When.
    pub at: i64,
    /// What.
    pub action: AuditAction,
    /// Why, where the admin had to say.
    pub reason: Option<String>,
}

/// `PUT /api/admin/affiliates/{id}`: what an application needs to be approved. 400 `code_missing`, `code_unusable`, `code_expired`,
/// `code_discount`, `code_taken` or `no_coupon` for a code that cannot be a partner's; 409 `application_decided`.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "affiliate.ts"))]
#[serde(default)]
pub struct AffiliateConfiguration {
    /// The promotion code; it is trimmed and put in upper case.
    pub stripe_coupon_id: String,
    /// The reason, for the audit log.
    pub notes: String,
    /// Whether a code that the payment provider has not is created there.
    pub create_code: bool,
}
