//! Partners, from their application on, and the promotion codes that they share.

use media_wasm::submission::{is_email, trim};

use crate::api::affiliate::AffiliateApplication;
use crate::client_form::FieldErrors;
use crate::facts::pounds;
use crate::limits::{MAX_CODE_CHARACTERS, MAX_EMAIL_CHARACTERS, MAX_NAME_CHARACTERS};
use crate::plan::REFERRAL_DISCOUNT_PENCE;
use crate::site_form::line;
use crate::string_enum::string_enum;
use crate::text;

string_enum! {
    /// How far a partner has come. A rejected application has no row.
    AffiliateStatus {
        /// Has applied, and waits for an admin.
        Pending = "pending",
        /// Was approved, and has no password yet.
        Approved = "approved",
        /// Can sign in.
        Active = "active",
    }
}

/// The tier of a partner.
#[must_use]
pub const fn tier(has_sponsor: bool) -> u8 {
    if has_sponsor { 2 } else { 1 }
}

/// Names as they are compared: in lower case, with single spaces.
#[must_use]
pub fn name_key(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

/// An application that keeps every rule.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs)] // they are their names
pub struct Application {
    pub first_name: String,
    pub surname: String,
    pub email: String,
    /// As [`name_key`] has it.
    pub sponsor: Option<String>,
}

impl Application {
    /// Both names, as [`name_key`] has them.
    #[must_use]
    pub fn name_key(&self) -> String {
        name_key(&format!("{} {}", self.first_name, self.surname))
    }
}

/// Checks an application; texts come out trimmed, the address in lower case.
///
/// # Errors
/// Every field at fault, by its name on the wire.
pub fn application(form: &AffiliateApplication) -> Result<Application, FieldErrors> {
    let first_name = line(&form.first_name, MAX_NAME_CHARACTERS);
    let surname = line(&form.surname, MAX_NAME_CHARACTERS);
    let email = email(&form.email);
    // It holds both names of somebody else.
    let sponsor = if trim(&form.sponsor_name).is_empty() {
        Ok(None)
    } else {
        line(&form.sponsor_name, MAX_NAME_CHARACTERS * 2 + 1).map(|name| Some(name_key(&name)))
    };
    match (first_name, surname, email, sponsor) {
        (Ok(first_name), Ok(surname), Ok(email), Ok(sponsor)) => {
            Ok(Application { first_name, surname, email, sponsor })
        }
        (first_name, surname, email, sponsor) => {
            let faults = [
                ("firstName", first_name.err()),
                ("surname", surname.err()),
                ("email", email.err()),
                ("sponsorName", sponsor.err()),
            ];
            let faults = faults.into_iter().filter_map(|(name, fault)| Some((name.to_owned(), fault?.to_owned())));
            Err(faults.collect())
        }
    }
}

fn email(typed: &str) -> Result<String, &'static str> {
    let email = line(typed, MAX_EMAIL_CHARACTERS).unwrap_or_default().to_lowercase();
    if is_email(&email) { Ok(email) } else { Err(text::AFFILIATE_EMAIL) }
}

/// A promotion code as it is kept: trimmed and in upper case. What the payment provider takes as a code, and nothing that would have to
/// be escaped in an address.
///
/// # Errors
/// What to tell an admin.
pub fn promotion_code(typed: &str) -> Result<String, &'static str> {
    let code = trim(typed).to_uppercase();
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

string_enum! {
    /// Why a promotion code cannot be a partner's.
    CodeFault {
        /// The payment provider has none of this name.
        Missing = "code_missing",
        /// It was switched off, used up, or is for one customer.
        Unusable = "code_unusable",
        /// Its time is over.
        Expired = "code_expired",
        /// It takes off something else than partners' clients are promised.
        Discount = "code_discount",
        /// It is another partner's.
        Taken = "code_taken",
        /// It cannot be created: the coupon that it would be of is not there, or not as it is needed.
        NoCoupon = "no_coupon",
    }
}

impl CodeFault {
    /// What an admin is told.
    #[must_use]
    pub fn sentence(self) -> String {
        match self {
            Self::Missing => "Stripe has no promotion code of this name.".into(),
            Self::Unusable => "This promotion code cannot be used by everybody any more.".into(),
            Self::Expired => "This promotion code has expired.".into(),
            Self::Discount => {
                format!("This promotion code does not take {} off every month.", pounds(REFERRAL_DISCOUNT_PENCE))
            }
            Self::Taken => "Another partner has this promotion code already.".into(),
            Self::NoCoupon => {
                "Stripe has no coupon for partners yet. Create what is missing under Payment set-up first.".into()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(first_name: &str, email: &str, sponsor_name: &str) -> AffiliateApplication {
        let [first_name, surname, email, sponsor_name] =
            [first_name, " Marlow ", email, sponsor_name].map(str::to_owned);
        AffiliateApplication { first_name, surname, email, sponsor_name }
    }

    #[test]
    fn aff03_aff04_both_names_and_an_address_are_needed_and_a_sponsor_is_not() {
        let valid = application(&form(" Pat ", " Pat@Partners.Example ", "  ")).unwrap();
        assert_eq!((valid.first_name.as_str(), valid.email.as_str()), ("Pat", "pat@partners.example"));
        assert_eq!((valid.name_key().as_str(), valid.sponsor), ("pat marlow", None));
        let faults = application(&form(" ", "pat@", "")).unwrap_err();
        assert_eq!(faults.keys().collect::<Vec<_>>(), ["email", "firstName"]);
        assert_eq!(faults["email"], "Please enter a valid email address");
        assert!(application(&form("Pat\r\nBcc: x", "pat@partners.example", "")).is_err(), "INV47");
    }

    #[test]
    fn rte15_names_are_compared_whatever_their_case_and_spaces() {
        let sponsored = application(&form("Pat", "pat@partners.example", "  JO\u{a0} van  Ärm ")).unwrap();
        assert_eq!(sponsored.sponsor.as_deref(), Some("jo van ärm"));
        assert_eq!((tier(false), tier(true)), (1, 2));
    }

    #[test]
    fn afa08_afa09_a_code_is_trimmed_put_in_upper_case_and_needed() {
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
