//! What is inside a video, how it is finished, and its watermark.

use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use super::to_js;
use crate::finish::{self, CodecSupport, FinishPlan, RawReason, Turn};
use crate::probe::Probe;
use crate::watermark::{self, Watermark};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
import type { FinishPlan, Step, WatermarkLayout } from "../generated/media";
"#;

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
