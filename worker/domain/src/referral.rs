//! Referrals: the evidence for them, and detection of self-referrals.

use crate::comparable::email_address;
use crate::string_enum::string_enum;

string_enum! {
    /// Evidence that a partner referred a client.
    ReferralEvidence {
        /// The partner's code was used at payment.
        PromotionCode = "promotion_code",
        /// The purchase started from the partner's link.
        Link = "link",
        /// An admin decided it.
        Admin = "admin",
    }
}

string_enum! {
    /// Evidence that a partner is its own client.
    SelfReferral {
        /// Both have the same email address.
        Email = "email",
        /// The partner pays for another plan as the same Stripe customer.
        Customer = "customer",
        /// The partner pays for another plan with the same card.
        Card = "card",
    }
}

string_enum! {
    /// Status of a referred client's plan.
    ReferralStatus {
        /// Nothing has been paid yet.
        Pending = "pending",
        /// Paid and ongoing.
        Active = "active",
        /// Paid, and ends with the paid month.
        Paid = "paid",
        /// Ended.
        Canceled = "canceled",
    }
}

/// Returns the status of a plan from whether anything was paid, whether it has ended, and whether
/// its end is scheduled.
#[must_use]
pub const fn referral_status(is_paid: bool, has_ended: bool, is_to_end: bool) -> ReferralStatus {
    match (is_paid, has_ended, is_to_end) {
        (_, true, _) => ReferralStatus::Canceled,
        (false, false, _) => ReferralStatus::Pending,
        (true, false, true) => ReferralStatus::Paid,
        (true, false, false) => ReferralStatus::Active,
    }
}

/// Hosts that ignore full stops before the `@`.
const DOTLESS: [&str; 2] = ["gmail.com", "googlemail.com"];

/// Normalises an email address for comparing persons: lower case, without the `+` part, and without
/// full stops that its host ignores.
#[must_use]
pub fn email_key(email: &str) -> String {
    let email = email_address(email);
    let Some((local, host)) = email.rsplit_once('@') else { return email };
    let local = local.split_once('+').map_or(local, |(before, _)| before);
    if DOTLESS.contains(&host) {
        return format!("{}@gmail.com", local.replace('.', ""));
    }
    format!("{local}@{host}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bil09_a_plan_is_pending_active_paid_or_canceled() {
        assert_eq!(referral_status(false, false, false), ReferralStatus::Pending);
        assert_eq!(referral_status(true, false, false), ReferralStatus::Active);
        assert_eq!(referral_status(true, false, true), ReferralStatus::Paid);
        assert_eq!(referral_status(true, true, true), ReferralStatus::Canceled);
    }

    #[test]
    fn inv38_addresses_of_one_person_have_the_same_key() {
        for (written, key) in [
            (" Pat@Partners.Example ", "pat@partners.example"),
            ("pat+shop@partners.example", "pat@partners.example"),
            ("p.a.t+1@googlemail.com", "pat@gmail.com"),
            ("p.at@partners.example", "p.at@partners.example"),
            ("\"a@b\"@partners.example", "\"a@b\"@partners.example"),
            ("none", "none"),
            ("", ""),
        ] {
            assert_eq!(email_key(written), key, "{written}");
        }
    }
}
