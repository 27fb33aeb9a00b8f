//! The consent texts, word for word (SUB34).

use serde::Serialize;

use super::Field;

/// Version of the consent texts, stored with each submission. Change it whenever a word of them changes.
pub const CONSENT_VERSION: &str = "2026-11";

/// One of the two consents. Both are required.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, export_to = "media.ts"))]
pub struct Consent {
    /// The form field.
    pub field: Field,
    /// The text beside the checkbox, with `{business}` as placeholder for the name of the business.
    pub text: &'static str,
}

impl Consent {
    /// Consent to the processing of personal data and video.
    pub const DATA: Self = Self {
        field: Field::ConsentData,
        text: "I agree that {business} and its service provider Sayso may store and process my \
               name, my email address and my video for testimonial purposes.",
    };

    /// Consent to the use in marketing.
    pub const MARKETING: Self = Self {
        field: Field::ConsentMarketing,
        text: "I agree that {business} may use my testimonial in its marketing materials, for \
               example on its website, on social media and in advertising.",
    };

    /// Both consents, in the order of the form.
    pub const ALL: [Self; 2] = [Self::DATA, Self::MARKETING];

    /// Returns the text with the name of the business filled in.
    #[must_use]
    pub fn text_for(self, business: &str) -> String {
        self.text.replace("{business}", business)
    }
}
