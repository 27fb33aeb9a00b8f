//! What partners earn, as they and admins see it. Money is in pence (GBP), times are UTC milliseconds, months are `2026-11-01`.

use serde::{Deserialize, Serialize};

use crate::api::payout::{PayoutAccount, PayoutView};
use crate::commission::activity::ReferralActivity;
use crate::commission::snapshot::PartnerFacts;
use crate::commission::{CommissionBand, CommissionStatus, CommissionType};
use crate::payout::PayoutEntry;
use crate::payout::{OwedStatus, PayoutArrival, PayoutStatus};
use crate::referral::{ReferralEvidence, ReferralStatus, SelfReferral};

/// `GET /api/affiliate/dashboard`: a partner's own, or for an admin the one of `affiliateId`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "affiliate.ts"))]
#[serde(rename_all = "camelCase")]
pub struct AffiliateDashboard {
    /// The partner.
    pub id: String,
    /// Its first name.
    pub first_name: String,
    /// Its surname.
    pub surname: String,
    /// 1 without, 2 with a sponsor.
    pub tier: u8,
    /// The promotion code that it shares.
    pub stripe_coupon_id: String,
    /// The link that it shares.
    pub referral_url: String,
    /// When it left the programme.
    pub left_at: Option<i64>,
    /// Until when it earns where it has left.
    pub earns_until: Option<i64>,
    /// The link by which others apply as partners whom it sponsors.
    pub sponsor_url: String,
    /// The partners whom it sponsors, newest first.
    pub sponsored: Vec<SponsoredPartner>,
    /// The month that runs, if nothing changes.
    pub this_month: MonthEstimate,
    /// The clients that it referred, newest first.
    pub referrals: Vec<ReferralView>,
    /// How many of them count right now.
    pub active_referrals: u32,
    /// The sum of all payouts, without those that have failed or were taken back.
    pub lifetime_earnings: i64,
    /// The sum of the payouts that have failed or were taken back: it is owed, and waits to be settled.
    pub delayed_pence: i64,
    /// Balance awaiting payout; negative if paid months were corrected downwards.
    pub pending_payout: i64,
    /// The part of it from closed months.
    pub owed_pence: i64,
    /// The referrals that counted in the months that it is from, each once.
    pub owed_referrals: Vec<String>,
    /// The part of it that a payout comes to now.
    pub payable_now: i64,
    /// Why the closed months' part waits; none where nothing of them waits.
    pub payout_status: Option<OwedStatus>,
    /// From when on the next month is paid out.
    pub next_payout_from: i64,
    /// Every month that was computed, newest first.
    pub months: Vec<MonthStatement>,
    /// Payouts, newest first.
    pub payouts: Vec<PayoutView>,
    /// Its postal address, as its statements show it.
    pub address: Option<String>,
    /// The payout account, once it has one at Stripe.
    pub payout_account: Option<PayoutAccount>,
    /// Whether one can be connected here.
    pub can_connect: bool,
}

/// A partner whom another one sponsors, as that one sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "affiliate.ts"))]
pub struct SponsoredPartner {
    /// Its id.
    pub id: String,
    /// Both its names.
    pub name: String,
    /// When it became a partner.
    pub approved_at: i64,
    /// Its clients that count right now.
    pub active_clients: u32,
    /// Its active clients that count for it alone: the sponsor's own purchases.
    pub own_purchases: u32,
    /// The sponsor's monthly commission from them, in pence.
    pub monthly_pence: i64,
}

/// The forecast of a month as it stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "affiliate.ts"))]
#[serde(rename_all = "camelCase")]
pub struct MonthEstimate {
    /// Its first day.
    pub month: String,
    /// The active clients of partners whom one sponsors.
    pub sponsored_clients: u32,
    /// In pence.
    pub amount_pence: i64,
}

