//! What a testimonial's form is like, at each address that takes one.

use std::collections::BTreeMap;

use domain::submission::Claims;
use media_wasm::submission::{Field, Form, ValidForm, validate};

use crate::error::{Result, invalid};

/// What a form of one address is like.
pub struct FormSpec<'a> {
    /// Client and webhook, where the address says them. Otherwise the form names a `clientId`, before its video, and
    /// the other fields come before the video too. Either may carry an `uploadId` in place of the video.
    pub target: Option<(&'a str, &'a str)>,
    pub names: Names,
    /// The version of the consent texts beside its boxes.
    pub consent_version: &'static str,
    /// Whether whoever sends it gets a mail, which is limited.
    pub emails_sender: bool,
    /// Says how a form without the proof that is needed is treated.
    pub unproven: Unproven,
}

/// How a submission that needs a proof and comes without one is treated.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Unproven {
    /// It is asked for the proof.
    Asked,
    /// It is taken on hold: its sender has no way to find one.
    Held,
}

/// The names of a form's fields.
pub struct Names {
    pub name: &'static str,
    pub email: &'static str,
    pub data: &'static str,
    pub marketing: &'static str,
}

impl FormSpec<'_> {
    pub(super) fn endpoint(&self) -> Option<&str> {
        self.target.map(|(_, endpoint)| endpoint)
    }

    /// The client, which a form has to name before its video.
    pub(super) fn client<'b>(&'b self, fields: &'b Fields) -> Result<&'b str> {
        match (self.target, text(fields, "clientId")) {
            (Some((client_id, _)), _) => Ok(client_id),
            (None, "") => Err(invalid([("clientId", "Please name the client, before the video.")])),
            (None, id) => Ok(id),
        }
    }

    /// The rules of the form, which the browser applies too, and what the form says of its video.
    pub(super) fn check(&self, fields: &Fields) -> Result<(ValidForm, Claims)> {
        let ticked = |name: &str| text(fields, name) == "true";
        let form = Form {
            customer_name: text(fields, self.names.name),
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
        let valid = validate(&form).map_err(|errors| invalid(errors.iter().map(|e| (name(e.field), e.message))))?;
        let claims = Claims::read(|name| fields.get(name).map(String::as_str)).map_err(|refusal| invalid([refusal]))?;
        Ok((valid, claims))
    }

    /// The version of the consent texts that were on screen. One we never showed is no consent.
    pub(super) fn consent_version(&self, fields: &Fields) -> Result<&'static str> {
        match fields.get("consentVersion") {
            Some(shown) if shown != self.consent_version => {
                Err(invalid([("consentVersion", "The consent texts have changed. Please reload the page.")]))
            }
            _ => Ok(self.consent_version),
        }
    }
}

/// The values of a form by its fields' names.
pub type Fields = BTreeMap<String, String>;

pub(super) fn text<'a>(fields: &'a Fields, name: &str) -> &'a str {
    fields.get(name).map(String::as_str).unwrap_or_default()
}
