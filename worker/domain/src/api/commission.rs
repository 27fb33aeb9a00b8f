//! Partners' earnings, as they and admins see them. Money is in pence (GBP), times are UTC
//! milliseconds, months are their first day (`2026-11-01`).

use serde::{Deserialize, Serialize};

use crate::api::payout::{PayoutAccount, PayoutView};
use crate::commission::activity::ReferralActivity;
use crate::commission::snapshot::PartnerFacts;
use crate::commission::{CommissionBand, CommissionStatus, CommissionType};
use crate::payout::PayoutEntry;
use crate::payout::{OwedStatus, PayoutArrival, PayoutStatus};
use crate::referral::{ReferralEvidence, ReferralStatus, SelfReferral};

/// `GET /api/affiliate/dashboard`: a partner's own dashboard, or for an admin that of `affiliateId`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "affiliate.ts"))]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)] // the names say it
pub struct AffiliateDashboard {
    pub id: String,
    pub first_name: String,
    pub surname: String,
    /// 1 without a sponsor, 2 with one.
    pub tier: u8,
    /// The promotion code it shares, under the requirements' name.
    pub stripe_coupon_id: String,
    /// The link it shares.
    pub referral_url: String,
    /// When it left the programme.
    pub left_at: Option<i64>,
    /// Until when it keeps earning after leaving.
    pub earns_until: Option<i64>,
    /// Link by which others apply as partners sponsored by it.
    pub sponsor_url: String,
    /// Partners it sponsors, newest first.
    pub sponsored: Vec<SponsoredPartner>,
    /// Estimate for the current month, if nothing changes.
    pub this_month: MonthEstimate,
    /// Clients it referred, newest first.
    pub referrals: Vec<ReferralView>,
    /// Number of `referrals` that are active now.
    pub active_referrals: u32,
    /// Sum of all payouts, without failed and reversed ones.
    pub lifetime_earnings: i64,
    /// Sum of failed and reversed payouts, which is still owed.
    pub delayed_pence: i64,
    /// Balance awaiting payout; negative if paid months were corrected downwards.
    pub pending_payout: i64,
    /// Part of `pending_payout` from closed months.
    pub owed_pence: i64,
    /// Distinct referrals that counted in the months of `owed_pence`.
    pub owed_referrals: Vec<String>,
    /// Amount of a payout made now.
    pub payable_now: i64,
    /// Why `owed_pence` is not payable yet; `null` if it is.
    pub payout_status: Option<OwedStatus>,
    /// When the next month becomes payable.
    pub next_payout_from: i64,
    /// All computed months, newest first.
    pub months: Vec<MonthStatement>,
    /// Payouts, newest first.
    pub payouts: Vec<PayoutView>,
    /// Postal address shown on its statements.
    pub address: Option<String>,
    /// Payout account at Stripe, once connected.
    pub payout_account: Option<PayoutAccount>,
    /// Whether a payout account can be connected.
    pub can_connect: bool,
}

/// A sponsored partner, as its sponsor sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "affiliate.ts"))]
#[allow(missing_docs)] // the names say it
pub struct SponsoredPartner {
    pub id: String,
    /// First name and surname.
    pub name: String,
    /// When it became a partner.
    pub approved_at: i64,
    /// Number of its clients that are active now.
    pub active_clients: u32,
    /// Active clients that earn the sponsor nothing, because they are the sponsor's own purchases.
    pub own_purchases: u32,
    /// The sponsor's monthly commission from this partner, in pence.
    pub monthly_pence: i64,
}

/// Estimate of a month from its current state.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "affiliate.ts"))]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)] // the names say it
pub struct MonthEstimate {
    pub month: String,
    /// Active clients of sponsored partners.
    pub sponsored_clients: u32,
    pub amount_pence: i64,
}

