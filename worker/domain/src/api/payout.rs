//! Payouts to partners. Money is in pence (GBP), times are UTC milliseconds, months are `2026-11-01`.

use serde::{Deserialize, Serialize};

use crate::payout::{OwedStatus, PayoutMethod, PayoutStatus};
use crate::row::flag;

/// `POST /api/admin/affiliates/{id}/payouts`: pays everything pending up to a month. 409
/// `not_payable_yet` before the month is payable, `month_uncounted` if its count is not final,
/// `below_minimum`, `nothing_pending`, `amount_changed` if the amount changed since it was loaded,
/// `no_payout_account` if the partner cannot receive a transfer or its account changed.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "affiliate.ts"))]
#[serde(default)]
pub struct PayoutRequest {
    /// Last month to pay, `2026-11`.
    pub month: String,
    /// Defaults to a manual payment.
    pub method: Option<PayoutMethod>,
    /// Amount when the admin loaded it; nothing is paid if it has changed.
    pub seen_pence: Option<i64>,
    /// Connected account when the admin loaded it; nothing is paid if it has changed.
    pub seen_account: Option<String>,
    /// Bank reference of a manual payment.
    pub reference: String,
}

/// `PUT /api/affiliate/address`: a partner's postal address for statements; at most 6 lines and 300
/// characters.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "affiliate.ts"))]
pub struct PartnerAddress {
    /// Lines, as on an envelope.
    pub address: String,
}

/// `GET /api/admin/owed?before=…`: every partner with a balance, oldest balance first, 50 to a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "affiliate.ts"))]
pub struct OwedPage {
    /// Newest payable month.
    pub payable_month: String,
    /// When the next month becomes payable.
    pub next_payable_from: i64,
    /// Sum of failed and reversed payouts in pence, which is owed in addition to the balances.
    pub failed_pence: i64,
    /// One row per partner.
    pub rows: Vec<OwedLine>,
    /// Cursor of the next page; `null` on the last.
    pub next: Option<String>,
}

/// Balance owed to a partner.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "affiliate.ts"))]
pub struct OwedLine {
    /// Id of the partner.
    pub affiliate_id: String,
    /// First name and surname.
    pub name: String,
    /// Email address.
    pub email: String,
    /// Oldest month with pending commission.
    pub since: String,
    /// Pending commission of all months.
    pub pending: i64,
    /// The amount of a payout made now: the balance up to the payable month.
    pub total_due: i64,
    /// Connected account for the transfer; `null` if it has to be paid manually.
    pub transfer_to: Option<String>,
    /// Whether it is payable, and if not, why.
    pub status: OwedStatus,
}

/// A payout.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "affiliate.ts"))]
pub struct Payout {
    /// Its id.
    pub id: String,
    /// The amount.
    pub amount_pence: i64,
    /// When it was paid out.
    pub paid_at: i64,
    /// Status.
    pub status: PayoutStatus,
}

/// `GET /api/admin/payouts?before=…`: newest first, 50 to a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "affiliate.ts"))]
pub struct Payouts {
    /// One row per payout.
    pub rows: Vec<PayoutLine>,
    /// Cursor of the next page; `null` on the last.
    pub next: Option<String>,
}

/// A payout as admins see it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "affiliate.ts"))]
pub struct PayoutLine {
    /// Its id.
    pub id: String,
    /// Id of the partner.
    pub affiliate_id: String,
    /// First name and surname.
    pub name: String,
    /// Last month included in it.
    pub month_period: String,
    /// The amount.
    pub amount_pence: i64,
    /// When it was paid out.
    pub paid_at: i64,
    /// Status.
    pub status: PayoutStatus,
    /// Bank reference of a manual payment.
    pub reference: String,
    /// Connected account that receives the transfer.
    pub destination: Option<String>,
    /// Stripe id of the transfer.
    pub transfer_id: Option<String>,
    /// A note for admins, in a sentence.
    pub problem: Option<String>,
    /// Payout that it partly replaces after a reversal.
    pub replaces: Option<String>,
    /// Whether it failed because its transfer was reversed after it had gone through.
    #[serde(deserialize_with = "flag")]
    pub taken_back: bool,
}

/// `POST /api/admin/payouts/{id}/settlement`: resolves a failed transfer. Stripe is asked first
/// whether the transfer exists. 409 `payout_settled` if it has not failed, `no_payout_account`.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "affiliate.ts"))]
pub struct PayoutResolution {
    /// Retry the transfer, or record a manual payment.
    pub method: PayoutMethod,
    /// Bank reference of a manual payment.
    #[serde(default)]
    pub reference: String,
}

/// A payout as its partner sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "affiliate.ts"))]
pub struct PayoutView {
    /// Its id, as in statements.
    pub id: String,
    /// Last month included in it.
    pub month_period: String,
    /// The amount.
    pub amount_pence: i64,
    /// When it was paid out.
    pub paid_at: i64,
    /// Status.
    pub status: PayoutStatus,
    /// Bank reference of a manual payment, or the Stripe transfer's id; empty if unknown.
    pub reference: String,
    /// Payout that it partly replaces after a reversal.
    pub replaces: Option<String>,
    /// Whether it failed because its transfer was reversed after it had gone through.
    #[serde(deserialize_with = "flag")]
    pub taken_back: bool,
}

/// A partner's Stripe account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "affiliate.ts"))]
#[serde(rename_all = "camelCase")]
pub struct PayoutAccount {
    /// `acct_…`.
    pub id: String,
    /// Whether it can receive transfers; otherwise Stripe still requires something from the partner.
    pub can_receive: bool,
}

/// `POST /api/affiliate/payout-account`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "affiliate.ts"))]
pub struct PayoutOnboarding {
    /// URL of Stripe's onboarding page; works once, for a few minutes.
    pub url: String,
}
