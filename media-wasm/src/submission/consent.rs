//! The consent texts, word for word (SUB34).

use serde::Serialize;

use super::Field;

/// Version of the consent texts, stored with each submission. Change it whenever a word of them changes, and keep the
/// earlier words in [`consent_texts`].
pub const CONSENT_VERSION: &str = "2026-12";

/// The first version: the two labels alone.
pub const FIRST_CONSENT_VERSION: &str = "2026-11";

/// The versions that a form may have shown, the current one first.
pub const CONSENT_VERSIONS: [&str; 2] = [CONSENT_VERSION, FIRST_CONSENT_VERSION];

/// The text below the two labels since the second version: what software may do with the video.
pub const CONSENT_EXPLANATION: &str = "This includes that software may transcribe, caption, translate and shorten my \
                                       video and cut it to other formats, without changing what I said.";

/// The exact words of a version, for one business.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConsentWords {
    /// Label of the first box.
    pub data: String,
    /// Label of the second box.
    pub marketing: String,
    /// The text below them, if the version has one.
    pub explanation: Option<&'static str>,
}

/// Returns the words of a version; `None` if they are not known any more.
#[must_use]
pub fn consent_texts(version: &str, business: &str) -> Option<ConsentWords> {
    let explanation = match version {
        CONSENT_VERSION => Some(CONSENT_EXPLANATION),
        FIRST_CONSENT_VERSION => None,
        _ => return None,
    };
    let [data, marketing] = [Consent::DATA, Consent::MARKETING].map(|consent| consent.text_for(business));
    Some(ConsentWords { data, marketing, explanation })
}

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