/// A client that a partner referred.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "affiliate.ts"))]
pub struct ReferralView {
    /// Id of the referral.
    pub id: String,
    /// Contact name of the client.
    pub contact_name: String,
    /// Email of the client.
    pub email: String,
    /// Company name of the client.
    pub company_name: String,
    /// Status of the client's plan.
    pub subscription_status: ReferralStatus,
    /// When the client bought.
    pub referral_date: i64,
    /// When the client first paid.
    pub first_payment_date: Option<i64>,
    /// Evidence that the partner referred it.
    pub evidence: ReferralEvidence,
    /// Evidence that the buyer is the partner itself.
    pub self_referral: Option<SelfReferral>,
    /// Whether it counts now, and if not, why.
    pub activity: ReferralActivity,
}

/// A month's earnings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "affiliate.ts"))]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)] // the names say it
pub struct MonthStatement {
    pub month: String,
    /// When clients were counted.
    pub as_of: i64,
    /// Whether `as_of` is the end of the month. If not, the numbers may change.
    pub is_closed: bool,
    /// Commissions of the month.
    pub commissions: Vec<CommissionView>,
}

/// A commission of a month.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "affiliate.ts"))]
#[allow(missing_docs)] // the names say it
pub struct CommissionView {
    pub commission_type: CommissionType,
    /// Band of active clients it belongs to.
    pub band: Option<CommissionBand>,
    /// Rate per client; 0 for an adjustment.
    pub rate_per_client: i64,
    /// Number of clients counted; 0 for an adjustment.
    pub active_clients_count: u32,
    /// Amount; negative for a clawback.
    pub commission_amount: i64,
    /// Payment status.
    pub status: CommissionStatus,
    /// When it was last paid.
    pub paid_at: Option<i64>,
    /// Payout it is part of.
    pub payout_id: Option<String>,
    /// Whether that payout's money has arrived. Omitted from the browser's check.
    #[cfg_attr(feature = "ts", serde(default))]
    #[cfg_attr(not(feature = "ts"), serde(skip_deserializing))]
    pub payout_status: Option<PayoutArrival>,
}

/// `GET /api/affiliate/statements/{month}`: the facts a month was computed from. The browser
/// recomputes it from them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "affiliate.ts"))]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)] // the names say it
pub struct CommissionFacts {
    pub month: String,
    /// When clients are counted.
    pub as_of: i64,
    /// Whether the month is being recomputed from these facts, so that its commissions are still
    /// based on earlier ones.
    #[serde(default)]
    pub is_computing: bool,
    /// Facts of the partner itself.
    pub own: PartnerFacts,
    /// Facts of each sponsored partner.
    pub sponsored: Vec<PartnerFacts>,
    /// Resulting commissions.
    pub commissions: Vec<CommissionView>,
    /// Revision of the statement; `null` while it is provisional: until the month is closed and computed.
    #[serde(default)]
    pub revision: Option<StatementRevision>,
    /// Entries of its payouts, oldest first: paid, reversed, failed and paid again. Omitted from the
    /// browser's check to keep it small.
    #[cfg_attr(feature = "ts", serde(default))]
    #[cfg_attr(not(feature = "ts"), serde(skip_deserializing))]
    pub payouts: Vec<PayoutEntry>,
    /// Facts that each payout of the month was based on, oldest first; an adjustment is the difference.
    #[serde(default)]
    pub paid: Vec<PaidFacts>,
    /// The company that issues the statement.
    #[serde(default)]
    pub issuer: StatementIssuer,
    /// The partner's postal address, if known.
    #[serde(default)]
    pub address: Option<String>,
}

/// Revision of a closed month's facts; each change to the facts makes a new one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "affiliate.ts"))]
#[serde(rename_all = "camelCase")]
pub struct StatementRevision {
    /// Counts from 1.
    pub number: u32,
    /// Reference time of the calculation that changed the facts.
    pub issued_at: i64,
}

/// Facts of a month that a payout was based on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "affiliate.ts"))]
#[serde(rename_all = "camelCase")]
pub struct PaidFacts {
    /// Id of the payout.
    pub payout_id: String,
    /// When clients were counted.
    pub as_of: i64,
    /// Facts of the partner itself.
    pub own: PartnerFacts,
    /// Facts of each sponsored partner.
    pub sponsored: Vec<PartnerFacts>,
}

