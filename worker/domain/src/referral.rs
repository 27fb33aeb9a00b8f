//! Who referred a client, by what evidence, and when a partner is its own client.

use crate::comparable::email_address;
use crate::string_enum::string_enum;

string_enum! {
    /// What says that a partner referred a client.
    ReferralEvidence {
        /// The partner's code was used at payment.
        PromotionCode = "promotion_code",
        /// The purchase began with the partner's link.
        Link = "link",
        /// An admin has settled it.
        Admin = "admin",
    }
}

string_enum! {
    /// What says that a partner is its own client.
    SelfReferral {
        /// Both have one address.
        Email = "email",
        /// The partner pays for another plan as the same customer.
        Customer = "customer",
        /// The partner pays for another plan by the same card.
        Card = "card",
    }
}

string_enum! {
    /// What has become of a referred client's plan.
    ReferralStatus {
        /// Nothing was paid yet.
        Pending = "pending",
        /// It is paid for and goes on.
        Active = "active",
        /// It is paid for, and ends with the month that was.
        Paid = "paid",
        /// It has ended.
        Canceled = "canceled",
    }
}

/// What has become of a plan, by whether anything was paid, whether it has ended, and whether it is to end.
#[must_use]
pub const fn referral_status(is_paid: bool, has_ended: bool, is_to_end: bool) -> ReferralStatus {
    match (is_paid, has_ended, is_to_end) {
        (_, true, _) => ReferralStatus::Canceled,
        (false, false, _) => ReferralStatus::Pending,
        (true, false, true) => ReferralStatus::Paid,
        (true, false, false) => ReferralStatus::Active,
    }
}

/// Hosts whose addresses ignore full stops before the `@`.
const DOTLESS: [&str; 2] = ["gmail.com", "googlemail.com"];

/// An address as two of one person are compared: in lower case, without `+` and what follows it, and without the full stops that its
/// host ignores.
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
    fn inv38_addresses_of_one_person_are_the_same() {
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
