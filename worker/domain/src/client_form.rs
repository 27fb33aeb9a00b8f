//! The fields of a client that an admin may write: one table for creating, editing and the shared rules.

use std::collections::BTreeMap;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::client::{ClientStatus, ReviewPlatform};
use crate::limits::{MAX_COMPANY_CHARACTERS, MAX_NAME_CHARACTERS};
use crate::plan::PlanType;
use crate::text;

mod input;
pub use input::Input;

/// Fields that a business edits itself.
pub const OWN_FIELDS: [&str; 6] =
    ["company_name", "contact_name", "custom_slug", "review_link_type", "review_link_url", "questions"];

/// Field name to error message.
pub type FieldErrors = BTreeMap<String, String>;

/// A field of the create form and the edit dialog.
pub struct ClientField {
    /// The column of `clients`, and the name in the edit dialog's JSON.
    pub column: &'static str,
    /// The name in the multipart form of `create-client`.
    pub form_name: &'static str,
    /// Accepted input.
    pub input: Input,
}

/// Passes every client field that an admin may write to the macro `$callback`; the only list of
/// these columns. A row is the column with its type, its name in the form of `create-client`, and
/// its accepted input. [`ClientInput`] and the store's SQL are generated from it.
#[macro_export]
macro_rules! client_fields {
    ($callback:ident) => {
        $callback! {
            company_name: String, "companyName", Input::Line(MAX_COMPANY_CHARACTERS, text::COMPANY_MISSING);
            contact_name: String, "contactName", Input::Line(MAX_NAME_CHARACTERS, text::CONTACT_MISSING);
            email: String, "email", Input::Email;
            plan_type: PlanType, "planType",
                Input::Choice(is_plan, PlanType::Standard.as_str(), text::NO_SUCH_PLAN);
            credits_per_month: i64, "creditsPerMonth", Input::Count(1, text::CREDITS_PER_MONTH);
            credits_remaining: i64, "creditsRemaining", Input::Count(0, text::CREDITS_REMAINING);
            next_reset_date: Option<String>, "nextResetDate", Input::Date;
            watermark_enabled: bool, "watermarkEnabled", Input::Switch;
            drive_link: String, "driveLink", Input::DriveLink;
            custom_slug: String, "customSlug", Input::Slug;
            review_link_type: ReviewPlatform, "reviewLinkType",
                Input::Choice(is_platform, ReviewPlatform::None.as_str(), text::NO_SUCH_PLATFORM);
            review_link_url: Option<String>, "reviewLinkUrl", Input::HttpsUrl;
            questions: Option<String>, "questions", Input::Questions;
            status: ClientStatus, "status",
                Input::Choice(is_status, ClientStatus::PendingInvite.as_str(), text::NO_SUCH_STATUS);
        }
    };
}

macro_rules! table {
    ($($column:ident: $type:ty, $form_name:literal, $input:expr;)+) => {
        /// All fields.
        pub const FIELDS: &[ClientField] =
            &[$(ClientField { column: stringify!($column), form_name: $form_name, input: $input },)+];

        /// Validated values of these fields, normalised for storage. Absent fields are left unchanged.
        #[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
        #[allow(missing_docs)] // the names are those of the requirements
        pub struct ClientInput {
            $(#[serde(skip_serializing_if = "Option::is_none")] pub $column: Option<$type>,)+
        }

        impl ClientInput {
            fn from_normalised(mut values: BTreeMap<&str, Value>) -> Result<Self, FieldErrors> {
                Ok(Self { $($column: take(&mut values, stringify!($column))?,)+ })
            }
        }
    };
}
client_fields!(table);

/// Returns the fields of `create-client`: the first month's credits equal every month's.
pub fn create_fields() -> impl Iterator<Item = &'static ClientField> {
    FIELDS.iter().filter(|field| field.column != "credits_remaining")
}

fn take<T: DeserializeOwned>(values: &mut BTreeMap<&str, Value>, column: &str) -> Result<Option<T>, FieldErrors> {
    let wrong = |_| FieldErrors::from([(column.to_owned(), text::NOT_A_TEXT.to_owned())]);
    values.remove(column).map(serde_json::from_value).transpose().map_err(wrong)
}

impl ClientInput {
    /// Returns the present fields by column.
    #[must_use]
    pub fn to_map(&self) -> Map<String, Value> {
        match serde_json::to_value(self) {
            Ok(Value::Object(map)) => map,
            _ => Map::new(),
        }
    }
}

fn is_plan(word: &str) -> bool {
    PlanType::parse(word).is_some()
}

fn is_platform(word: &str) -> bool {
    ReviewPlatform::parse(word).is_some()
}

fn is_status(word: &str) -> bool {
    ClientStatus::parse(word).is_some()
}

