//! The forms that visitors of the site fill in: sign-ups and set-ups.

use std::collections::BTreeMap;

use media_wasm::submission::{is_email, trim};

/// The longest first name or surname.
pub const NAME_MOST: usize = 100;
/// The longest company's name.
pub const COMPANY_MOST: usize = 200;

/// Field name to what to tell the visitor.
pub type Faults = BTreeMap<String, String>;

/// One line of text that has to be there.
fn line(value: &str, most: usize) -> Result<String, &'static str> {
    let value = trim(value);
    if value.is_empty() {
        Err("Please fill this in.")
    } else if value.chars().count() > most {
        Err("That is too long.")
    } else if value.chars().any(char::is_control) {
        Err("Please write it in one line.")
    } else {
        Ok(value.to_owned())
    }
}

fn email(value: &str) -> Result<String, &'static str> {
    let email = line(value, 255)?.to_lowercase();
    if is_email(&email) { Ok(email) } else { Err("Please enter a valid email address.") }
}

/// Gathers values and faults.
#[derive(Default)]
struct Checked(Faults);

impl Checked {
    fn take(&mut self, name: &str, value: Result<String, &'static str>) -> String {
        value.unwrap_or_else(|fault| {
            self.0.insert(name.to_owned(), fault.to_owned());
            String::new()
        })
    }
}

/// A sign-up that keeps every rule.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs)] // they are their names
pub struct SignUp {
    pub email: String,
    pub first_name: String,
    pub surname: String,
    pub company: String,
}

/// Checks a sign-up; texts come out trimmed, the address in lower case.
///
/// # Errors
/// Every field at fault, by its name on the wire.
pub fn sign_up(form: &crate::api::site::SignUp) -> Result<SignUp, Faults> {
    let mut checked = Checked::default();
    let valid = SignUp {
        first_name: checked.take("firstName", line(&form.first_name, NAME_MOST)),
        surname: checked.take("surname", line(&form.surname, NAME_MOST)),
        company: checked.take("company", line(&form.company, COMPANY_MOST)),
        email: checked.take("email", email(&form.email)),
    };
    if checked.0.is_empty() { Ok(valid) } else { Err(checked.0) }
}

/// A set-up that keeps every rule.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs)] // they are their names
pub struct Setup {
    pub name: String,
    pub email: String,
    pub company: String,
    /// As `clients.review_link_type` has it.
    pub review_link_type: String,
}

/// The platforms a buyer may choose, beside what a client's row has.
const PLATFORMS: [(&str, &str); 5] = [
    ("google", "Google Business Profile"),
    ("facebook", "Facebook"),
    ("linkedin", "LinkedIn"),
    ("trustpilot", "Trustpilot"),
    ("none", "None"),
];

/// Checks a set-up; `field` looks up one of the form.
///
/// # Errors
/// Every field at fault.
pub fn setup<'a>(field: impl Fn(&str) -> &'a str) -> Result<Setup, Faults> {
    let mut checked = Checked::default();
    let chosen = PLATFORMS.iter().find(|(word, _)| *word == field("reviewPlatform"));
    let platform = chosen.map(|(_, name)| (*name).to_owned()).ok_or("Please choose one of the platforms.");
    let valid = Setup {
        name: checked.take("name", line(field("name"), NAME_MOST)),
        email: checked.take("email", email(field("email"))),
        company: checked.take("company", line(field("company"), COMPANY_MOST)),
        review_link_type: checked.take("reviewPlatform", platform),
    };
    if checked.0.is_empty() { Ok(valid) } else { Err(checked.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn onb05_onb06_every_platform_has_its_name_and_all_fields_are_needed() {
        let form = |platform: &'static str| {
            setup(move |name| match name {
                "name" => " Ann ",
                "email" => " Ann@Post.Example ",
                "company" => "Blue Door",
                _ => platform,
            })
        };
        let named = |platform| form(platform).map(|valid| valid.review_link_type);
        assert_eq!(named("google"), Ok("Google Business Profile".to_owned()));
        assert_eq!(named("none"), Ok("None".to_owned()));
        assert_eq!(
            form("facebook").map(|valid| (valid.name, valid.email)),
            Ok(("Ann".into(), "ann@post.example".into()))
        );
        assert!(named("myspace").is_err() && named("").is_err());
        assert_eq!(setup(|_| "  ").map_err(|faults| faults.len()), Err(4));
    }

    #[test]
    fn hom13_inv47_a_sign_up_needs_all_four_each_in_one_line() {
        let form = |company: &str, email: &str| {
            let (first_name, surname) = ("Ann".to_owned(), "Baker".to_owned());
            let (email, company) = (email.to_owned(), company.to_owned());
            sign_up(&crate::api::site::SignUp { email, first_name, surname, company, campaign_id: String::new() })
        };
        assert!(form("Blue Door", "ann@post.example").is_ok());
        assert_eq!(form("a\r\nBcc: x", "nobody").map_err(|faults| faults.len()), Err(2));
        assert_eq!(form(&"a".repeat(201), "ann@post.example").map_err(|faults| faults.len()), Err(1));
    }
}