/// A client that a partner referred.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "affiliate.ts"))]
pub struct ReferralView {
    /// The referral's.
    pub id: String,
    /// The client's.
    pub contact_name: String,
    /// The client's.
    pub email: String,
    /// The client's.
    pub company_name: String,
    /// Status of its plan.
    pub subscription_status: ReferralStatus,
    /// When it bought.
    pub referral_date: i64,
    /// When it paid first.
    pub first_payment_date: Option<i64>,
    /// Evidence that the partner referred it.
    pub evidence: ReferralEvidence,
    /// Evidence that the buyer is the partner itself.
    pub self_referral: Option<SelfReferral>,
    /// Whether it counts right now, and why not.
    pub activity: ReferralActivity,
}

/// A month's earnings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "affiliate.ts"))]
#[serde(rename_all = "camelCase")]
pub struct MonthStatement {
    /// Its first day.
    pub month: String,
    /// The moment at which clients were counted.
    pub as_of: i64,
    /// Whether that was the month's end; else it may change.
    pub is_closed: bool,
    /// Its parts.
    pub commissions: Vec<CommissionView>,
}

/// A commission of a month.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "affiliate.ts"))]
pub struct CommissionView {
    /// Its kind.
    pub commission_type: CommissionType,
    /// The range of active clients that it belongs to.
    pub band: Option<CommissionBand>,
    /// Rate per client; 0 for an adjustment.
    pub rate_per_client: i64,
    /// How many clients it counts; 0 for an adjustment.
    pub active_clients_count: u32,
    /// Below 0 where it takes back.
    pub commission_amount: i64,
    /// Whether it was paid out.
    pub status: CommissionStatus,
    /// When, the last time.
    pub paid_at: Option<i64>,
    /// The payout that it is a part of.
    pub payout_id: Option<String>,
    /// Whether the money of that payout has arrived. The browser's check leaves it out.
    #[cfg_attr(feature = "ts", serde(default))]
    #[cfg_attr(not(feature = "ts"), serde(skip_deserializing))]
    pub payout_status: Option<PayoutArrival>,
}

/// `GET /api/affiliate/statements/{month}`: what a month was computed from. A browser computes the same.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "affiliate.ts"))]
#[serde(rename_all = "camelCase")]
pub struct CommissionFacts {
    /// The month's first day.
    pub month: String,
    /// The moment at which clients are counted.
    pub as_of: i64,
    /// Whether the month is being computed from these facts right now: its commissions are still those of earlier ones.
    #[serde(default)]
    pub is_computing: bool,
    /// Of the partner.
    pub own: PartnerFacts,
    /// Of each partner whom it sponsors.
    pub sponsored: Vec<PartnerFacts>,
    /// The result.
    pub commissions: Vec<CommissionView>,
    /// The revision of the statement; none before the month is closed and computed: until then it is provisional.
    #[serde(default)]
    pub revision: Option<StatementRevision>,
    /// The entries of its payouts, oldest first: what was paid, taken back or did not arrive, and was paid again. The browser's check, which
    /// is small, leaves them out.
    #[cfg_attr(feature = "ts", serde(default))]
    #[cfg_attr(not(feature = "ts"), serde(skip_deserializing))]
    pub payouts: Vec<PayoutEntry>,
    /// The facts as each payout of the month paid for them, oldest first: an adjustment follows from what differs.
    #[serde(default)]
    pub paid: Vec<PaidFacts>,
    /// The company that states it.
    #[serde(default)]
    pub issuer: StatementIssuer,
    /// The partner's postal address, where it is known.
    #[serde(default)]
    pub address: Option<String>,
}

/// A state of a closed month's facts: each change of them is a new one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "affiliate.ts"))]
#[serde(rename_all = "camelCase")]
pub struct StatementRevision {
    /// From 1 on.
    pub number: u32,
    /// When its facts were found.
    pub issued_at: i64,
}

/// The facts of a month as a payout paid for them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "affiliate.ts"))]
#[serde(rename_all = "camelCase")]
pub struct PaidFacts {
    /// The payout.
    pub payout_id: String,
    /// The moment at which clients were counted.
    pub as_of: i64,
    /// Of the partner.
    pub own: PartnerFacts,
    /// Of each partner whom it sponsored.
    pub sponsored: Vec<PartnerFacts>,
}

