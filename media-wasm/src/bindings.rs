//! The browser's side: queries the browser, calls the rules, returns plain objects.
//!
//! The only module that touches JavaScript. Objects have the shapes of the types that ts-rs
//! writes to `web/src/media/generated`, which the declarations below import: the wasm package is
//! expected in `web/src/media/core`, beside it.

use std::io::{Result, Write};

use js_sys::{JSON, Reflect};
use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::Formatter;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};
use web_sys::{MediaRecorder, Navigator, window};

use crate::device::Device;
use crate::diagnosis::diagnose;
use crate::finish::{self, CodecSupport, FinishPlan, RawReason, Turn};
use crate::plan::{self, Orientation, Picture, plan};
use crate::probe::Probe;
use crate::submission::{Form, FormResult, validate};
use crate::watermark::{self, Watermark};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
import type { Device } from "../generated/Device";
import type { Diagnosis } from "../generated/Diagnosis";
import type { FinishPlan } from "../generated/FinishPlan";
import type { FormResult } from "../generated/FormResult";
import type { Plan } from "../generated/Plan";
import type { Step } from "../generated/Step";
import type { WatermarkLayout } from "../generated/WatermarkLayout";
"#;

/// How to record here. `willFinish`: the recording is finished before it is sent, so it may be
/// larger (REC25), unless that proved too slow: `smaller`.
#[wasm_bindgen(js_name = planForThisBrowser, unchecked_return_type = "Plan")]
#[must_use]
pub fn plan_for_this_browser(#[wasm_bindgen(js_name = willFinish)] will_finish: bool, smaller: bool) -> JsValue {
    let device = this_device();
    let plan = plan(&device, is_type_supported);
    to_js(&if will_finish { plan.for_finishing(device, smaller) } else { plan })
}

/// Whether the camera is asked smaller the next time, by a recording's shorter side in pixels and its frames per second;
/// `undefined`: as before. `largerRate`: of the larger recording that led to a smaller one; 0: none did.
#[wasm_bindgen(js_name = asksSmaller)]
#[must_use]
pub fn asks_smaller(
    lines: u32,
    #[wasm_bindgen(js_name = frameRate)] frame_rate: u32,
    #[wasm_bindgen(js_name = largerRate)] larger_rate: u32,
) -> Option<bool> {
    plan::asks_smaller(lines, frame_rate, larger_rate)
}

/// What is wrong with the picture of an open camera; 0: it will do. `portrait`: how the device is held. `linesAsked`: the
/// shorter side that was asked for. `doubtful`: the video announces sides that contradict its frame. `frameRate` 0: not
/// announced.
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

/// Whether the picture that was there first is better than the one that the camera was asked for instead.
#[wasm_bindgen(js_name = goesBack)]
#[must_use]
pub fn goes_back(
    #[wasm_bindgen(js_name = firstFaults)] first_faults: u32,
    #[wasm_bindgen(js_name = secondFaults)] second_faults: u32,
) -> bool {
    plan::goes_back(first_faults, second_faults)
}

/// What the diagnostics page shows about this browser.
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

/// Which device a user agent, a platform and a number of touch points tell of.
#[wasm_bindgen(js_name = detectDevice, unchecked_return_type = "Device")]
#[must_use]
pub fn detect_device(
    #[wasm_bindgen(js_name = userAgent)] user_agent: &str,
    platform: &str,
    #[wasm_bindgen(js_name = maxTouchPoints)] max_touch_points: u32,
) -> JsValue {
    to_js(&Device::detect(user_agent, platform, max_touch_points))
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
    to_js(&FormResult::from(validate(&form)))
}

/// The lines of a watermark that are shown, to be measured for [`layout_watermark`].
#[wasm_bindgen(js_name = watermarkLines, unchecked_return_type = "string[]")]
#[must_use]
pub fn watermark_lines(text: &str) -> JsValue {
    to_js(&watermark::lines(text))
}

/// How to draw a watermark in a frame of this many pixels. `widths`: of its lines, each divided by
/// the font size it was measured at. `null`: there is nothing to draw.
#[wasm_bindgen(js_name = layoutWatermark, unchecked_return_type = "WatermarkLayout | null")]
#[must_use]
#[allow(clippy::too_many_arguments)] // JavaScript hands them over one by one
pub fn layout_watermark(
    text: &str,
    #[wasm_bindgen(js_name = fontSize)] font_size: f64,
    #[wasm_bindgen(js_name = fontColor)] font_color: &str,
    position: &str,
    alignment: &str,
    widths: &[f64],
    #[wasm_bindgen(js_name = frameWidth)] frame_width: u32,
    #[wasm_bindgen(js_name = frameHeight)] frame_height: u32,
) -> JsValue {
    let watermark = Watermark::new(text, font_size, font_color, position, alignment);
    to_js(&watermark::layout(&watermark, widths, frame_width, frame_height))
}

/// The codec string with which a browser is asked whether it encodes what finishing needs.
#[wasm_bindgen(js_name = encoderCodec)]
#[must_use]
pub fn encoder_codec() -> String {
    finish::ENCODER_CODEC.into()
}

/// Degrees clockwise, 90 or 270, that make a recording look like what was shown; 0 where no turn does clearly. Both are
/// squares of brightness, [`THUMBNAIL_SIDE`](finish::THUMBNAIL_SIDE) wide, row by row.
#[wasm_bindgen(js_name = turnTowards)]
#[must_use]
pub fn turn_towards(shown: &[u8], recorded: &[u8]) -> u32 {
    finish::turn_towards(shown, recorded).degrees()
}

