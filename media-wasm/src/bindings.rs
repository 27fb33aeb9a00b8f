//! The browser's side: reads what the browser is, hands it in, hands out plain objects.
//!
//! The only module that touches JavaScript. Objects have the shapes of the types that ts-rs
//! writes to `web/src/media/generated`, which the declarations below import: the wasm package is
//! expected in `web/src/media/core`, beside it.

use js_sys::{JSON, Reflect};
use serde::Serialize;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};
use web_sys::{MediaRecorder, Navigator, window};

use crate::device::{Device, diagnose};
use crate::plan::plan;
use crate::probe::Probe;
use crate::submission::{Form, FormResult, validate};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
import type { Device } from "../generated/Device";
import type { Diagnosis } from "../generated/Diagnosis";
import type { FormResult } from "../generated/FormResult";
import type { Plan } from "../generated/Plan";
import type { Step } from "../generated/Step";
"#;

/// How to record here. `willFinish`: the recording is finished before it is sent, so it may be
/// larger (REC25).
#[wasm_bindgen(js_name = planForThisBrowser, unchecked_return_type = "Plan")]
#[must_use]
pub fn plan_for_this_browser(#[wasm_bindgen(js_name = willFinish)] will_finish: bool) -> JsValue {
    let plan = plan(&this_device(), is_type_supported);
    object(&if will_finish { plan.for_finishing() } else { plan })
}

/// What the diagnostics page shows about this browser.
#[wasm_bindgen(js_name = checkDevice, unchecked_return_type = "Diagnosis")]
#[must_use]
pub fn check_device() -> JsValue {
    let camera = navigator()
        .filter(|navigator| has(navigator, "mediaDevices"))
        .and_then(|navigator| navigator.media_devices().ok())
        .is_some_and(|devices| has(&devices, "getUserMedia"));
    let recorder = media_recorder().is_some();
    object(&diagnose(this_device(), recorder, camera, is_type_supported))
}

/// Which device a user agent, a platform and a number of touch points tell of.
#[wasm_bindgen(js_name = detectDevice, unchecked_return_type = "Device")]
#[must_use]
pub fn detect_device(
    #[wasm_bindgen(js_name = userAgent)] user_agent: &str,
    platform: &str,
    #[wasm_bindgen(js_name = maxTouchPoints)] max_touch_points: u32,
) -> JsValue {
    object(&Device::detect(user_agent, platform, max_touch_points))
}

/// Checks a form by the rules the Worker also checks it by.
#[wasm_bindgen(js_name = validateSubmission, unchecked_return_type = "FormResult")]
#[must_use]
pub fn validate_submission(
    #[wasm_bindgen(js_name = customerName)] customer_name: &str,
    #[wasm_bindgen(js_name = customerEmail)] customer_email: &str,
    #[wasm_bindgen(js_name = consentData)] consent_data: bool,
    #[wasm_bindgen(js_name = consentMarketing)] consent_marketing: bool,
) -> JsValue {
    let form = Form { customer_name, customer_email, consent_data, consent_marketing };
    object(&FormResult::from(validate(&form)))
}

/// Probes a file in pieces: `begin()`, then `feed()` with each piece that is needed.
#[wasm_bindgen]
pub struct FileProbe(Probe);

#[wasm_bindgen]
impl FileProbe {
    /// `fileLength` in bytes, as `Blob.size` gives it.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(#[wasm_bindgen(js_name = fileLength)] file_length: f64) -> Self {
        // Sizes are whole and below 2^53; a cast saturates and turns NaN into 0.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        Self(Probe::new(file_length as u64))
    }

    /// What comes first.
    #[wasm_bindgen(unchecked_return_type = "Step")]
    pub fn begin(&mut self) -> JsValue {
        object(&self.0.step(None))
    }

    /// Takes the bytes at `offset` and says what comes next.
    #[wasm_bindgen(unchecked_return_type = "Step")]
    pub fn feed(&mut self, offset: f64, bytes: &[u8]) -> JsValue {
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        object(&self.0.step(Some((offset as u64, bytes))))
    }
}

/// By way of JSON: `serde-wasm-bindgen` makes the wasm four kilobytes larger.
fn object(value: &impl Serialize) -> JsValue {
    let json = serde_json::to_string(value).unwrap_or_default();
    JSON::parse(&json).unwrap_or(JsValue::NULL)
}

fn navigator() -> Option<Navigator> {
    window().map(|window| window.navigator())
}

fn this_device() -> Device {
    navigator().map_or_else(Device::default, |navigator| {
        Device::detect(
            &navigator.user_agent().unwrap_or_default(),
            &navigator.platform().unwrap_or_default(),
            u32::try_from(navigator.max_touch_points()).unwrap_or_default(),
        )
    })
}

/// The recorder's constructor, where there is one.
fn media_recorder() -> Option<JsValue> {
    let constructor = Reflect::get(&window()?.into(), &"MediaRecorder".into()).ok()?;
    constructor.is_function().then_some(constructor)
}

/// Asks the recorder, which some old ones do not let us: then no type is known to be supported.
fn is_type_supported(mime: &str) -> bool {
    media_recorder().is_some_and(|recorder| has(&recorder, "isTypeSupported")) && MediaRecorder::is_type_supported(mime)
}

fn has(object: &JsValue, name: &str) -> bool {
    Reflect::get(object, &name.into()).is_ok_and(|it| !it.is_undefined())
}
