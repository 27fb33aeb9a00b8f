//! Bindings for probing and finishing a video, and for its watermark.

use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use super::to_js;
use crate::finish::{self, CodecSupport, FinishPlan, RawReason, Turn};
use crate::probe::Probe;
use crate::watermark::{self, Watermark};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
import type { FinishPlan, Step, WatermarkLayout } from "../generated/media";
"#;

/// Returns the watermark lines to show, for the caller to measure for [`layout_watermark`].
#[wasm_bindgen(js_name = watermarkLines, unchecked_return_type = "string[]")]
#[must_use]
pub fn watermark_lines(text: &str) -> JsValue {
    to_js(&watermark::lines(text))
}

/// Lays out a watermark in a frame of this many pixels. `widths`: the width of each line divided by the font size at
/// which it was measured. `null`: nothing to draw.
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

/// Returns the clockwise rotation in degrees, 90 or 270, that makes a recording match its preview; 0 if neither clearly does. Both
/// arguments are square brightness thumbnails, [`THUMBNAIL_SIDE`](finish::THUMBNAIL_SIDE) pixels wide, row by row.
#[wasm_bindgen(js_name = turnTowards)]
#[must_use]
pub fn turn_towards(shown: &[u8], recorded: &[u8]) -> u32 {
    finish::turn_towards(shown, recorded).degrees()
}

/// Whether finishing has stalled. Times in milliseconds; `progress` from 0 to 1.
#[wasm_bindgen(js_name = isStalled)]
#[must_use]
pub fn is_stalled(
    #[wasm_bindgen(js_name = elapsedMs)] elapsed_ms: f64,
    progress: f64,
    #[wasm_bindgen(js_name = sinceProgressMs)] since_progress_ms: f64,
) -> bool {
    finish::is_stalled(elapsed_ms, progress, since_progress_ms)
}

/// Probes a file by ranges: call `begin()`, then `feed()` with each requested range. Afterwards `finish_plan` returns
/// how to finish the file.
#[wasm_bindgen]
pub struct FileProbe {
    probe: Probe,
    bytes: u64,
}

#[wasm_bindgen]
impl FileProbe {
    /// Starts a probe. `fileLength` in bytes, as `Blob.size` reports it.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(#[wasm_bindgen(js_name = fileLength)] file_length: f64) -> Self {
        let bytes = to_u64(file_length);
        Self { probe: Probe::new(bytes), bytes }
    }

    /// Returns the first step.
    #[wasm_bindgen(unchecked_return_type = "Step")]
    pub fn begin(&mut self) -> JsValue {
        to_js(&self.probe.step(None))
    }

    /// Takes the bytes at `offset` and returns the next step.
    #[wasm_bindgen(unchecked_return_type = "Step")]
    pub fn feed(&mut self, offset: f64, bytes: &[u8]) -> JsValue {
        to_js(&self.probe.step(Some((to_u64(offset), bytes))))
    }

    /// Returns the codec string for asking a browser whether it decodes this file. `undefined`: no browser does.
    #[wasm_bindgen(js_name = decoderCodec)]
    #[must_use]
    pub fn decoder_codec(&self) -> Option<String> {
        finish::decoder_codec(self.probe.media()?.video).map(Into::into)
    }

    /// Returns the maximum size of the finished file in bytes.
    #[wasm_bindgen(js_name = budgetBytes)]
    #[must_use]
    #[allow(clippy::cast_precision_loss)] // far below 2^53
    pub fn budget_bytes(&self) -> f64 {
        finish::budget_bytes(self.probe.media().map_or(0, |media| media.duration_ms)) as f64
    }

    /// Returns how to finish this file. `watermark`: one is wanted. `turn`: clockwise degrees that make the picture
    /// upright. `small_memory`: the device has too little memory for full size. `crashes`: how many pages have crashed
    /// while finishing this file. `seconds_to_send`: the estimated upload time on this connection, 0 if unknown. A file
    /// that is not a video or is not fully probed is sent unchanged.
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

/// Converts a JavaScript number. Sizes and offsets are whole and below 2^53; the cast saturates and turns NaN into 0.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn to_u64(number: f64) -> u64 {
    number as u64
}
