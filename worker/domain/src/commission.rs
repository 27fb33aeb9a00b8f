//! What partners earn: facts in, rows out, in whole pence and without a clock. The browser of a partner computes the same from the
//! same facts.

pub mod activity;
pub mod check;
pub mod month;
pub mod snapshot;

use crate::string_enum::string_enum;

/// The first band has room for so many active clients.
pub const BAND_CLIENTS: u32 = 25;
/// What each of them brings a month.
pub const FIRST_RATE_PENCE: i64 = 500;
/// What each further one brings a month.
pub const SECOND_RATE_PENCE: i64 = 1000;
/// What each active client of a sponsored partner brings its sponsor a month.
pub const OVERRIDE_RATE_PENCE: i64 = 500;
/// Less is not paid out; it is carried over.
pub const MIN_PAYOUT_PENCE: i64 = 2500;

string_enum! {
    /// What a commission is for.
    CommissionType {
        /// A partner's own clients.
        Direct = "direct",
        /// The clients of the partners whom it sponsors.
        Override = "override",
        /// What a month that was paid out owes, or takes back, after its facts have changed.
        Adjustment = "adjustment",
    }
}

string_enum! {
    /// Whether a commission was paid out.
    CommissionStatus {
        /// It waits for a payout.
        Pending = "pending",
        /// It is a part of one, and changes no more.
        Paid = "paid",
    }
}

string_enum! {
    /// A range of active clients with one rate. It is derived, and never stored.
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
    /// What it is for.
    pub commission_type: CommissionType,
    /// What each client brings; 0 for an adjustment.
    pub rate_pence: i64,
    /// How many clients it counts; 0 for an adjustment.
    pub clients: u32,
    /// Below 0 where it takes back.
    pub amount_pence: i64,
}

impl Commission {
    /// The band that it belongs to; only a partner's own clients have any.
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

/// What a month earns by its active clients: a partner's own, and those of the partners whom it sponsors.
#[must_use]
pub fn target(own: u32, sponsored: u32) -> Vec<Commission> {
    [
        Commission::of(CommissionType::Direct, FIRST_RATE_PENCE, own.min(BAND_CLIENTS)),
        Commission::of(CommissionType::Direct, SECOND_RATE_PENCE, own.saturating_sub(BAND_CLIENTS)),
        Commission::of(CommissionType::Override, OVERRIDE_RATE_PENCE, sponsored),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// What commissions come to, in pence.
#[must_use]
pub fn sum(commissions: &[Commission]) -> i64 {
    commissions.iter().fold(0, |sum, one| sum.saturating_add(one.amount_pence))
}

/// The rows of a month that wait for a payout. `paid` are those that were paid out: they stay as they are, and what the month comes to
/// by now differs from them by one adjustment, or by nothing. Whoever computes it again finds the same.
#[must_use]
pub fn pending(target: Vec<Commission>, paid: &[Commission]) -> Vec<Commission> {
    if paid.is_empty() {
        return target;
    }
    let owed = sum(&target).saturating_sub(sum(paid));
    if owed == 0 { Vec::new() } else { vec![Commission::adjustment(owed)] }
}

/// What a payout comes to.
///
/// # Errors
/// What has gathered, where that is below the least that is paid out.
pub fn payout(waiting: &[Commission]) -> Result<i64, i64> {
    let gathered = sum(waiting);
    if gathered >= MIN_PAYOUT_PENCE { Ok(gathered) } else { Err(gathered) }
}

/// An amount as statements have it: `£15.00`, `−£10.00`.
#[must_use]
pub fn in_pounds(pence: i64) -> String {
    let plain = plain_pounds(pence);
    plain.strip_prefix('-').map_or_else(|| format!("£{plain}"), |abs| format!("−£{abs}"))
}

/// An amount in the smallest unit of a currency such as `gbp`: `£15.00`, `15.00 EUR`.
#[must_use]
pub fn in_currency(amount: i64, currency: &str) -> String {
    if currency.eq_ignore_ascii_case("gbp") {
        in_pounds(amount)
    } else {
        format!("{} {}", plain_pounds(amount), currency.to_uppercase())
    }
}

/// An amount as spreadsheets read it: `-10.00`.
#[must_use]
pub fn plain_pounds(pence: i64) -> String {
    let (sign, all) = (if pence < 0 { "-" } else { "" }, pence.unsigned_abs());
    format!("{sign}{}.{:02}", all / 100, all % 100)
}

#[cfg(test)]
mod tests;
