//! Bindings for the recording plan, the diagnosis and the form rules.

use js_sys::Reflect;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};
use web_sys::{MediaRecorder, Navigator, window};

use super::to_js;
use crate::device::Device;
use crate::diagnosis::diagnose;
use crate::plan::{self, Orientation, Picture, plan};
use crate::submission::{Form, FormResult, validate};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
import type { Device, Diagnosis, FormResult, Plan } from "../generated/media";
"#;

/// Returns how to record in this browser. `willFinish`: the recording will be finished before upload, so it may be
/// larger (REC25), unless `smaller` says that larger recordings proved too slow.
#[wasm_bindgen(js_name = planForThisBrowser, unchecked_return_type = "Plan")]
#[must_use]
pub fn plan_for_this_browser(#[wasm_bindgen(js_name = willFinish)] will_finish: bool, smaller: bool) -> JsValue {
    let device = this_device();
    let plan = plan(&device, is_type_supported);
    to_js(&if will_finish { plan.for_finishing(device, smaller) } else { plan })
}

/// Whether to request a smaller camera picture next time; `undefined` keeps the current setting. `lines` and
/// `frameRate`: the shorter side in pixels and the frames per second of the last recording. `largerRate`: the frame
/// rate of the larger recording that caused the switch to a smaller one, or 0 if none did.
#[wasm_bindgen(js_name = asksSmaller)]
#[must_use]
pub fn asks_smaller(
    lines: u32,
    #[wasm_bindgen(js_name = frameRate)] frame_rate: u32,
    #[wasm_bindgen(js_name = largerRate)] larger_rate: u32,
) -> Option<bool> {
    plan::asks_smaller(lines, frame_rate, larger_rate)
}

/// Scores the faults of an open camera's picture; 0 means acceptable. `portrait`: how the device is held. `linesAsked`: the requested
/// shorter side. `doubtful`: the video's announced sides contradict its frame. `frameRate`: 0 if the camera announces none.
#[wasm_bindgen(js_name = pictureFaults)]
#[must_use]
pub fn picture_faults(
    portrait: bool,
    #[wasm_bindgen(js_name = linesAsked)] lines_asked: u32,
    width: u32,
    height: u32,
    doubtful: bool,
    #[wasm_bindgen(js_name = frameRate)] frame_rate: f64,
) -> u32 {
    let held = if portrait { Orientation::Portrait } else { Orientation::Landscape };
    plan::faults(this_device(), held, lines_asked, Picture { width, height, doubtful, frame_rate })
}

/// Whether the camera's first picture is better than the one it gave for the second request.
#[wasm_bindgen(js_name = goesBack)]
#[must_use]
pub fn goes_back(
    #[wasm_bindgen(js_name = firstFaults)] first_faults: u32,
    #[wasm_bindgen(js_name = secondFaults)] second_faults: u32,
) -> bool {
    plan::goes_back(first_faults, second_faults)
}

/// Returns the diagnostics page's data for this browser.
#[wasm_bindgen(js_name = checkDevice, unchecked_return_type = "Diagnosis")]
#[must_use]
pub fn check_device() -> JsValue {
    let camera = navigator()
        .filter(|navigator| has_property(navigator, "mediaDevices"))
        .and_then(|navigator| navigator.media_devices().ok())
        .is_some_and(|devices| has_property(&devices, "getUserMedia"));
    let recorder = media_recorder().is_some();
    to_js(&diagnose(this_device(), recorder, camera, is_type_supported))
}

/// Classifies a device by its user agent, platform and number of touch points.
#[wasm_bindgen(js_name = detectDevice, unchecked_return_type = "Device")]
#[must_use]
pub fn detect_device(
    #[wasm_bindgen(js_name = userAgent)] user_agent: &str,
    platform: &str,
    #[wasm_bindgen(js_name = maxTouchPoints)] max_touch_points: u32,
) -> JsValue {
    to_js(&Device::detect(user_agent, platform, max_touch_points))
}

/// Checks a form by the rules that the Worker also applies.
#[wasm_bindgen(js_name = validateSubmission, unchecked_return_type = "FormResult")]
#[must_use]
pub fn validate_submission(
    #[wasm_bindgen(js_name = customerName)] customer_name: &str,
    #[wasm_bindgen(js_name = customerEmail)] customer_email: &str,
    #[wasm_bindgen(js_name = consentData)] consent_data: bool,
    #[wasm_bindgen(js_name = consentMarketing)] consent_marketing: bool,
) -> JsValue {
    let form = Form { customer_name, customer_email, consent_data, consent_marketing };
    to_js(&FormResult::from(validate(&form)))
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

/// Returns the `MediaRecorder` constructor, if the browser has one.
fn media_recorder() -> Option<JsValue> {
    let constructor = Reflect::get(&window()?.into(), &"MediaRecorder".into()).ok()?;
    constructor.is_function().then_some(constructor)
}

/// Returns false if an old `MediaRecorder` has no `isTypeSupported`.
fn is_type_supported(mime: &str) -> bool {
    media_recorder().is_some_and(|recorder| has_property(&recorder, "isTypeSupported"))
        && MediaRecorder::is_type_supported(mime)
}

fn has_property(object: &JsValue, name: &str) -> bool {
    Reflect::get(object, &name.into()).is_ok_and(|it| !it.is_undefined())
}
