//! How browsers on phones and desktops answer the recorder's camera constraints, and what is recorded.

use media_wasm::device::Device;
use media_wasm::plan::{CameraConstraints, CameraRequests, Orientation, Picture, faults, goes_back};

use Orientation::{Landscape, Portrait};

const IPHONE: Device = Device { ios: true, safari: true, android: false };
const ANDROID: Device = Device { ios: false, safari: false, android: true };
const MAC_SAFARI: Device = Device { ios: false, safari: true, android: false };
const DESK: Device = Device { ios: false, safari: false, android: false };

/// A browser with its camera.
struct Browser {
    name: &'static str,
    source: &'static str,
    device: Device,
    held: Orientation,
    /// The picture it returns for a width and a height.
    gives: fn(u32, u32) -> Picture,
    /// Size of the recorded frames, and the number of requests.
    records: (u32, u32),
    requests: usize,
}

const fn picture(width: u32, height: u32, frame_rate: f64) -> Picture {
    Picture { width, height, doubtful: false, frame_rate }
}

/// Announces a width and height that contradict its frames.
const fn doubtful(picture: Picture) -> Picture {
    Picture { doubtful: true, ..picture }
}

/// Applies width and height along the sensor and rotates the frames for a device held upright.
const fn turned(width: u32, height: u32) -> Picture {
    picture(height, width, 30.0)
}

/// Returns exactly what is requested.
const fn obedient(width: u32, height: u32) -> Picture {
    picture(width, height, 30.0)
}

const BROWSERS: [Browser; 20] = [
    Browser {
        name: "Chrome 149 on a Pixel 7a, upright",
        source: "w3c/mediacapture-extensions#175: asked for 960 x 1280 it delivers 1280 x 960",
        device: ANDROID,
        held: Portrait,
        gives: turned,
        records: (720, 1280),
        requests: 1,
    },
    Browser {
        name: "Safari 26.5 on an iPhone, upright",
        source: "w3c/mediacapture-extensions#175: the same",
        device: IPHONE,
        held: Portrait,
        gives: turned,
        records: (720, 1280),
        requests: 1,
    },
    Browser {
        name: "Firefox on a Galaxy S8, upright",
        source: "w3c/mediacapture-main#660: it swaps width and height as well",
        device: ANDROID,
        held: Portrait,
        gives: |width, height| picture(height, width, 0.0),
        records: (720, 1280),
        requests: 1,
    },
    Browser {
        name: "a phone that makes squares of what stands",
        source: "flutter-webrtc#1997: asked for 720 x 1280 it delivers 1:1",
        device: ANDROID,
        held: Portrait,
        gives: |width, height| if width < height { picture(720, 720, 30.0) } else { turned(width, height) },
        records: (720, 1280),
        requests: 1,
    },
    Browser {
        name: "Chrome or Safari on a phone that lies",
        source: "w3c/mediacapture-main#760: the sensor's orientation and the screen's are one",
        device: ANDROID,
        held: Landscape,
        gives: obedient,
        records: (1280, 720),
        requests: 1,
    },
    Browser {
        name: "a browser on a phone that takes width and height along the screen, upright",
        source: "w3c/mediacapture-main#660: nothing was specified before 2020, and WebViews of then live on",
        device: ANDROID,
        held: Portrait,
        gives: obedient,
        records: (720, 1280),
        requests: 2,
    },
    Browser {
        name: "Safari on iOS 26.6, upright",
        source: "react-webcam#416, WebKit bug 323550: it says that a picture lies which it paints standing",
        device: IPHONE,
        held: Portrait,
        gives: |width, height| doubtful(turned(width, height)),
        records: (720, 1280),
        requests: 1,
    },
    Browser {
        name: "a browser whose frames lack the turn that it paints them with, upright",
        source: "WebCodecs had VideoFrame before it had VideoFrame.rotation; what is announced is right there",
        device: IPHONE,
        held: Portrait,
        gives: |width, height| doubtful(obedient(width, height)),
        records: (1280, 720),
        requests: 1,
    },
    Browser {
        name: "a phone in the dark, upright",
        source: "exposure takes as long as it needs; asked the other way round its picture would lie as well",
        device: ANDROID,
        held: Portrait,
        gives: |width, height| picture(height, width, 15.0),
        records: (720, 1280),
        requests: 1,
    },
    Browser {
        name: "Safari on a Mac with a camera that is slow in every mode",
        source: "measured in WebKitGTK 2.50: what stands is cut out of the largest mode, which is no quicker",
        device: MAC_SAFARI,
        held: Landscape,
        gives: |width, height| if width < height { picture(2560, 1440, 10.0) } else { picture(width, height, 10.0) },
        records: (1280, 720),
        requests: 1,
    },
    Browser {
        name: "an in-app browser that never turns its frames",
        source: "react-webcam#416: what is asked changes nothing",
        device: ANDROID,
        held: Portrait,
        gives: |_, _| picture(1280, 720, 30.0),
        records: (1280, 720),
        requests: 2,
    },
    Browser {
        name: "a tablet that lies and whose sensor stands",
        source: "w3c/mediacapture-main#760: the primary orientation is the system's choice",
        device: IPHONE,
        held: Landscape,
        gives: turned,
        records: (1280, 720),
        requests: 2,
    },
    Browser {
        name: "a phone that asks for desktop pages, upright",
        source: "it says X11 or Macintosh, and its camera is a phone's all the same",
        device: DESK,
        held: Portrait,
        gives: turned,
        records: (720, 1280),
        requests: 2,
    },
    Browser {
        name: "Chrome at a desk",
        source: "measured: the upright part is cut out of a lying picture",
        device: DESK,
        held: Landscape,
        gives: obedient,
        records: (720, 960),
        requests: 1,
    },
    Browser {
        name: "WebKitGTK 2.50 with its own test camera",
        source: "measured: for 720 x 960 it takes the largest mode, of 10 frames in a second",
        device: MAC_SAFARI,
        held: Landscape,
        gives: |width, height| if width < height { picture(2560, 1440, 10.0) } else { obedient(width, height) },
        records: (1280, 720),
        requests: 1,
    },
    Browser {
        name: "a camera that is slow in every mode",
        source: "USB 2 carries 10 uncompressed frames of 720 lines in a second",
        device: DESK,
        held: Landscape,
        gives: |width, height| picture(width, height, 10.0),
        records: (1280, 720),
        requests: 2,
    },
    Browser {
        name: "a camera that has its full size only",
        source: "document cameras of 8 megapixels: 3264 x 2448, and 1080 lines below",
        device: DESK,
        held: Landscape,
        gives: |width, height| if width < height { picture(3264, 2448, 30.0) } else { picture(1920, 1080, 30.0) },
        records: (1920, 1080),
        requests: 2,
    },
    Browser {
        name: "a camera that is quick at its full size only",
        source: "USB cameras carry their largest modes compressed (MJPEG) and small ones uncompressed (USB Video Class 1.5)",
        device: DESK,
        held: Landscape,
        gives: |width, height| if width < height { picture(1620, 2160, 30.0) } else { picture(1280, 720, 10.0) },
        records: (1620, 2160),
        requests: 2,
    },
    Browser {
        name: "a camera that is slow however it is asked, and slower lying",
        source: "the same, in the dark: exposure halves both",
        device: DESK,
        held: Landscape,
        gives: |width, height| if width < height { picture(720, 960, 15.0) } else { picture(1280, 720, 5.0) },
        records: (720, 960),
        requests: 2,
    },
    Browser {
        name: "Firefox, which announces no frame rate",
        source: "MediaTrackSettings.frameRate may be missing (W3C Media Capture and Streams)",
        device: DESK,
        held: Landscape,
        gives: |width, height| picture(width, height, 0.0),
        records: (720, 960),
        requests: 1,
    },
];

