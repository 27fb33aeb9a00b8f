//! What an admin may write into a client: the same checks for creating and editing, field by field.

use std::collections::BTreeMap;

use media_wasm::submission::{is_email, trim};
use serde_json::Value;

use crate::date::is_date;
use crate::slug;
use crate::web_address::is_https;

/// The fields an admin may edit, by their columns.
pub const FIELDS: [&str; 13] = [
    "company_name",
    "contact_name",
    "email",
    "plan_type",
    "credits_per_month",
    "credits_remaining",
    "next_reset_date",
    "watermark_enabled",
    "drive_link",
    "custom_slug",
    "review_link_type",
    "review_link_url",
    "status",
];

/// Where a client may stand.
pub const STATUSES: [&str; 4] = ["pending_onboarding", "pending_invite", "active", "suspended"];
const PLANS: [&str; 2] = ["standard", "no-setup"];
const REVIEW_TYPES: [&str; 5] = ["Google Business Profile", "Facebook", "LinkedIn", "Trustpilot", "None"];
/// More credits than anybody has.
pub const MOST_CREDITS: i64 = 1_000_000;

/// Field name to what to tell the admin.
pub type Faults = BTreeMap<String, String>;

/// Checks values and brings them into the form they are stored in: texts trimmed, addresses in lower case, what was
/// emptied as `null`. `folder` is the client's folder of the built-in drive.
///
/// # Errors
/// Every field at fault; also fields that nobody may write.
pub fn check(values: &BTreeMap<String, Value>, folder: &str) -> Result<BTreeMap<String, Value>, Faults> {
    let mut faults = Faults::new();
    let mut kept = BTreeMap::new();
    for (name, value) in values {
        match one(name, value, folder) {
            Ok(value) => drop(kept.insert(name.clone(), value)),
            Err(text) => drop(faults.insert(name.clone(), text.to_owned())),
        }
    }
    if faults.is_empty() { Ok(kept) } else { Err(faults) }
}

fn one(name: &str, value: &Value, folder: &str) -> Result<Value, &'static str> {
    match name {
        "company_name" => name_of(value, 200, "Please enter the company's name."),
        "contact_name" => name_of(value, 100, "Please enter a contact."),
        "email" => {
            let email = text(value)?.to_lowercase();
            if is_email(&email) { Ok(email.into()) } else { Err("Please enter a valid email address.") }
        }
        "plan_type" => one_of(value, &PLANS, "Please choose one of the plans."),
        "status" => one_of(value, &STATUSES, "Please choose one of the statuses."),
        "review_link_type" => one_of(value, &REVIEW_TYPES, "Please choose one of the platforms."),
        "credits_per_month" => number(value, 1, "Please enter a whole number of at least 1."),
        "credits_remaining" => number(value, 0, "Please enter a whole number of at least 0."),
        "watermark_enabled" => value.as_bool().map(Value::from).ok_or("Please send true or false."),
        "next_reset_date" => or_null(value, is_date, "Please enter a date as yyyy-MM-dd."),
        "review_link_url" => or_null(value, is_https, "Please enter an address that begins with https://."),
        "drive_link" => drive_link(value, folder),
        "custom_slug" => {
            let slug = text(value)?.to_lowercase();
            slug::problem(&slug).map_or(Ok(slug.into()), Err)
        }
        _ => Err("This cannot be changed here."),
    }
}

fn text(value: &Value) -> Result<String, &'static str> {
    value.as_str().map(|text| trim(text).to_owned()).ok_or("Please enter a text.")
}