/// The issuing company, from the settings.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "affiliate.ts"))]
#[serde(rename_all = "camelCase")]
pub struct StatementIssuer {
    /// The company's name.
    pub name: String,
    /// Address in one line; empty if not set.
    pub address: String,
    /// VAT number; empty if not registered.
    pub vat_number: String,
    /// A sentence for every statement, such as a self-billing agreement; empty for none.
    pub self_billing: String,
}

/// `POST /functions/v1/calculate-monthly-commissions`.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "affiliate.ts"))]
#[serde(default)]
pub struct CalculateCommissions {
    /// `2026-11`; defaults to the current month.
    pub month: Option<String>,
}

/// Answer of [`CalculateCommissions`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "affiliate.ts"))]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)] // the names say it
pub struct CalculationResult {
    pub month: String,
    /// Number of partners with commissions in the month.
    pub affiliates_processed: u32,
}

/// `GET /api/admin/commissions?month=…&before=…`: a month of every partner with commissions, 50 to
/// a page. `month` defaults to the last closed month, or the current one if there were no partners
/// before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "affiliate.ts"))]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)] // the names say it
pub struct MonthlyCommissions {
    pub month: String,
    pub current_month: String,
    /// The oldest month that can be computed; `null` without partners.
    pub first_month: Option<String>,
    /// When the month becomes payable.
    pub payable_from: i64,
    /// Whether it is payable now.
    pub is_payable: bool,
    /// When clients were counted; `null` if nothing was computed.
    pub as_of: Option<i64>,
    /// One row per partner.
    pub rows: Vec<MonthlyCommission>,
    /// Cursor of the next page; `null` on the last.
    pub next: Option<String>,
}

/// A partner's commissions of a month.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "affiliate.ts"))]
#[allow(missing_docs)] // the names say it
pub struct MonthlyCommission {
    pub affiliate_id: String,
    pub name: String,
    pub email: String,
    /// Its own clients in the first band.
    pub first_clients: u32,
    pub first_amount: i64,
    /// Its own clients in the second band.
    pub second_clients: u32,
    pub second_amount: i64,
    /// Commission for clients of sponsored partners.
    pub override_amount: i64,
    /// Corrections made after the month was paid.
    pub adjustment_amount: i64,
    /// Pending commission of earlier months.
    pub carried_over: i64,
    /// Total of a payout up to and including this month.
    pub total_due: i64,
    /// Connected account for the transfer; `null` if it has to be paid manually.
    pub transfer_to: Option<String>,
    /// `Paid` if nothing of this or earlier months is pending.
    pub status: CommissionStatus,
    /// Last payment of any part of it.
    pub paid_at: Option<i64>,
    /// Status of its payout until all of the money has arrived.
    pub unsettled_payout: Option<PayoutStatus>,
}

/// `GET /api/admin/clients/{id}/referral`: the partner who referred a client; `null` if nobody is recorded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "affiliate.ts"))]
pub struct ReferralRecord {
    /// The partner's promotion code; `null` if an admin decided that nobody referred the client.
    pub code: Option<String>,
    /// The partner's first name and surname.
    pub partner: Option<String>,
    /// Id of the partner.
    pub affiliate_id: Option<String>,
    /// Evidence that the partner referred it.
    pub evidence: ReferralEvidence,
    /// When the client bought.
    pub referral_date: i64,
    /// Evidence that the buyer is the partner itself.
    pub self_referral: Option<SelfReferral>,
    /// Evidence that the buyer is the partner's sponsor, who then earns nothing from it.
    pub sponsors_own: Option<SelfReferral>,
    /// When an admin set the referrer.
    pub settled_at: Option<i64>,
}

/// `PUT /api/admin/clients/{id}/referral`: sets who referred a client. 409 `changed_meanwhile` if
/// the referrer changed since it was loaded.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "affiliate.ts"))]
#[serde(default)]
pub struct ReferrerChange {
    /// The partner's promotion code; empty for nobody.
    pub code: String,
    /// Referrer when the admin loaded the page: a promotion code; empty for nobody.
    pub seen_code: String,
    /// Reason, for the audit log.
    pub note: String,
}