/// Whether finishing counts as stalled. Milliseconds; `progress` from 0 to 1.
#[wasm_bindgen(js_name = isStalled)]
#[must_use]
pub fn is_stalled(
    #[wasm_bindgen(js_name = elapsedMs)] elapsed_ms: f64,
    progress: f64,
    #[wasm_bindgen(js_name = sinceProgressMs)] since_progress_ms: f64,
) -> bool {
    finish::is_stalled(elapsed_ms, progress, since_progress_ms)
}

/// Probes a file by ranges: `begin()`, then `feed()` with each range that is needed. Once it is
/// done it returns how the file is to be finished.
#[wasm_bindgen]
pub struct FileProbe {
    probe: Probe,
    bytes: u64,
}

#[wasm_bindgen]
impl FileProbe {
    /// `fileLength` in bytes, as `Blob.size` gives it.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(#[wasm_bindgen(js_name = fileLength)] file_length: f64) -> Self {
        let bytes = to_u64(file_length);
        Self { probe: Probe::new(bytes), bytes }
    }

    /// What comes first.
    #[wasm_bindgen(unchecked_return_type = "Step")]
    pub fn begin(&mut self) -> JsValue {
        to_js(&self.probe.step(None))
    }

    /// Takes the bytes at `offset` and says what comes next.
    #[wasm_bindgen(unchecked_return_type = "Step")]
    pub fn feed(&mut self, offset: f64, bytes: &[u8]) -> JsValue {
        to_js(&self.probe.step(Some((to_u64(offset), bytes))))
    }

    /// The codec string with which a browser is asked whether it decodes this file. `undefined`:
    /// no browser does.
    #[wasm_bindgen(js_name = decoderCodec)]
    #[must_use]
    pub fn decoder_codec(&self) -> Option<String> {
        finish::decoder_codec(self.probe.media()?.video).map(Into::into)
    }

    /// The most bytes that the finished file may have.
    #[wasm_bindgen(js_name = budgetBytes)]
    #[must_use]
    #[allow(clippy::cast_precision_loss)] // far below 2^53
    pub fn budget_bytes(&self) -> f64 {
        finish::budget_bytes(self.probe.media().map_or(0, |media| media.duration_ms)) as f64
    }

    /// What is to be done with this file. `watermark`: one is wanted. `turn`: degrees clockwise that make it stand.
    /// `small_memory`: too little for a full size. `crashes`: how many pages have ended while they finished it.
    /// `seconds_to_send`: on this line, 0 where it is not known. A file that is no video, or that is not probed to its end, is sent as it is.
    #[wasm_bindgen(js_name = finishPlan, unchecked_return_type = "FinishPlan")]
    #[must_use]
    #[allow(clippy::too_many_arguments, clippy::fn_params_excessive_bools)] // JavaScript hands them over one by one
    pub fn finish_plan(
        &self,
        watermark: bool,
        turn: u32,
        #[wasm_bindgen(js_name = encodesH264)] encodes_h264: bool,
        #[wasm_bindgen(js_name = decodesVideo)] decodes_video: bool,
        #[wasm_bindgen(js_name = smallMemory)] small_memory: bool,
        crashes: u32,
        #[wasm_bindgen(js_name = secondsToSend)] seconds_to_send: u32,
    ) -> JsValue {
        let browser = CodecSupport { encodes_h264, decodes_video, small_memory };
        let turn = Turn::from_degrees(turn);
        let plan = |media| finish::finish_plan(&media, self.bytes, watermark, turn, browser, crashes, seconds_to_send);
        to_js(&self.probe.media().map_or(FinishPlan::Raw { reason: RawReason::Failed }, plan))
    }
}

/// Sizes and offsets are whole and below 2^53; a cast saturates and turns NaN into 0.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn to_u64(number: f64) -> u64 {
    number as u64
}

/// By way of JSON: `serde-wasm-bindgen` makes the wasm four kilobytes larger.
fn to_js(value: &impl Serialize) -> JsValue {
    let mut json = Vec::new();
    let written = value.serialize(&mut Serializer::with_formatter(&mut json, CompactFormatter));
    let json = written.ok().and_then(|()| String::from_utf8(json).ok()).unwrap_or_default();
    JSON::parse(&json).unwrap_or(JsValue::NULL)
}

/// Writes compact JSON with few functions: one for whole numbers of every size, and fractions to a
/// thousandth, which is finer than any pixel. In full they would need tables of ten kilobytes.
struct CompactFormatter;

impl Formatter for CompactFormatter {
    fn write_u16<W: ?Sized + Write>(&mut self, writer: &mut W, value: u16) -> Result<()> {
        self.write_u64(writer, value.into())
    }

    fn write_u32<W: ?Sized + Write>(&mut self, writer: &mut W, value: u32) -> Result<()> {
        self.write_u64(writer, value.into())
    }

    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // pixels
    fn write_f64<W: ?Sized + Write>(&mut self, writer: &mut W, value: f64) -> Result<()> {
        if value < 0.0 {
            writer.write_all(b"-")?;
        }
        self.write_u64(writer, (value.abs() * 1000.0 + 0.5) as u64)?;
        writer.write_all(b"e-3")
    }
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

/// False where an old `MediaRecorder` has no `isTypeSupported`.
fn is_type_supported(mime: &str) -> bool {
    media_recorder().is_some_and(|recorder| has_property(&recorder, "isTypeSupported"))
        && MediaRecorder::is_type_supported(mime)
}

fn has_property(object: &JsValue, name: &str) -> bool {
    Reflect::get(object, &name.into()).is_ok_and(|it| !it.is_undefined())
}
