//! The uses that a customer's consent permits, by the version of its texts, and the times at which a business may ask for more.

use media_wasm::submission::CONSENT_VERSION;

use crate::retention::DAY_MS;
use crate::webhook::DEMO_CONSENT_VERSION;

/// A use of a testimonial.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Use {
    /// Publishing it as it was recorded.
    Publish,
    /// Transcribing, captioning, translating, shortening and cutting it.
    Edit,
}

/// Time between two requests of a business to one customer.
pub const ASK_PAUSE_MS: i64 = 7 * DAY_MS;

/// Whether the texts of a version permit a use (CNS01). Those of a version that is not known any more permit what the
/// first did.
#[must_use]
pub fn permits(version: &str, r#use: Use) -> bool {
    match r#use {
        Use::Publish => version != DEMO_CONSENT_VERSION,
        Use::Edit => version == CONSENT_VERSION,
    }
}

/// The facts that decide whether a customer may be asked to agree to the current version.
#[derive(Debug, Clone, Copy)]
pub struct AskFacts<'a> {
    /// Version of the newest consent.
    pub version: &'a str,
    /// When the customer was last asked, UTC milliseconds.
    pub asked_at: Option<i64>,
    /// Whether the consent was withdrawn.
    pub is_withdrawn: bool,
}

/// Returns when the business may ask at the earliest; `None` if it has nothing to ask for (CNS06).
#[must_use]
pub fn may_ask_from(facts: &AskFacts<'_>) -> Option<i64> {
    let can_gain = permits(facts.version, Use::Publish) && !permits(facts.version, Use::Edit);
    (can_gain && !facts.is_withdrawn).then(|| facts.asked_at.map_or(0, |at| at.saturating_add(ASK_PAUSE_MS)))
}

#[cfg(test)]
mod tests {
    use media_wasm::submission::FIRST_CONSENT_VERSION;

    use super::*;

    #[test]
    fn cns01_older_versions_permit_publishing_and_nothing_else() {
        let permitted = |version| [Use::Publish, Use::Edit].map(|one| permits(version, one));
        assert_eq!(permitted(CONSENT_VERSION), [true, true]);
        assert_eq!(permitted(FIRST_CONSENT_VERSION), [true, false]);
        assert_eq!(permitted("2020-01"), [true, false]);
        assert_eq!(permitted(DEMO_CONSENT_VERSION), [false, false]);
    }

    #[test]
    fn cns06_a_customer_of_an_older_version_is_asked_once_a_week_and_never_after_a_withdrawal() {
        let older = AskFacts { version: FIRST_CONSENT_VERSION, asked_at: None, is_withdrawn: false };
        assert_eq!(may_ask_from(&older), Some(0));
        assert_eq!(may_ask_from(&AskFacts { asked_at: Some(5), ..older }), Some(5 + ASK_PAUSE_MS));
        assert_eq!(may_ask_from(&AskFacts { is_withdrawn: true, ..older }), None);
        for version in [CONSENT_VERSION, DEMO_CONSENT_VERSION] {
            assert_eq!(may_ask_from(&AskFacts { version, ..older }), None);
        }
    }
}
