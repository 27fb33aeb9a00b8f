//! Detects how a recording that is rotated against its preview has to be turned.

use media_wasm::finish::{THUMBNAIL_SIDE, Turn, turn_towards};

#[test]
fn rec34_a_recording_is_rotated_to_match_its_preview_if_the_evidence_is_clear() {
    // Bright above, dark below, a light at the upper left: each rotation of it looks different.
    let shown: Vec<u8> = (0..THUMBNAIL_SIDE * THUMBNAIL_SIDE)
        .map(|index| match (index % THUMBNAIL_SIDE, index / THUMBNAIL_SIDE) {
            (0..=3, 0..=3) => 255,
            (_, 0..=4) => 180,
            (_, 5..=10) => 90,
            _ => 20,
        })
        .collect();
    let last = THUMBNAIL_SIDE - 1;
    let turned = |from: fn(usize, usize, usize) -> (usize, usize)| -> Vec<u8> {
        (0..THUMBNAIL_SIDE * THUMBNAIL_SIDE)
            .map(|index| {
                let (x, y) = from(index % THUMBNAIL_SIDE, index / THUMBNAIL_SIDE, last);
                // Noise of a camera and loss of an encoder.
                shown[y * THUMBNAIL_SIDE + x].saturating_add(u8::try_from(index % 7).unwrap())
            })
            .collect()
    };
    let on_its_left_side = turned(|x, y, last| (last - y, x));
    let on_its_right_side = turned(|x, y, last| (y, last - x));
    assert_eq!(turn_towards(&shown, &on_its_left_side), Turn::Right);
    assert_eq!(turn_towards(&shown, &on_its_right_side), Turn::Left);
    // An upright picture is left alone, whatever width and height are announced.
    assert_eq!(turn_towards(&shown, &turned(|x, y, _| (x, y))), Turn::None);
    // So are undecidable ones: no pixels, a uniform shade, another scene.
    assert_eq!(turn_towards(&[], &[]), Turn::None);
    assert_eq!(turn_towards(&shown, &[90; THUMBNAIL_SIDE * THUMBNAIL_SIDE]), Turn::None);
    assert_eq!(turn_towards(&shown, &turned(|x, y, last| (last - x, last - y))), Turn::None);
    for turn in [Turn::None, Turn::Right, Turn::Left] {
        assert_eq!(Turn::from_degrees(turn.degrees()), turn);
    }
}
