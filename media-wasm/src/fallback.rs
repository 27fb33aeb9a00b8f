//! The table that lets a browser without WebAssembly record and check the form (REC30). Lockdown Mode on iOS removes
//! WebAssembly, so real phones need it.

use serde::Serialize;

use crate::device::{Device, MARKERS, Markers};
use crate::diagnosis::Issue;
use crate::finish::{AudioPlan, ENCODER_CODEC};
use crate::limits::{LIMITS, Limits};
use crate::plan::{Plan, candidates, plan};
use crate::submission::{
    CONSENT_EXPLANATION, CONSENT_VERSION, Consent, EMAIL_MAX, EMAIL_PATTERN, MESSAGES, Messages, NAME_MAX,
    NAME_PATTERN, intended_char,
};

/// The fallback table, written to `web/src/media/generated/fallback.json`.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, export_to = "media.ts"))]
pub struct Fallback {
    /// The user agent markers of each device class.
    pub markers: Markers,
    /// The recording plans of each device class.
    pub plans: Plans,
    /// The texts of DIA06: no recorder, no H.264, no camera access.
    pub issues: [&'static str; 3],
    /// The recorder's limits.
    pub limits: Limits,
    /// The codec string for asking a browser whether it can encode for finishing.
    pub encoder_codec: &'static str,
    /// How audio is encoded that cannot be copied.
    pub encoded_audio: AudioPlan,
    /// The rules of the form.
    pub form: FormRules,
    /// The version of the consent texts.
    pub consent_version: &'static str,
    /// The two consents. Every page with the form shows them, and not every such page loads the form rules.
    pub consents: [Consent; 2],
    /// The text below them.
    pub consent_explanation: &'static str,
}

/// Device classes, tried in this order.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, export_to = "media.ts"))]
pub struct Plans {
    /// iPhone, iPod, iPad.
    pub ios: ClassPlans,
    /// WebKit elsewhere.
    pub safari: ClassPlans,
    /// Android.
    pub android: ClassPlans,
    /// Every other device.
    pub other: ClassPlans,
}

/// Plans of one class: use the first whose type is supported, else `otherwise`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, export_to = "media.ts"))]
pub struct ClassPlans {
    /// Candidates, best first; each has a `mimeType`.
    pub candidates: Vec<Plan>,
    /// The plan if no candidate is supported.
    pub otherwise: Plan,
}

/// The form rules. Trim with `trim()`, clean a name as `submission/name.rs` does, count with `[...text].length`, and
/// test the patterns with the `u` flag. Report "too long" before "does not match".
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, export_to = "media.ts"))]
pub struct FormRules {
    /// Maximum length of the name, in characters.
    pub name_max: usize,
    /// Pattern of a cleaned, non-empty name.
    pub name_pattern: &'static str,
    /// Pairs of a look-alike and the sign that replaces it, for cleaning a name.
    pub name_signs: Vec<(char, char)>,
    /// Maximum length of the email address, in characters.
    pub email_max: usize,
    /// Pattern of an email address.
    pub email_pattern: &'static str,
    /// The messages for each broken rule.
    pub messages: Messages,
}

/// Builds the fallback table.
#[must_use]
pub fn table() -> Fallback {
    let device = Device::default();
    Fallback {
        markers: MARKERS,
        plans: Plans {
            ios: class_plans(Device { ios: true, safari: true, ..device }),
            safari: class_plans(Device { safari: true, ..device }),
            android: class_plans(Device { android: true, ..device }),
            other: class_plans(device),
        },
        issues: Issue::ALL.map(Issue::message),
        limits: LIMITS,
        encoder_codec: ENCODER_CODEC,
        encoded_audio: AudioPlan::ENCODED,
        form: FormRules {
            name_max: NAME_MAX,
            name_pattern: NAME_PATTERN,
            name_signs: ('\0'..=char::MAX).filter_map(|c| Some((c, intended_char(c)?))).collect(),
            email_max: EMAIL_MAX,
            email_pattern: EMAIL_PATTERN,
            messages: MESSAGES,
        },
        consent_version: CONSENT_VERSION,
        consents: Consent::ALL,
        consent_explanation: CONSENT_EXPLANATION,
    }
}

fn class_plans(device: Device) -> ClassPlans {
    ClassPlans {
        candidates: candidates(device).into_iter().map(|mime| Plan::with_type(device, Some(mime))).collect(),
        otherwise: plan(&device, |_| false),
    }
}

/// Serialises the table to JSON with a trailing line break.
///
/// # Errors
/// Never in practice: the table holds only strings, numbers, booleans and lists.
#[cfg(feature = "fallback")]
pub fn json() -> Result<String, serde_json::Error> {
    serde_json::to_string_pretty(&table()).map(|text| text + "\n")
}
