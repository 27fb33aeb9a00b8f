//! Everything a browser without WebAssembly needs to record and to check the form (REC30), as
//! one table. Lockdown Mode on iOS removes WebAssembly, so these are real phones.

use serde::Serialize;

use crate::device::{Device, MARKERS, Markers};
use crate::diagnosis::Issue;
use crate::finish::ENCODER_CODEC;
use crate::limits::{LIMITS, Limits};
use crate::plan::{Plan, candidates, plan};
use crate::submission::{
    CONSENT_VERSION, Consent, EMAIL_MAX, EMAIL_PATTERN, MESSAGES, Messages, NAME_MAX, NAME_PATTERN, meant_sign,
};

/// The table, written to `web/src/media/generated/fallback.json`.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, export_to = "media.ts"))]
pub struct Fallback {
    /// How to tell the device.
    pub markers: Markers,
    /// The plans per class of device.
    pub plans: Plans,
    /// The texts of DIA06: no recorder, no H.264, no camera access.
    pub issues: [&'static str; 3],
    /// The recorder's numbers.
    pub limits: Limits,
    /// The codec string with which a browser is asked whether it encodes what finishing needs.
    pub encoder_codec: &'static str,
    /// The rules of the form.
    pub form: FormRules,
    /// The version of the texts of the form's boxes.
    pub consent_version: &'static str,
    /// The two boxes. Every page with the form shows them, and not all have to load its rules.
    pub consents: [Consent; 2],
}

/// The classes of devices, tried in this order.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, export_to = "media.ts"))]
pub struct Plans {
    /// iPhone, iPod, iPad.
    pub ios: ClassPlans,
    /// WebKit elsewhere.
    pub safari: ClassPlans,
    /// Android.
    pub android: ClassPlans,
    /// The rest.
    pub other: ClassPlans,
}

/// Plans of one class: take the first whose type is supported, else `otherwise`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, export_to = "media.ts"))]
pub struct ClassPlans {
    /// Best first; each names its `mimeType`.
    pub candidates: Vec<Plan>,
    /// When no candidate is supported.
    pub otherwise: Plan,
}

/// The rules of the form. Trim with `trim()`, clean a name as `submission/name.rs` does, count with `[...text].length`, test the patterns
/// with the `u` flag, too long before not matching.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, export_to = "media.ts"))]
pub struct FormRules {
    /// Characters.
    pub name_max: usize,
    /// Of a name that is clean and not empty.
    pub name_pattern: &'static str,
    /// Pairs of a look-alike and the sign that it stands for, for cleaning a name.
    pub name_signs: Vec<(char, char)>,
    /// Characters.
    pub email_max: usize,
    /// Of an address.
    pub email_pattern: &'static str,
    /// What to say.
    pub messages: Messages,
}

/// The table.
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
        form: FormRules {
            name_max: NAME_MAX,
            name_pattern: NAME_PATTERN,
            name_signs: ('\0'..=char::MAX).filter_map(|c| Some((c, meant_sign(c)?))).collect(),
            email_max: EMAIL_MAX,
            email_pattern: EMAIL_PATTERN,
            messages: MESSAGES,
        },
        consent_version: CONSENT_VERSION,
        consents: Consent::ALL,
    }
}

fn class_plans(device: Device) -> ClassPlans {
    ClassPlans {
        candidates: candidates(device).into_iter().map(|mime| Plan::with_type(device, Some(mime))).collect(),
        otherwise: plan(&device, |_| false),
    }
}

/// The table as JSON, ending in a line break.
///
/// # Errors
/// Never in practice: the table holds only strings, numbers, booleans and lists.
#[cfg(feature = "fallback")]
pub fn json() -> Result<String, serde_json::Error> {
    serde_json::to_string_pretty(&table()).map(|text| text + "\n")
}
