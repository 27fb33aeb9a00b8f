//! Validation and normalisation of the client form's fields.

use media_wasm::submission::{is_email, trim};
use serde_json::Value;

use crate::comparable::{email_address, nfkc};
use crate::date::is_iso_date;
use crate::https_url::is_https_url;
use crate::limits::{MAX_CREDITS, MAX_QUESTION_CHARACTERS, MAX_QUESTIONS};
use crate::plain_text::{has_letter, is_hidden};
use crate::slug;
use crate::text;

/// Accepted input of a field.
#[derive(Clone, Copy)]
pub enum Input {
    /// One line of text: maximum length in characters, and the error if it is missing.
    Line(usize, &'static str),
    /// An email address, stored in lower case.
    Email,
    /// One of these words: predicate, default of the create form, and the error for any other.
    Choice(fn(&str) -> bool, &'static str, &'static str),
    /// An integer from this minimum to [`MAX_CREDITS`].
    Count(i64, &'static str),
    /// A boolean; true by default.
    Switch,
    /// A date as `yyyy-MM-dd`, or nothing.
    Date,
    /// An `https` URL, or nothing.
    HttpsUrl,
    /// Link of a drive for deliveries; empty means the built-in folder.
    DriveLink,
    /// The last part of the record page's URL.
    Slug,
    /// Questions for customers, one per line, or nothing.
    Questions,
}

impl Input {
    /// Parses the text of a form field, with the default for an empty one. Returns `null` if it is
    /// malformed, which validation rejects.
    #[must_use]
    pub fn parse_form(self, text: &str) -> Value {
        match (self, text) {
            (Self::Choice(_, default, _), "") => default.into(),
            (Self::Switch, "true" | "") => true.into(),
            (Self::Switch, "false") => false.into(),
            (Self::Count(..), text) => text.trim().parse::<i64>().map_or(Value::Null, Value::from),
            (_, text) => text.into(),
        }
    }

    pub(super) fn normalise(self, value: &Value, drives: &[String]) -> Result<Value, &'static str> {
        match self {
            Self::Line(max, missing) => line(value, max, missing),
            Self::Email => {
                let email = email_address(&string(value)?);
                if is_email(&email) { Ok(email.into()) } else { Err(text::EMAIL) }
            }
            Self::Choice(is_known, _, wrong) => match value.as_str() {
                Some(word) if is_known(word) => Ok(word.into()),
                _ => Err(wrong),
            },
            // An emptied number is an error, not 0.
            Self::Count(min, wrong) => match value.as_i64() {
                Some(number) if (min..=MAX_CREDITS).contains(&number) => Ok(number.into()),
                _ => Err(wrong),
            },
            Self::Switch => value.as_bool().map(Value::from).ok_or(text::SWITCH),
            Self::Date => optional(value, is_iso_date, text::DATE),
            Self::HttpsUrl => optional(value, is_https_url, text::HTTPS_URL),
            Self::DriveLink => drive_link(value, drives),
            Self::Slug => {
                let slug = nfkc(&string(value)?).to_lowercase();
                slug::problem(&slug).map_or(Ok(slug.into()), Err)
            }
            Self::Questions => questions(value),
        }
    }
}

fn string(value: &Value) -> Result<String, &'static str> {
    value.as_str().map(|text| trim(text).to_owned()).ok_or(text::NOT_A_TEXT)
}

/// A single line, since it is used in mail subjects.
fn line(value: &Value, max: usize, missing: &'static str) -> Result<Value, &'static str> {
    let line = string(value)?;
    if line.is_empty() {
        Err(missing)
    } else if line.chars().count() > max {
        Err(text::TOO_LONG)
    } else if line.chars().any(char::is_control) {
        Err(text::NOT_ONE_LINE)
    } else if !is_legible(&line) {
        Err(text::NOT_LEGIBLE)
    } else {
        Ok(line.into())
    }
}

fn is_legible(text: &str) -> bool {
    has_letter(text) && !text.chars().any(is_hidden)
}

fn questions(value: &Value) -> Result<Value, &'static str> {
    if value.is_null() {
        return Ok(Value::Null);
    }
    let typed = string(value)?;
    let questions: Vec<&str> = typed.lines().map(trim).filter(|question| !question.is_empty()).collect();
    if questions.len() > MAX_QUESTIONS {
        Err(text::QUESTIONS_TOO_MANY)
    } else if questions.iter().any(|question| question.chars().count() > MAX_QUESTION_CHARACTERS) {
        Err(text::QUESTION_TOO_LONG)
    } else if !questions.iter().all(|question| is_legible(question)) {
        Err(text::NOT_LEGIBLE)
    } else if questions.is_empty() {
        Ok(Value::Null)
    } else {
        Ok(questions.join("\n").into())
    }
}

fn optional(value: &Value, is_valid: impl Fn(&str) -> bool, wrong: &'static str) -> Result<Value, &'static str> {
    if value.is_null() {
        return Ok(Value::Null);
    }
    let text = string(value)?;
    if text.is_empty() {
        Ok(Value::Null)
    } else if is_valid(&text) {
        Ok(text.into())
    } else {
        Err(wrong)
    }
}

/// Rejects links that no provider can deliver to, because every video would fail.
fn drive_link(value: &Value, drives: &[String]) -> Result<Value, &'static str> {
    let link = if value.is_null() { String::new() } else { string(value)? };
    let known = if link.is_empty() { drives.first() } else { drives.iter().find(|drive| **drive == link) };
    known.map(|drive| drive.as_str().into()).ok_or(text::DRIVE_LINK)
}
