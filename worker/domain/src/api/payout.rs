//! Payouts to partners. Money is in pence (GBP), times are UTC milliseconds, months are `2026-11-01`.

use serde::{Deserialize, Serialize};

use crate::payout::{OwedStatus, PayoutMethod, PayoutStatus};
use crate::row::flag;

/// `POST /api/admin/affiliates/{id}/payouts`: pays everything out that waits, up to a month. 409 `not_payable_yet` before the day on which
/// the month is paid out, `month_uncounted` where it is not counted to its end, `below_minimum` where it is too little, `nothing_pending` where nothing waits any more, `amount_changed` where other than was seen, `no_payout_account` where a transfer cannot
/// reach the partner, or not at the account that was seen.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "affiliate.ts"))]
#[serde(default)]
pub struct PayoutRequest {
    /// The last month, `2026-11`.
    pub month: String,
    /// Without it, by hand.
    pub method: Option<PayoutMethod>,
    /// The amount the admin saw. If it has changed since, nothing is paid.
    pub seen_pence: Option<i64>,
    /// The account that a transfer was seen to go to: where that is another by now, nothing is paid.
    pub seen_account: Option<String>,
    /// Bank reference of a manual payment.
    pub reference: String,
}

/// `PUT /api/affiliate/address`: a partner's postal address, as its statements show it; at most 6 lines and 300 characters.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "affiliate.ts"))]
pub struct PartnerAddress {
    /// Lines, as on an envelope.
    pub address: String,
}

/// `GET /api/admin/owed?before=…`: every partner with a balance, those first who have waited longest, 50 to a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "affiliate.ts"))]
pub struct Owed {
    /// The newest month that is paid out by now.
    pub payable_month: String,
    /// From when on the month after it is paid out.
    pub next_payable_from: i64,
    /// The sum of the payouts that have failed or were taken back, in pence: it is owed beside the balances.
    pub failed_pence: i64,
    /// One line for each.
    pub rows: Vec<OwedLine>,
    /// Cursor of the next page; `null` on the last.
    pub next: Option<String>,
}

/// The balance that is owed to a partner.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "affiliate.ts"))]
pub struct OwedLine {
    /// The partner.
    pub affiliate_id: String,
    /// Both its names.
    pub name: String,
    /// Its address.
    pub email: String,
    /// The oldest month of which something waits.
    pub since: String,
    /// Everything that waits, of whatever month.
    pub pending: i64,
    /// The amount of a payout made now: the balance up to the payable month.
    pub total_due: i64,
    /// The connected account that a transfer goes to; none where it has to be paid by hand.
    pub transfer_to: Option<String>,
    /// Why it waits, or that it is payable.
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
    /// When.
    pub paid_at: i64,
    /// Its current status.
    pub status: PayoutStatus,
}

/// `GET /api/admin/payouts?before=…`: newest first, 50 to a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "affiliate.ts"))]
pub struct Payouts {
    /// One line for each.
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
    /// The partner.
    pub affiliate_id: String,
    /// Both its names.
    pub name: String,
    /// The last month of which something is in it.
    pub month_period: String,
    /// The amount.
    pub amount_pence: i64,
    /// When.
    pub paid_at: i64,
    /// Its current status.
    pub status: PayoutStatus,
    /// Bank reference of a manual payment.
    pub reference: String,
    /// The connected account that a transfer goes to.
    pub destination: Option<String>,
    /// The transfer's id at Stripe.
    pub transfer_id: Option<String>,
    /// A note for admins, in a sentence.
    pub problem: Option<String>,
    /// The payout of which a part was taken back that this one pays again.
    pub replaces: Option<String>,
    /// Whether it has failed because its transfer was taken back: it went through first.
    #[serde(deserialize_with = "flag")]
    pub taken_back: bool,
}

/// `POST /api/admin/payouts/{id}/settlement`: what is to become of a failed transfer. Stripe is asked first whether it exists after all.
/// 409 `payout_settled` where it has not failed, `no_payout_account`.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "affiliate.ts"))]
pub struct PayoutSettlement {
    /// Another attempt, or a payment by hand that has been made.
    pub method: PayoutMethod,
    /// Bank reference of a manual payment.
    #[serde(default)]
    pub reference: String,
}

/// A payout as its partner sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "affiliate.ts"))]
pub struct PayoutView {
    /// Its id, as statements name it.
    pub id: String,
    /// The last month of which something is in it.
    pub month_period: String,
    /// The amount.
    pub amount_pence: i64,
    /// When.
    pub paid_at: i64,
    /// Its current status.
    pub status: PayoutStatus,
    /// Bank reference of a manual payment, or the Stripe transfer's id; empty if unknown.
    pub reference: String,
    /// The payout of which a part was taken back that this one pays again.
    pub replaces: Option<String>,
    /// Whether it has failed because its transfer was taken back: it went through first.
    #[serde(deserialize_with = "flag")]
    pub taken_back: bool,
}

/// A partner's account at Stripe.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "affiliate.ts"))]
#[serde(rename_all = "camelCase")]
pub struct PayoutAccount {
    /// `acct_…`.
    pub id: String,
    /// Whether transfers can reach it; else Stripe still wants something of the partner.
    pub can_receive: bool,
}

/// `POST /api/affiliate/payout-account`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "affiliate.ts"))]
pub struct PayoutOnboarding {
    /// A page of Stripe's, for a few minutes, and once.
    pub url: String,
}
