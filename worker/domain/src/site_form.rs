//! Validation of the public site's forms: sign-ups, set-ups and partner applications.

use media_wasm::submission::{is_email, trim};

use crate::affiliate::name_key;
use crate::api::site::{PurchaseAnswer, PurchaseFor};
use crate::client::ReviewPlatform;
use crate::client_form::FieldErrors;
use crate::comparable::email_address;
use crate::https_url::is_https_url;
use crate::limits::{MAX_COMPANY_CHARACTERS, MAX_EMAIL_CHARACTERS, MAX_NAME_CHARACTERS};
use crate::plain_text::{has_letter, is_hidden};
use crate::stripe::is_checkout_id;
use crate::text;

/// Validates one line of required text.
fn line(value: &str, max: usize) -> Result<String, &'static str> {
    let value = trim(value);
    if value.is_empty() {
        Err(text::MISSING)
    } else if value.chars().count() > max {
        Err(text::TOO_LONG)
    } else if value.chars().any(char::is_control) {
        Err(text::NOT_ONE_LINE)
    } else if value.chars().any(is_hidden) || !has_letter(value) {
        Err(text::NOT_LEGIBLE)
    } else {
        Ok(value.to_owned())
    }
}

fn email(value: &str) -> Result<String, &'static str> {
    let email = email_address(&line(value, MAX_EMAIL_CHARACTERS)?);
    if is_email(&email) { Ok(email) } else { Err(text::EMAIL) }
}

/// Collects values and errors.
#[derive(Default)]
struct Validator(FieldErrors);

impl Validator {
    /// Returns the value, or records its error and returns a placeholder that is discarded.
    fn value_or<T>(&mut self, name: &str, value: Result<T, &'static str>, placeholder: T) -> T {
        value.unwrap_or_else(|error| {
            self.0.insert(name.to_owned(), error.to_owned());
            placeholder
        })
    }

    fn text(&mut self, name: &str, value: Result<String, &'static str>) -> String {
        self.value_or(name, value, String::new())
    }
}

/// A valid sign-up.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs)] // they are their names
pub struct SignUp {
    pub email: String,
    pub first_name: String,
    pub surname: String,
    pub company: String,
}

/// Validates a sign-up and normalises it: texts trimmed, email address in lower case.
///
/// # Errors
/// Every invalid field by its name on the wire.
pub fn sign_up(form: &crate::api::site::SignUp) -> Result<SignUp, FieldErrors> {
    let mut validator = Validator::default();
    let valid = SignUp {
        first_name: validator.text("firstName", line(&form.first_name, MAX_NAME_CHARACTERS)),
        surname: validator.text("surname", line(&form.surname, MAX_NAME_CHARACTERS)),
        company: validator.text("company", line(&form.company, MAX_COMPANY_CHARACTERS)),
        email: validator.text("email", email(&form.email)),
    };
    if validator.0.is_empty() { Ok(valid) } else { Err(validator.0) }
}

/// A valid set-up.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs)] // they are their names
pub struct OnboardingRequest {
    pub name: String,
    pub email: String,
    pub company: String,
    pub review_link_type: ReviewPlatform,
    pub review_link_url: Option<String>,
    /// Checkout session id of its purchase.
    pub checkout: Option<String>,
}

/// Platforms by their words in the form.
const PLATFORMS: [(&str, ReviewPlatform); 5] = [
    ("google", ReviewPlatform::Google),
    ("facebook", ReviewPlatform::Facebook),
    ("linkedin", ReviewPlatform::LinkedIn),
    ("trustpilot", ReviewPlatform::Trustpilot),
    ("none", ReviewPlatform::None),
];

/// Validates a set-up; `field` looks up a form field. A malformed purchase id is ignored, so that
/// the set-up is stored all the same.
///
/// # Errors
/// Every invalid field.
pub fn onboarding_request<'a>(field: impl Fn(&str) -> &'a str) -> Result<OnboardingRequest, FieldErrors> {
    let mut validator = Validator::default();
    let chosen = PLATFORMS.iter().find(|(word, _)| *word == field("reviewPlatform"));
    let platform = chosen.map(|(_, platform)| *platform).ok_or(text::NO_SUCH_PLATFORM);
    let valid = OnboardingRequest {
        name: validator.text("name", line(field("name"), MAX_NAME_CHARACTERS)),
        email: validator.text("email", email(field("email"))),
        company: validator.text("company", line(field("company"), MAX_COMPANY_CHARACTERS)),
        review_link_type: validator.value_or("reviewPlatform", platform, ReviewPlatform::None),
        review_link_url: validator.value_or("reviewUrl", review_url(field("reviewUrl")), None),
        checkout: Some(field("checkout")).filter(|id| is_checkout_id(id)).map(str::to_owned),
    };
    if validator.0.is_empty() { Ok(valid) } else { Err(validator.0) }
}

fn review_url(typed: &str) -> Result<Option<String>, &'static str> {
    match trim(typed) {
        "" => Ok(None),
        url if is_https_url(url) => Ok(Some(url.to_owned())),
        _ => Err(text::HTTPS_URL),
    }
}

/// A valid partner application.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs)] // they are their names
pub struct AffiliateApplication {
    pub first_name: String,
    pub surname: String,
    pub email: String,
    /// Normalised by [`name_key`].
    pub sponsor: Option<String>,
}

impl AffiliateApplication {
    /// Returns first name and surname, normalised by [`name_key`].
    #[must_use]
    pub fn name_key(&self) -> String {
        name_key(&format!("{} {}", self.first_name, self.surname))
    }
}

