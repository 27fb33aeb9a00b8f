//! Computes partners' commissions: facts in, rows out, in whole pence and independent of the clock.
//! A partner's browser computes the same from the same facts.

pub mod activity;
pub mod check;
pub mod month;
pub mod snapshot;

use crate::string_enum::string_enum;

/// Number of active clients in the first band.
pub const BAND_CLIENTS: u32 = 25;
/// Monthly rate per client in the first band.
pub const FIRST_RATE_PENCE: i64 = 500;
/// Monthly rate per further client.
pub const SECOND_RATE_PENCE: i64 = 1000;
/// A sponsor's monthly rate per active client of a sponsored partner.
pub const OVERRIDE_RATE_PENCE: i64 = 500;
/// Minimum payout; smaller balances are carried over.
pub const MIN_PAYOUT_PENCE: i64 = 2500;

string_enum! {
    /// Reason for a commission.
    CommissionType {
        /// A partner's own clients.
        Direct = "direct",
        /// Clients of the partners it sponsors.
        Override = "override",
        /// Correction of a paid month whose facts changed; may be negative.
        Adjustment = "adjustment",
    }
}

string_enum! {
    /// Payment status of a commission.
    CommissionStatus {
        /// Awaits a payout.
        Pending = "pending",
        /// Part of a payout; immutable. The payout's status tells whether the money has arrived.
        Paid = "paid",
    }
}

string_enum! {
    /// A range of active clients with one rate. Derived, never stored.
    CommissionBand {
        /// The first 25.
        First = "first",
        /// From the 26th on.
        Second = "second",
    }
}

/// A commission of a partner for a month.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Commission {
    /// Reason for it.
    pub commission_type: CommissionType,
    /// Rate per client; 0 for an adjustment.
    pub rate_pence: i64,
    /// Number of clients; 0 for an adjustment.
    pub clients: u32,
    /// Amount; negative for a clawback.
    pub amount_pence: i64,
}

impl Commission {
    /// Returns its band; only commissions for own clients have one.
    #[must_use]
    pub const fn band(&self) -> Option<CommissionBand> {
        match self.commission_type {
            CommissionType::Direct if self.rate_pence == FIRST_RATE_PENCE => Some(CommissionBand::First),
            CommissionType::Direct => Some(CommissionBand::Second),
            CommissionType::Override | CommissionType::Adjustment => None,
        }
    }

    fn of(commission_type: CommissionType, rate_pence: i64, clients: u32) -> Option<Self> {
        let amount_pence = rate_pence.saturating_mul(i64::from(clients));
        (clients > 0).then_some(Self { commission_type, rate_pence, clients, amount_pence })
    }

    const fn adjustment(amount_pence: i64) -> Self {
        Self { commission_type: CommissionType::Adjustment, rate_pence: 0, clients: 0, amount_pence }
    }
}

/// Returns the commissions of a month from its numbers of active clients: the partner's own, and
/// those of sponsored partners.
#[must_use]
pub fn commissions_of(own: u32, sponsored: u32) -> Vec<Commission> {
    [
        Commission::of(CommissionType::Direct, FIRST_RATE_PENCE, own.min(BAND_CLIENTS)),
        Commission::of(CommissionType::Direct, SECOND_RATE_PENCE, own.saturating_sub(BAND_CLIENTS)),
        Commission::of(CommissionType::Override, OVERRIDE_RATE_PENCE, sponsored),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Sums commissions, in pence.
#[must_use]
pub fn sum(commissions: &[Commission]) -> i64 {
    commissions.iter().fold(0, |sum, one| sum.saturating_add(one.amount_pence))
}

/// Returns the unpaid rows of a month. `paid` rows stay unchanged; a difference between the month's
/// current total and them becomes one adjustment. Idempotent.
#[must_use]
pub fn unpaid_rows(current: Vec<Commission>, paid: &[Commission]) -> Vec<Commission> {
    if paid.is_empty() {
        return current;
    }
    let difference = sum(&current).saturating_sub(sum(paid));
    if difference == 0 { Vec::new() } else { vec![Commission::adjustment(difference)] }
}

/// Returns the amount of a payout.
///
/// # Errors
/// The balance, if it is below the minimum payout.
pub fn payout_amount(waiting: &[Commission]) -> Result<i64, i64> {
    let gathered = sum(waiting);
    if gathered >= MIN_PAYOUT_PENCE { Ok(gathered) } else { Err(gathered) }
}

/// Formats an amount for statements: `£15.00`, `−£10.00`.
#[must_use]
pub fn in_pounds(pence: i64) -> String {
    let plain = plain_pounds(pence);
    plain.strip_prefix('-').map_or_else(|| format!("£{plain}"), |abs| format!("−£{abs}"))
}

/// Formats an amount in the smallest unit of a currency such as `gbp`: `£15.00`, `15.00 EUR`.
#[must_use]
pub fn in_currency(amount: i64, currency: &str) -> String {
    if currency.eq_ignore_ascii_case("gbp") {
        in_pounds(amount)
    } else {
        format!("{} {}", plain_pounds(amount), currency.to_uppercase())
    }
}

/// Formats an amount for spreadsheets: `-10.00`.
#[must_use]
pub fn plain_pounds(pence: i64) -> String {
    let (sign, all) = (if pence < 0 { "-" } else { "" }, pence.unsigned_abs());
    format!("{sign}{}.{:02}", all / 100, all % 100)
}

#[cfg(test)]
mod tests;