/// The company on partners' statements, from the settings.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "affiliate.ts"))]
#[serde(rename_all = "camelCase")]
pub struct StatementIssuer {
    /// The company's name.
    pub name: String,
    /// Its address in one line; empty where it is not set.
    pub address: String,
    /// Its VAT number; empty where it is not registered.
    pub vat_number: String,
    /// A sentence on each statement, such as that of a self-billing agreement; empty for none.
    pub self_billing: String,
}

/// `POST /functions/v1/calculate-monthly-commissions`.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "affiliate.ts"))]
#[serde(default)]
pub struct CalculateCommissions {
    /// `2026-11`; without it the current month.
    pub month: Option<String>,
}

/// The answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "affiliate.ts"))]
#[serde(rename_all = "camelCase")]
pub struct CommissionsCalculated {
    /// The month's first day.
    pub month: String,
    /// How many partners have commissions of it, as the list of the month shows them.
    pub affiliates_processed: u32,
}

/// `GET /api/admin/commissions?month=…&before=…`: a month of every partner that has commissions, 50 to a page; without `month` the last one
/// that is over, or the current one where there were no partners before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "affiliate.ts"))]
#[serde(rename_all = "camelCase")]
pub struct MonthlyCommissions {
    /// The month's first day.
    pub month: String,
    /// The month that it is now, by its first day.
    pub current_month: String,
    /// The oldest month that can be computed, by its first day; none where there are no partners.
    pub first_month: Option<String>,
    /// From when on the month is paid out.
    pub payable_from: i64,
    /// Whether that is by now.
    pub is_payable: bool,
    /// The moment at which clients were counted; none where nothing was computed.
    pub as_of: Option<i64>,
    /// One line for each partner.
    pub rows: Vec<MonthlyCommission>,
    /// Cursor of the next page; `null` on the last.
    pub next: Option<String>,
}

/// A partner's month.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "affiliate.ts"))]
pub struct MonthlyCommission {
    /// The partner.
    pub affiliate_id: String,
    /// Both its names.
    pub name: String,
    /// Its address.
    pub email: String,
    /// Its own clients of the first band.
    pub first_clients: u32,
    /// Commission for them.
    pub first_amount: i64,
    /// Its own clients of the second band.
    pub second_clients: u32,
    /// Commission for them.
    pub second_amount: i64,
    /// Commission for clients of sponsored partners.
    pub override_amount: i64,
    /// Corrections made after the month was paid out.
    pub adjustment_amount: i64,
    /// Pending commission of earlier months.
    pub carried_over: i64,
    /// Total of a payout up to this month.
    pub total_due: i64,
    /// The connected account that a transfer goes to; none where it has to be paid by hand.
    pub transfer_to: Option<String>,
    /// Whether nothing waits of the month and of those before it.
    pub status: CommissionStatus,
    /// When something of it was paid out last.
    pub paid_at: Option<i64>,
    /// Of the payout that it is a part of, as long as the money, or a part of it, has not arrived.
    pub unsettled_payout: Option<PayoutStatus>,
}

/// `GET /api/admin/clients/{id}/referral`: who referred a client; `null` where nobody is noted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "affiliate.ts"))]
pub struct ReferralRecord {
    /// The partner's promotion code; none where an admin has settled that it is nobody.
    pub code: Option<String>,
    /// The partner's first name and surname.
    pub partner: Option<String>,
    /// The partner's.
    pub affiliate_id: Option<String>,
    /// Evidence that the partner referred it.
    pub evidence: ReferralEvidence,
    /// When the client bought.
    pub referral_date: i64,
    /// Evidence that the buyer is the partner itself.
    pub self_referral: Option<SelfReferral>,
    /// Evidence that it is the partner's sponsor, who earns nothing by it then.
    pub sponsors_own: Option<SelfReferral>,
    /// When an admin has settled it.
    pub settled_at: Option<i64>,
}

/// `PUT /api/admin/clients/{id}/referral`: settles who referred a client. 409 `changed_meanwhile` where it is another one's by now.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "affiliate.ts"))]
#[serde(default)]
pub struct ReferralSettlement {
    /// The partner's promotion code; empty for nobody.
    pub code: String,
    /// Whose it was as the admin looked: a promotion code; empty for nobody's.
    pub seen_code: String,
    /// Why; it stands in the audit log.
    pub note: String,
}
