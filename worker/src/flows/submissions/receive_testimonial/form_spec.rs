//! The testimonial form at each address that accepts one.

use std::collections::BTreeMap;

use domain::comparable::person_name;
use domain::submission::Claims;
use media_wasm::submission::{Field, Form, ValidForm, validate};

use crate::error::{Result, invalid};

/// The form at one address.
pub struct FormSpec<'a> {
    /// Client and webhook, if the address determines them. Otherwise the form names a `clientId`, and sends it and all
    /// other fields before its video. Either form may send an `uploadId` instead of the video.
    pub target: Option<(&'a str, &'a str)>,
    pub names: Names,
    /// Versions of the consent texts that a form may have shown, the current one first.
    pub consent_versions: &'static [&'static str],
    /// Whether the sender gets a mail, which is limited.
    pub emails_sender: bool,
    /// How to handle a form that lacks a required challenge.
    pub challenge_policy: ChallengePolicy,
}

/// How to handle a submission that lacks a required challenge.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum ChallengePolicy {
    /// The sender must solve it.
    Require,
    /// It is put on hold, because its sender cannot solve one.
    Hold,
}

/// Names of a form's fields.
pub struct Names {
    pub name: &'static str,
    pub email: &'static str,
    pub data: &'static str,
    pub marketing: &'static str,
}

impl FormSpec<'_> {
    pub(super) fn webhook(&self) -> Option<&str> {
        self.target.map(|(_, webhook)| webhook)
    }

    /// Returns the client, which a form has to name before its video.
    pub(super) fn client<'b>(&'b self, fields: &'b Fields) -> Result<&'b str> {
        match (self.target, text(fields, "clientId")) {
            (Some((client_id, _)), _) => Ok(client_id),
            (None, "") => Err(invalid([("clientId", "Please name the client, before the video.")])),
            (None, id) => Ok(id),
        }
    }

    /// Validates the form by the rules that the browser applies too, and parses its statements about the video.
    pub(super) fn check(&self, fields: &Fields) -> Result<(ValidForm, Claims)> {
        let ticked = |name: &str| text(fields, name) == "true";
        let customer_name = person_name(text(fields, self.names.name));
        let form = Form {
            customer_name: &customer_name,
            customer_email: text(fields, self.names.email),
            consent_data: ticked(self.names.data),
            consent_marketing: ticked(self.names.marketing),
        };
        let name = |field: Field| match field {
            Field::CustomerName => self.names.name,
            Field::CustomerEmail => self.names.email,
            Field::ConsentData => self.names.data,
            Field::ConsentMarketing => self.names.marketing,
        };
        let mut valid = validate(&form).map_err(|errors| invalid(errors.iter().map(|e| (name(e.field), e.message))))?;
        // Cleaning can bring a letter and its accent together.
        valid.customer_name = person_name(&valid.customer_name);
        let claims = Claims::read(|name| fields.get(name).map(String::as_str)).map_err(|refusal| invalid([refusal]))?;
        Ok((valid, claims))
    }

    /// Returns the version of the shown consent texts. Rejects a version that is not ours. A form that states none gets
    /// the first: nobody is recorded to have agreed to words that the form may not have shown.
    pub(super) fn consent_version(&self, fields: &Fields) -> Result<&'static str> {
        let found = match fields.get("consentVersion") {
            Some(shown) => self.consent_versions.iter().find(|version| *version == shown),
            None => self.consent_versions.last(),
        };
        found
            .copied()
            .ok_or_else(|| invalid([("consentVersion", "The consent texts have changed. Please reload the page.")]))
    }
}

/// Values of a form by field name.
pub type Fields = BTreeMap<String, String>;

pub(super) fn text<'a>(fields: &'a Fields, name: &str) -> &'a str {
    fields.get(name).map(String::as_str).unwrap_or_default()
}
