//! The rules of the submission form, shared by the browser and the Worker.

mod consent;
mod email;
mod letters;
mod name;

use serde::Serialize;

pub use consent::{
    CONSENT_EXPLANATION, CONSENT_VERSION, CONSENT_VERSIONS, Consent, ConsentWords, FIRST_CONSENT_VERSION, consent_texts,
};
pub use email::{EMAIL_MAX, EMAIL_PATTERN, is_email};
pub use letters::UNICODE_VERSION;
pub use name::{NAME_MAX, NAME_PATTERN, intended_char, is_invisible, is_name_char, is_virama, is_word_char};

/// A field of the form, serialised by its name in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, export_to = "media.ts"))]
#[allow(missing_docs)] // they are their names
pub enum Field {
    CustomerName,
    CustomerEmail,
    ConsentData,
    ConsentMarketing,
}

impl Field {
    /// The name in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::CustomerName => "customerName",
            Self::CustomerEmail => "customerEmail",
            Self::ConsentData => "consentData",
            Self::ConsentMarketing => "consentMarketing",
        }
    }
}

/// The messages shown beside a field.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, export_to = "media.ts"))]
#[allow(missing_docs)] // they are their texts
pub struct Messages {
    pub name_missing: &'static str,
    pub name_too_long: &'static str,
    pub name_characters: &'static str,
    pub email_invalid: &'static str,
    pub email_too_long: &'static str,
    pub consent_missing: &'static str,
}

/// The messages (SUB15 to SUB17).
pub const MESSAGES: Messages = Messages {
    name_missing: "Name is required",
    name_too_long: "Name too long",
    name_characters: "Name contains invalid characters",
    email_invalid: "Invalid email address",
    email_too_long: "Email too long",
    consent_missing: "Please tick this box to continue",
};

/// A form as filled in. Names in JSON: `customerName`, `customerEmail`, `consentData`, `consentMarketing`.
#[derive(Clone, Copy, Debug)]
pub struct Form<'a> {
    /// Name as typed.
    pub customer_name: &'a str,
    /// Email address as typed.
    pub customer_email: &'a str,
    /// Consent to the processing of data and video.
    pub consent_data: bool,
    /// Consent to the use in marketing.
    pub consent_marketing: bool,
}

/// A form that passed validation: trimmed, with a cleaned name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, export_to = "media.ts"))]
pub struct ValidForm {
    /// 1 to 100 characters.
    pub customer_name: String,
    /// One address, at most 255 characters.
    pub customer_email: String,
}

/// A validation error of one field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, export_to = "media.ts"))]
pub struct FieldError {
    /// The invalid field.
    pub field: Field,
    /// The message shown beside the field.
    pub message: &'static str,
}

/// The result of [`validate`] in a shape that suits JavaScript.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, export_to = "media.ts"))]
pub struct FormResult {
    /// The cleaned form, if it is valid.
    pub valid: Option<ValidForm>,
    /// The validation errors, in the order of the form.
    pub errors: Vec<FieldError>,
}

impl From<Result<ValidForm, Vec<FieldError>>> for FormResult {
    fn from(result: Result<ValidForm, Vec<FieldError>>) -> Self {
        match result {
            Ok(valid) => Self { valid: Some(valid), errors: Vec::new() },
            Err(errors) => Self { valid: None, errors },
        }
    }
}

/// Trims, cleans and checks a form.
///
/// # Errors
/// Every field that breaks a rule, each once, in the order of the form.
pub fn validate(form: &Form) -> Result<ValidForm, Vec<FieldError>> {
    let customer_name = name::clean(form.customer_name);
    let customer_email = trim(form.customer_email);
    let consent = |given: bool| (!given).then_some(MESSAGES.consent_missing);
    let found = [
        (Field::CustomerName, name::error(&customer_name)),
        (Field::CustomerEmail, email::error(customer_email)),
        (Field::ConsentData, consent(form.consent_data)),
        (Field::ConsentMarketing, consent(form.consent_marketing)),
    ];
    let errors: Vec<FieldError> =
        found.into_iter().filter_map(|(field, message)| message.map(|message| FieldError { field, message })).collect();
    if !errors.is_empty() {
        return Err(errors);
    }
    Ok(ValidForm { customer_name, customer_email: customer_email.into() })
}

/// Trims as JavaScript's `String.prototype.trim` does, so that a browser without WebAssembly
/// agrees: unlike Rust it takes the byte order mark and leaves U+0085.
#[must_use]
pub fn trim(text: &str) -> &str {
    text.trim_matches(|c: char| (c.is_whitespace() && c != '\u{85}') || c == '\u{feff}')
}

/// Counts the characters of `text`. Compiles smaller than `chars().count()`, which is optimised for long texts.
fn length(text: &str) -> usize {
    text.bytes().filter(|byte| byte & 0xc0 != 0x80).count()
}
