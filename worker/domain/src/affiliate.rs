//! Partners (affiliates) and their promotion codes.

use media_wasm::submission::trim;

use crate::comparable::{nfkc, search_key};

use crate::facts::pounds;
use crate::limits::{MAX_ADDRESS_CHARACTERS, MAX_ADDRESS_LINES, MAX_CODE_CHARACTERS};
use crate::plan::REFERRAL_DISCOUNT_PENCE;
use crate::string_enum::string_enum;
use crate::text;

string_enum! {
    /// Status of a partner. A rejected application has no row.
    AffiliateStatus {
        /// Has applied and waits for an admin.
        Pending = "pending",
        /// Approved, but has no password yet.
        Approved = "approved",
        /// Can sign in.
        Active = "active",
    }
}

/// Returns the tier of a partner.
#[must_use]
pub const fn tier(has_sponsor: bool) -> u8 {
    if has_sponsor { 2 } else { 1 }
}

/// Normalises a name for comparison: the search key with single spaces.
#[must_use]
pub fn name_key(name: &str) -> String {
    search_key(&name.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Normalises a promotion code: trimmed, upper case. Accepts only characters that Stripe accepts in
/// a code and that need no escaping in a URL.
///
/// # Errors
/// The message for the admin.
pub fn promotion_code(typed: &str) -> Result<String, &'static str> {
    let code = trim(&nfkc(typed)).to_uppercase();
    if code.is_empty() {
        Err(text::CODE_MISSING)
    } else if code.len() > MAX_CODE_CHARACTERS {
        Err(text::TOO_LONG)
    } else if code.chars().all(|c| c.is_ascii_alphanumeric() || c == '-') {
        Ok(code)
    } else {
        Err(text::CODE_CHARACTERS)
    }
}

/// Normalises a postal address: trimmed lines without empty ones.
///
/// # Errors
/// The message for the partner.
pub fn postal_address(typed: &str) -> Result<String, &'static str> {
    let lines: Vec<&str> = typed.lines().map(trim).filter(|line| !line.is_empty()).collect();
    let address = lines.join("\n");
    if lines.is_empty() || lines.len() > MAX_ADDRESS_LINES {
        Err(text::ADDRESS_LINES)
    } else if address.chars().count() > MAX_ADDRESS_CHARACTERS {
        Err(text::TOO_LONG)
    } else if lines.iter().any(|line| line.chars().any(char::is_control)) {
        Err(text::ADDRESS_LINES)
    } else {
        Ok(address)
    }
}

string_enum! {
    /// Why a partner cannot have a promotion code.
    CodeFault {
        /// Stripe has no code of this name.
        Missing = "code_missing",
        /// Deactivated, used up, or restricted to one customer.
        Unusable = "code_unusable",
        /// Expired.
        Expired = "code_expired",
        /// Has an expiry date, a redemption limit, or a restriction on who may use it.
        Limited = "code_limited",
        /// Its discount differs from the one promised to partners' clients.
        Discount = "code_discount",
        /// Belongs to another partner.
        Taken = "code_taken",
        /// Cannot be created: its coupon is missing at Stripe or differs from the required one.
        NoCoupon = "no_coupon",
    }
}

impl CodeFault {
    /// Error message for an admin.
    #[must_use]
    pub fn sentence(self) -> String {
        match self {
            Self::Missing => "Stripe has no promo code with this name.".into(),
            Self::Unusable => "Not everybody can use this promo code any more.".into(),
            Self::Expired => "This promo code has expired.".into(),
            Self::Limited => {
                "This promo code has an end date, a limited number of uses or other conditions. A partner’s must have none."
                    .into()
            }
            Self::Discount => {
                format!("This promo code does not take {} off every month.", pounds(REFERRAL_DISCOUNT_PENCE))
            }
            Self::Taken => "Another partner already has this promo code.".into(),
            Self::NoCoupon => {
                "Stripe has no coupon for partners yet. Create what is missing under Payment set-up first.".into()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rte15_name_comparison_ignores_case_and_spaces() {
        assert_eq!(name_key("  JO\u{a0} van  Ärm "), "jo van ärm");
        assert_eq!((tier(false), tier(true)), (1, 2));
    }

    #[test]
    fn aff20_an_address_is_stored_line_by_line() {
        assert_eq!(
            postal_address(" 1 High Street \r\n\n Leeds\nLS1 1AA "),
            Ok("1 High Street\nLeeds\nLS1 1AA".to_owned())
        );
        for (typed, fault) in [
            (" \n ", text::ADDRESS_LINES),
            ("1\n2\n3\n4\n5\n6\n7", text::ADDRESS_LINES),
            ("1 High\u{7} Street", text::ADDRESS_LINES),
            ("x".repeat(301).as_str(), text::TOO_LONG),
        ] {
            assert_eq!(postal_address(typed), Err(fault), "{typed}");
        }
    }

    #[test]
    fn afa08_afa09_a_code_is_required_trimmed_and_uppercased() {
        assert_eq!(promotion_code("  pat-10 "), Ok("PAT-10".to_owned()));
        for (typed, fault) in [
            ("", text::CODE_MISSING),
            ("  \t ", text::CODE_MISSING),
            ("PAT 10", text::CODE_CHARACTERS),
            ("PÄT10", text::CODE_CHARACTERS),
            ("PAT&10", text::CODE_CHARACTERS),
        ] {
            assert_eq!(promotion_code(typed), Err(fault), "{typed}");
        }
        assert_eq!(promotion_code(&"A".repeat(MAX_CODE_CHARACTERS + 1)), Err(text::TOO_LONG));
    }
}