/// One line: its words end up in mails' subjects.
fn name_of(value: &Value, most: usize, missing: &'static str) -> Result<Value, &'static str> {
    let name = text(value)?;
    if name.is_empty() {
        Err(missing)
    } else if name.chars().count() > most {
        Err("That is too long.")
    } else if name.chars().any(char::is_control) {
        Err("Please write it in one line.")
    } else {
        Ok(name.into())
    }
}

fn one_of(value: &Value, words: &[&str], wrong: &'static str) -> Result<Value, &'static str> {
    match value.as_str() {
        Some(word) if words.contains(&word) => Ok(word.into()),
        _ => Err(wrong),
    }
}

/// An emptied number is refused, never read as 0.
fn number(value: &Value, least: i64, wrong: &'static str) -> Result<Value, &'static str> {
    match value.as_i64() {
        Some(number) if (least..=MOST_CREDITS).contains(&number) => Ok(number.into()),
        _ => Err(wrong),
    }
}

fn or_null(value: &Value, fits: impl Fn(&str) -> bool, wrong: &'static str) -> Result<Value, &'static str> {
    if value.is_null() {
        return Ok(Value::Null);
    }
    let text = text(value)?;
    if text.is_empty() {
        Ok(Value::Null)
    } else if fits(&text) {
        Ok(text.into())
    } else {
        Err(wrong)
    }
}

/// Emptied, it is the folder of the built-in drive. An address that nothing can be delivered to is not kept: every
/// video would fail there.
fn drive_link(value: &Value, folder: &str) -> Result<Value, &'static str> {
    let link = if value.is_null() { String::new() } else { text(value)? };
    if link.is_empty() || link == folder {
        Ok(folder.into())
    } else {
        Err("Sayso cannot deliver to this address yet. Leave it empty for the built-in drive.")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const FOLDER: &str = "/drive/folder/c1";

    fn checked(value: Value) -> Result<BTreeMap<String, Value>, Faults> {
        check(&serde_json::from_value(value).unwrap_or_default(), FOLDER)
    }

    #[test]
    fn adm12_texts_are_trimmed_and_needed() {
        let kept =
            checked(json!({ "company_name": "  Blue Door ", "email": " Ann@Post.Example ", "contact_name": "Ann" }));
        let expected = json!({ "company_name": "Blue Door", "email": "ann@post.example", "contact_name": "Ann" });
        assert_eq!(kept.ok(), serde_json::from_value(expected).ok());
        let faults = checked(json!({ "company_name": " ", "email": "nobody", "contact_name": "a\r\nBcc: x" }));
        assert_eq!(faults.err().map(|found| found.len()), Some(3));
    }

    #[test]
    fn adm12_adm17_numbers_are_whole_and_within_bounds_and_never_read_from_nothing() {
        for bad in [json!(0), json!(-1), json!(1.5), json!(""), json!(null), json!("50"), json!(2_000_000)] {
            assert!(checked(json!({ "credits_per_month": bad })).is_err(), "{bad}");
        }
        assert!(checked(json!({ "credits_remaining": 0, "credits_per_month": 1 })).is_ok());
        assert!(checked(json!({ "credits_remaining": null })).is_err());
    }

    #[test]
    fn inv47_inv49_addresses_and_slugs_that_could_do_harm_are_refused() {
        for (field, bad) in [
            ("review_link_url", "javascript:alert(1)"),
            ("drive_link", "javascript:alert(1)"),
            ("drive_link", "/drive/folder/of-another"),
            ("drive_link", "https://drive.example/nobody-delivers-here"),
            ("custom_slug", "../x"),
            ("custom_slug", "%2e%2e"),
            ("custom_slug", "admin"),
            ("custom_slug", "bаkery"),
            ("status", "deleted"),
            ("plan_type", "gold"),
            ("user_id", "somebody"),
            ("id", "somebody"),
        ] {
            assert!(checked(json!({ field: bad })).is_err(), "{field} {bad}");
        }
    }

    #[test]
    fn job04_an_emptied_drive_link_is_the_built_in_folder() {
        for empty in [json!(""), json!(null), json!(FOLDER)] {
            let kept = checked(json!({ "drive_link": empty })).unwrap_or_default();
            assert_eq!(kept.get("drive_link"), Some(&json!(FOLDER)));
        }
        let cleared = checked(json!({ "next_reset_date": "", "review_link_url": null })).unwrap_or_default();
        assert!(cleared.values().all(Value::is_null) && cleared.len() == 2);
    }

    #[test]
    fn adm18_every_field_of_the_form_has_a_check() {
        for field in FIELDS {
            let fault = checked(json!({ field: { "no": "such" } })).err().unwrap_or_default();
            assert!(fault.get(field).is_some_and(|text| text != "This cannot be changed here."), "{field}");
        }
    }
}
