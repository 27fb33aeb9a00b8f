//! The two plans, and what a subscription promises. Public texts, mails and the app take these figures from here.

use crate::string_enum::string_enum;

string_enum! {
    /// A client's plan.
    PlanType {
        /// With a set-up fee.
        Standard = "standard",
        /// Without one, at a higher price.
        NoSetup = "no-setup",
    }
}

/// A plan as it is sold. Money in pence (GBP).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Plan {
    /// As `clients.plan_type` has it.
    pub key: PlanType,
    /// As visitors read it.
    pub name: &'static str,
    /// Paid once.
    pub set_up_pence: u32,
    /// Paid every month.
    pub monthly_pence: u32,
}

impl PlanType {
    /// What it costs.
    #[must_use]
    pub const fn plan(self) -> Plan {
        match self {
            Self::Standard => STANDARD,
            Self::NoSetup => NO_SETUP,
        }
    }
}

/// Credits that are bought beside a plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TopUp {
    /// So many at once.
    pub credits: u32,
    /// Together, in pence (GBP).
    pub pence: u32,
}

/// `Standard Plan`.
pub const STANDARD: Plan =
    Plan { key: PlanType::Standard, name: "Standard Plan", set_up_pence: 19_900, monthly_pence: 2_900 };
/// `No Setup Plan`.
pub const NO_SETUP: Plan =
    Plan { key: PlanType::NoSetup, name: "No Setup Plan", set_up_pence: 0, monthly_pence: 3_900 };

/// What both plans grant every month, unless an admin sets another figure.
pub const CREDITS_PER_MONTH: u32 = 50;
/// More credits for the month that runs, in pence (GBP): a client buys them as often as it likes.
pub const TOP_UP: TopUp = TopUp { credits: 25, pence: 1_500 };
/// What a client referred by a partner pays less every month, in pence.
pub const REFERRAL_DISCOUNT_PENCE: u32 = 1_000;
/// How long a browser remembers the partner whose link was followed.
pub const REFERRAL_DAYS: u32 = 90;
/// The branded tool is ready within so many business days, at least and at most.
pub const DELIVERY_BUSINESS_DAYS: (u32, u32) = (2, 3);
/// How long a failed payment leaves everything as it is.
pub const GRACE_DAYS: u32 = 7;
/// How long access lasts after a cancellation, and with it the videos.
pub const DAYS_AFTER_CANCELLATION: u32 = 14;
/// A change of the terms that matters is announced so many days ahead.
pub const TERMS_NOTICE_DAYS: u32 = 30;
/// Liability is limited to the fees of so many months.
pub const LIABILITY_MONTHS: u32 = 3;
/// The terms' aim for a reply, in business hours; the other texts say the same in hours.
pub const SUPPORT_HOURS: u32 = 24;
/// The day from which the terms hold.
pub const TERMS_EFFECTIVE: &str = "1 October 2025";
/// The day from which the partner terms hold, as the app writes dates. Change it whenever they say something new.
pub const PARTNER_TERMS_EFFECTIVE: &str = "24 Nov 2026";
/// The day from which the privacy policy holds. Change it whenever the policy says something new.
pub const PRIVACY_EFFECTIVE: &str = "29 November 2026";