/// Validates values by column and normalises them for storage: texts trimmed, emails in lower case,
/// empty values as `null`. `drives` are the links of the client's drives, the built-in folder
/// first.
///
/// # Errors
/// One message per invalid field and per column that is not writable.
pub fn check(values: &BTreeMap<String, Value>, drives: &[String]) -> Result<ClientInput, FieldErrors> {
    let mut errors = FieldErrors::new();
    let mut normalised = BTreeMap::new();
    for (column, value) in values {
        let field = FIELDS.iter().find(|field| field.column == column).ok_or(text::NOT_EDITABLE);
        match field.and_then(|field| field.input.normalise(value, drives)) {
            Ok(value) => drop(normalised.insert(column.as_str(), value)),
            Err(text) => drop(errors.insert(column.clone(), text.to_owned())),
        }
    }
    if errors.is_empty() { ClientInput::from_normalised(normalised) } else { Err(errors) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const FOLDER: &str = "/drive/folder/c1";
    const CONNECTED: &str = "https://cloud.example/apps/files/?dir=/Videos";

    fn checked(value: Value) -> Result<ClientInput, FieldErrors> {
        let drives = [FOLDER.to_owned(), CONNECTED.to_owned()];
        check(&serde_json::from_value(value).unwrap_or_default(), &drives)
    }

    #[test]
    fn adm12_texts_are_trimmed_and_required() {
        let normalised =
            checked(json!({ "company_name": "  Blue Door ", "email": " Ann@Post.Example ", "contact_name": "Ann" }));
        let expected = json!({ "company_name": "Blue Door", "email": "ann@post.example", "contact_name": "Ann" });
        assert_eq!(normalised.map(|input| Value::Object(input.to_map())), Ok(expected));
        let faults = checked(json!({ "company_name": " ", "email": "nobody", "contact_name": "a\r\nBcc: x" }));
        assert_eq!(faults.err().map(|found| found.len()), Some(3));
    }

    #[test]
    fn adm12_adm17_numbers_are_bounded_integers_and_never_parsed_from_an_empty_string() {
        for bad in [json!(0), json!(-1), json!(1.5), json!(""), json!(null), json!("50"), json!(2_000_000)] {
            assert!(checked(json!({ "credits_per_month": bad })).is_err(), "{bad}");
        }
        assert!(checked(json!({ "credits_remaining": 0, "credits_per_month": 1 })).is_ok());
        assert!(checked(json!({ "credits_remaining": null })).is_err());
    }

    #[test]
    fn inv47_inv49_unsafe_urls_and_slugs_are_rejected() {
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
            let normalised = checked(json!({ "drive_link": empty })).unwrap_or_default();
            assert_eq!(normalised.drive_link.as_deref(), Some(FOLDER));
        }
        let connected = checked(json!({ "drive_link": CONNECTED })).unwrap_or_default();
        assert_eq!(connected.drive_link.as_deref(), Some(CONNECTED));
        let cleared = checked(json!({ "next_reset_date": "", "review_link_url": null })).unwrap_or_default();
        assert_eq!((&cleared.next_reset_date, &cleared.review_link_url), (&Some(None), &Some(None)));
        assert!(cleared.to_map().values().all(Value::is_null) && cleared.to_map().len() == 2);
    }

    #[test]
    fn cli03_questions_are_limited_in_number_and_length() {
        let three = " What changed? \r\n\n Who is it for?\nWould you come again? ";
        let stored = "What changed?\nWho is it for?\nWould you come again?";
        let normalised = checked(json!({ "questions": three })).unwrap_or_default();
        assert_eq!(normalised.questions, Some(Some(stored.into())));
        for none in [json!(" \n "), json!(null)] {
            assert_eq!(checked(json!({ "questions": none })).unwrap_or_default().questions, Some(None));
        }
        for bad in ["a?\nb?\nc?\nd?".to_owned(), "a".repeat(81), "fine?\n???".to_owned(), "a\u{202e}b".to_owned()] {
            assert!(checked(json!({ "questions": bad })).is_err(), "{bad}");
        }
    }

    #[test]
    fn adm18_every_form_field_is_validated() {
        for field in FIELDS.iter().map(|field| field.column) {
            let fault = checked(json!({ field: { "no": "such" } })).err().unwrap_or_default();
            assert!(fault.get(field).is_some_and(|text| text != "This cannot be changed here."), "{field}");
        }
    }

    #[test]
    fn adm10_the_openapi_document_lists_every_create_form_field() {
        let described: Value = serde_json::from_str(include_str!("../../../docs/openapi.json")).unwrap_or_default();
        let properties = described.pointer(
            "/paths/~1functions~1v1~1create-client/post/requestBody/content/multipart~1form-data/schema/properties",
        );
        for field in create_fields() {
            assert!(properties.and_then(|all| all.get(field.form_name)).is_some(), "{}", field.form_name);
        }
    }
}