/// Validates an application and normalises it: texts trimmed, email address in lower case.
///
/// # Errors
/// Every invalid field by its name on the wire.
pub fn affiliate_application(
    form: &crate::api::affiliate::AffiliateApplication,
) -> Result<AffiliateApplication, FieldErrors> {
    let mut validator = Validator::default();
    let sponsor = if trim(&form.sponsor_name).is_empty() {
        Ok(None)
    } else {
        // Contains another person's first name and surname.
        line(&form.sponsor_name, MAX_NAME_CHARACTERS * 2 + 1).map(|name| Some(name_key(&name)))
    };
    let valid = AffiliateApplication {
        first_name: validator.text("firstName", line(&form.first_name, MAX_NAME_CHARACTERS)),
        surname: validator.text("surname", line(&form.surname, MAX_NAME_CHARACTERS)),
        email: validator.text("email", email(&form.email).map_err(|_| text::AFFILIATE_EMAIL)),
        sponsor: validator.value_or("sponsorName", sponsor, None),
    };
    if validator.0.is_empty() { Ok(valid) } else { Err(validator.0) }
}

/// Validates a buyer's answer and normalises the other business's email address: trimmed, lower case.
///
/// # Errors
/// The email address, if it is required and invalid.
pub fn purchase_answer(answer: PurchaseAnswer) -> Result<PurchaseAnswer, FieldErrors> {
    let mut validator = Validator::default();
    let email = match answer.is_for {
        PurchaseFor::Known => String::new(),
        PurchaseFor::Other => validator.text("email", email(&answer.email)),
    };
    if validator.0.is_empty() { Ok(PurchaseAnswer { email, ..answer }) } else { Err(validator.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn onb05_onb06_every_platform_has_a_name_and_all_fields_are_required() {
        let form = |platform: &'static str| {
            onboarding_request(move |name| match name {
                "name" => " Ann ",
                "email" => " Ann@Post.Example ",
                "company" => "Blue Door",
                "checkout" => "cs_1",
                "reviewUrl" => " https://g.page/r/blue-door/review ",
                _ => platform,
            })
        };
        let named = |platform| form(platform).map(|valid| valid.review_link_type);
        assert_eq!(named("google"), Ok(ReviewPlatform::Google));
        assert_eq!(named("none"), Ok(ReviewPlatform::None));
        assert_eq!(
            form("facebook").map(|valid| (valid.name, valid.email)),
            Ok(("Ann".into(), "ann@post.example".into()))
        );
        assert_eq!(form("none").map(|valid| valid.checkout), Ok(Some("cs_1".into())));
        let url = form("google").map(|valid| valid.review_link_url);
        assert_eq!(url, Ok(Some("https://g.page/r/blue-door/review".into())));
        assert_eq!(review_url(" "), Ok(None));
        assert_eq!(review_url("javascript:alert(1)"), Err(text::HTTPS_URL));
        assert!(named("myspace").is_err() && named("").is_err());
        assert_eq!(onboarding_request(|_| "  ").map_err(|faults| faults.len()), Err(4));
    }

    #[test]
    fn bil11_another_business_needs_a_valid_account_email() {
        let of = |len: usize| format!("{}@post.example", "A".repeat(len - "@post.example".len()));
        let error = |is_for: PurchaseFor, email: String| {
            purchase_answer(PurchaseAnswer { is_for, email, key: String::new() })
                .map_err(|errors| errors["email"].clone())
                .err()
        };
        assert_eq!(error(PurchaseFor::Other, of(255)), None);
        assert_eq!(error(PurchaseFor::Other, of(5_000)).as_deref(), Some(text::TOO_LONG));
        assert_eq!(error(PurchaseFor::Other, "nobody".into()).as_deref(), Some(text::EMAIL));
        assert_eq!(error(PurchaseFor::Known, String::new()), None);
    }

    #[test]
    fn hom13_inv47_a_sign_up_requires_four_single_line_fields() {
        let form = |company: &str, email: &str| {
            let (first_name, surname) = ("Ann".to_owned(), "Baker".to_owned());
            let (email, company) = (email.to_owned(), company.to_owned());
            sign_up(&crate::api::site::SignUp { email, first_name, surname, company, campaign_id: String::new() })
        };
        assert!(form("Blue Door", "ann@post.example").is_ok());
        assert_eq!(form("a\r\nBcc: x", "nobody").map_err(|faults| faults.len()), Err(2));
        assert_eq!(form(&"a".repeat(201), "ann@post.example").map_err(|faults| faults.len()), Err(1));
    }

    #[test]
    fn aff03_aff04_rte15_names_and_email_are_required_and_a_sponsor_is_optional() {
        let apply = |first_name: &str, email: &str, sponsor_name: &str| {
            let [first_name, surname, email, sponsor_name] =
                [first_name, " Marlow ", email, sponsor_name].map(str::to_owned);
            affiliate_application(&crate::api::affiliate::AffiliateApplication {
                first_name,
                surname,
                email,
                sponsor_name,
                challenge: String::new(),
            })
        };
        let valid = apply(" Pat ", " Pat@Partners.Example ", "  ").unwrap();
        assert_eq!((valid.first_name.as_str(), valid.email.as_str()), ("Pat", "pat@partners.example"));
        assert_eq!((valid.name_key().as_str(), valid.sponsor), ("pat marlow", None));
        let faults = apply(" ", "pat@", "").unwrap_err();
        assert_eq!(faults.keys().collect::<Vec<_>>(), ["email", "firstName"]);
        assert_eq!(faults["email"], "Please enter a valid email address");
        assert!(apply("Pat\r\nBcc: x", "pat@partners.example", "").is_err(), "INV47");
        let sponsored = apply("Pat", "pat@partners.example", "  JO  Ärm ").unwrap();
        assert_eq!(sponsored.sponsor.as_deref(), Some("jo ärm"));
    }
}
