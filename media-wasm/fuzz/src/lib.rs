//! Fuzz targets: one function per target, each taking arbitrary bytes. `tests/fuzz.rs` runs the
//! same functions over the seeds and mutations of them, so that they stay compiling and passing.

use media_wasm::finish::{CodecSupport, FinishPlan, Turn, budget_bytes, finish_plan, is_finished};
use media_wasm::probe::{MAX_BYTES, MAX_READS, Media, Probe, Step};
use media_wasm::sound::{Sound, copy_sound_of};
use media_wasm::submission::{EMAIL_MAX, Form, NAME_MAX, validate};
use media_wasm::watermark::{MAX_LINES, Watermark, layout, lines};

/// Probes a file: the cost stays within its bounds and the result is consistent.
pub fn probe(file: &[u8]) {
    if let Some(media) = media(file) {
        assert!(media.duration_ms > 0 && media.width > 0 && media.height > 0, "{media:?}");
        assert!(media.rotation < 360 && media.rotation % 90 == 0, "{media:?}");
        assert!(media.video_tracks > 0 && media.audio.is_some() == (media.audio_tracks > 0), "{media:?}");
    }
}

/// Takes the sound out of a file: it is smaller than the file with a new index, and the sound of itself.
pub fn sound(file: &[u8]) {
    let Ok(sound) = copy_sound_of(file) else { return };
    let len = sound.file.len();
    assert!(len <= file.len().saturating_mul(2).saturating_add(64), "{len} of {}", file.len());
    assert_eq!(copy_sound_of(&sound.file), Ok(Sound { start_ms: 0, ..sound }));
}

/// Plans a file: every input and wish has a plan that can be carried out.
pub fn finish(file: &[u8]) {
    let Some(media) = media(file) else { return };
    let bytes = file.len() as u64;
    for facts in 0..16 {
        let watermark = facts & 1 != 0;
        let turn = if facts & 8 == 0 { Turn::None } else { Turn::Right };
        let (encodes_h264, decodes_video) = (facts & 2 != 0, facts & 4 != 0);
        let browser = CodecSupport { encodes_h264, decodes_video, small_memory: false };
        match finish_plan(&media, bytes, watermark, turn, browser, 0, 0) {
            FinishPlan::Keep => assert!(is_finished(&media, bytes)),
            FinishPlan::Copy { .. } => assert!(bytes <= budget_bytes(media.duration_ms)),
            FinishPlan::Transcode { width, height, video_bits_per_second, .. } => {
                assert!(width >= 2 && height >= 2 && width % 2 == 0 && height % 2 == 0);
                assert!(width.min(height) <= 720 && width.max(height) <= 1280);
                assert!((800_000..=4_000_000).contains(&video_bits_per_second));
            }
            FinishPlan::Raw { .. } => assert!(media.player_only || !(browser.encodes_h264 && browser.decodes_video)),
        }
    }
}

/// `size|colour|position|alignment|width|width|frame width|frame height|text`: everything drawn is
/// within the frame.
pub fn watermark(input: &[u8]) {
    let input = String::from_utf8_lossy(input);
    let mut fields = input.splitn(9, '|');
    let mut next = || fields.next().unwrap_or_default();
    let (size, color, position, alignment) = (next(), next(), next(), next());
    let number = |text: &str| text.parse().unwrap_or(f64::NAN);
    let size = number(size);
    let widths = [number(next()), number(next())];
    let [width, height] = [next(), next()].map(|text| text.parse::<u32>().unwrap_or(480));
    let text = next();

    let shown = lines(text);
    assert!(shown.len() <= MAX_LINES && shown.iter().all(|line| !line.is_empty()));
    let mark = Watermark::new(text, size, color, position, alignment);
    let Some(layout) = layout(&mark, &widths, width, height) else {
        assert!(shown.is_empty() || width == 0 || height == 0);
        return;
    };
    let bounds = layout.bounds;
    assert!(bounds.width > 0 && u64::from(bounds.x) + u64::from(bounds.width) <= width.into(), "{layout:?}");
    assert!(bounds.height > 0 && u64::from(bounds.y) + u64::from(bounds.height) <= height.into(), "{layout:?}");
    assert!(layout.font_px >= 0.0 && layout.font_px.is_finite(), "{layout:?}");
    assert_eq!(layout.lines.len(), shown.len());
    for line in &layout.lines {
        assert!((0.0..=width.into()).contains(&line.x) && (0.0..=height.into()).contains(&line.y), "{layout:?}");
    }
}

/// `name|email|consents`: accepted input meets every rule and is accepted again; other input
/// returns one error per field, in order.
pub fn submission(input: &[u8]) {
    let input = String::from_utf8_lossy(input);
    let mut fields = input.splitn(3, '|');
    let mut next = || fields.next().unwrap_or_default();
    let (customer_name, customer_email, consents) = (next(), next(), next());
    let (consent_data, consent_marketing) = (consents.contains('d'), consents.contains('m'));
    match validate(&Form { customer_name, customer_email, consent_data, consent_marketing }) {
        Ok(valid) => {
            assert!(consent_data && consent_marketing);
            assert!((1..=NAME_MAX).contains(&valid.customer_name.chars().count()));
            assert!((6..=EMAIL_MAX).contains(&valid.customer_email.chars().count()), "{valid:?}");
            let again = Form {
                customer_name: &valid.customer_name,
                customer_email: &valid.customer_email,
                consent_data,
                consent_marketing,
            };
            assert_eq!(validate(&again).as_ref(), Ok(&valid));
        }
        Err(errors) => {
            let order = errors.iter().map(|error| error.field as u8);
            assert!(!errors.is_empty() && order.is_sorted_by(|one, two| one < two), "{errors:?}");
        }
    }
}

/// Probes by byte ranges, like the browser and the Worker.
fn media(file: &[u8]) -> Option<Media> {
    let len = file.len() as u64;
    let mut probe = Probe::new(len);
    let mut step = probe.step(None);
    while let Step::Need { offset, len } = step {
        let from = usize::try_from(offset).expect("within the file");
        step = probe.step(Some((offset, &file[from..][..len as usize])));
    }
    let cost = probe.cost();
    assert!(cost.reads <= MAX_READS && cost.bytes <= MAX_BYTES && cost.steps <= len, "{cost:?}");
    probe.media()
}
