//! The two plans and the figures of a subscription, as used by public texts, mails and the app.

use crate::string_enum::string_enum;

string_enum! {
    /// A client's plan.
    PlanType {
        /// With a set-up fee.
        Standard = "standard",
        /// Without a set-up fee, at a higher price.
        NoSetup = "no-setup",
    }
}

/// A plan on sale. Money in pence (GBP).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Plan {
    /// As in `clients.plan_type`.
    pub key: PlanType,
    /// Name for visitors.
    pub name: &'static str,
    /// Paid once.
    pub set_up_pence: u32,
    /// Paid every month.
    pub monthly_pence: u32,
}

impl PlanType {
    /// Returns its prices.
    #[must_use]
    pub const fn plan(self) -> Plan {
        match self {
            Self::Standard => STANDARD,
            Self::NoSetup => NO_SETUP,
        }
    }
}

/// A pack of extra credits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TopUp {
    /// Number of credits in the pack.
    pub credits: u32,
    /// Price of the pack, in pence (GBP).
    pub pence: u32,
}

/// `Standard Plan`.
pub const STANDARD: Plan =
    Plan { key: PlanType::Standard, name: "Standard Plan", set_up_pence: 19_900, monthly_pence: 2_900 };
/// `No Setup Plan`.
pub const NO_SETUP: Plan =
    Plan { key: PlanType::NoSetup, name: "No Setup Plan", set_up_pence: 0, monthly_pence: 3_900 };

/// Monthly credits of both plans, unless an admin sets another number.
pub const CREDITS_PER_MONTH: u32 = 50;
/// Extra credits for the current month; can be bought repeatedly.
pub const TOP_UP: TopUp = TopUp { credits: 25, pence: 1_500 };
/// Monthly discount for a client referred by a partner, in pence.
pub const REFERRAL_DISCOUNT_PENCE: u32 = 1_000;
/// How long a browser remembers a partner's link, in days.
pub const REFERRAL_DAYS: u32 = 90;
/// Business days until the branded tool is ready: minimum and maximum.
pub const DELIVERY_BUSINESS_DAYS: (u32, u32) = (2, 3);
/// Days of grace after a failed payment.
pub const GRACE_DAYS: u32 = 7;
/// Days of access, and of video storage, after a plan's end (`cancelled_at`): the end of the month paid by card, or the
/// cancellation itself without a paid month. A promise of the terms (TRM06).
pub const DAYS_AFTER_CANCELLATION: u32 = 14;
/// Notice period for material changes of the terms, in days.
pub const TERMS_NOTICE_DAYS: u32 = 30;
/// Liability is limited to the fees of this many months.
pub const LIABILITY_MONTHS: u32 = 3;
/// Target for support replies in the terms, in business hours; other texts state the same in hours.
pub const SUPPORT_HOURS: u32 = 24;
/// Effective date of the terms.
pub const TERMS_EFFECTIVE: &str = "1 October 2025";
/// Effective date of the partner terms, in the app's date format. Update it with every change of them.
pub const PARTNER_TERMS_EFFECTIVE: &str = "24 Nov 2026";
/// Effective date of the privacy policy. Update it with every change of the policy.
pub const PRIVACY_EFFECTIVE: &str = "29 November 2026";