/// Mimics the recorder: if the first picture has faults, it asks once for the other orientation and
/// returns to the first if that was better.
fn opened(browser: &Browser) -> (Picture, usize) {
    let CameraRequests { first, second } = CameraRequests::finished(browser.device);
    let ask = |requested: CameraConstraints| {
        let actual = (browser.gives)(requested.width.ideal, requested.height.ideal);
        (actual, faults(browser.device, browser.held, requested.width.ideal.min(requested.height.ideal), actual))
    };
    let (actual, wrong) = ask(first);
    if wrong == 0 {
        return (actual, 1);
    }
    let (instead, wrong_too) = ask(second);
    (if goes_back(wrong, wrong_too) { actual } else { instead }, 2)
}

#[test]
fn rec33_rec35_two_requests_at_most_give_every_browsers_best_picture() {
    for browser in &BROWSERS {
        let (actual, requests) = opened(browser);
        let Browser { name, source, .. } = browser;
        assert_eq!(((actual.width, actual.height), requests), (browser.records, browser.requests), "{name} ({source})");
    }
}

#[test]
fn rec33_rec35_a_rotated_picture_is_worse_than_a_slow_one_and_a_slow_one_than_a_large_one() {
    let judged = |actual| faults(DESK, Portrait, 720, actual);
    let ranked = [
        picture(720, 1280, 30.0),
        picture(2160, 3840, 30.0),
        picture(720, 1280, 23.9),
        picture(2160, 3840, 10.0),
        picture(1280, 720, 30.0),
        picture(1280, 720, 10.0),
    ];
    assert!(ranked.map(judged).is_sorted_by(|one, next| one < next));
    assert_eq!(judged(ranked[0]), 0);
}

#[test]
fn rec35_24_frames_and_twice_the_lines_are_acceptable() {
    for held in [Portrait, Landscape] {
        assert_eq!(faults(DESK, held, 720, picture(1440, 2560, 24.0)), 0);
        assert_ne!(faults(DESK, held, 720, picture(1442, 2560, 24.0)), 0);
    }
    assert_eq!(faults(DESK, Landscape, 720, picture(720, 720, 30.0)), 0);
    assert_eq!(faults(ANDROID, Portrait, 720, picture(720, 720, 30.0)), 0);
}

#[test]
fn rec35_the_better_of_two_pictures_is_used_and_of_equals_the_current_one() {
    let judged = |actual| faults(DESK, Landscape, 720, actual);
    let better_first = [
        (picture(2160, 3840, 30.0), picture(1280, 720, 10.0)),
        (picture(720, 960, 15.0), picture(1280, 720, 10.0)),
        (picture(1800, 2400, 30.0), picture(2160, 3840, 30.0)),
        (picture(720, 960, 23.9), picture(1280, 720, 0.5)),
    ];
    for (first, second) in better_first {
        assert!(goes_back(judged(first), judged(second)), "{first:?} {second:?}");
        assert!(!goes_back(judged(second), judged(first)), "{second:?} {first:?}");
        assert!(!goes_back(judged(first), judged(first)), "{first:?}");
    }
    // Values no camera announces are compared as numbers all the same.
    for odd in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -1.0] {
        assert_eq!(judged(picture(720, 960, odd)), 0, "{odd}");
    }
}
