//! Modes that real cameras offer, each with its source. For phones it is the front camera if a list
//! of it was found; a row says so if it is the rear camera or an incomplete list.

use media_wasm::device::Device;

pub const IPHONE: Device = Device { ios: true, safari: true, android: false };
pub const ANDROID: Device = Device { ios: false, safari: false, android: true };
pub const MAC_SAFARI: Device = Device { ios: false, safari: true, android: false };
pub const DESK: Device = Device { ios: false, safari: false, android: false };

/// Width, height, and most frames in a second.
pub type Mode = (u32, u32, u32);

pub struct Camera {
    pub name: &'static str,
    pub source: &'static str,
    /// The devices whose browsers can have this camera.
    pub devices: &'static [Device],
    /// Measured along the sensor.
    pub modes: &'static [Mode],
}

/// The two kinds of browsers on a Mac.
const MAC: &[Device] = &[MAC_SAFARI, DESK];

pub const CAMERAS: [Camera; 16] = [
    Camera {
        name: "iPhone 4 to 6s, in front",
        source: "haomeiwen.com/subject/opttpftx.html: no more than 720 lines; muxinc/examples#60: the same; \
                 AVCaptureSession.Preset: below them 640 x 480 and 352 x 288",
        devices: &[IPHONE],
        modes: &[(352, 288, 30), (640, 480, 30), (1280, 720, 30)],
    },
    Camera {
        name: "iPhone 7 to XS, in front",
        source: "haomeiwen.com/subject/opttpftx.html: no more than 1080 lines; below them AVCaptureSession.Preset",
        devices: &[IPHONE],
        modes: &[(352, 288, 30), (640, 480, 30), (1280, 720, 30), (1920, 1080, 30)],
    },
    Camera {
        name: "iPhone 6, behind, in part",
        source: "haomeiwen.com/subject/opttpftx.html",
        devices: &[IPHONE],
        modes: &[(1280, 720, 240), (1920, 1080, 60)],
    },
    Camera {
        name: "iPhone 11 Pro, behind, its largest",
        source: "margelo/react-native-vision-camera#867",
        devices: &[IPHONE],
        modes: &[(3264, 2448, 30), (3840, 2160, 30)],
    },
    Camera {
        name: "iPhone 15, behind, in part",
        source: "bcgov/bc-wallet-mobile#4385",
        devices: &[IPHONE],
        modes: &[
            (192, 144, 60),
            (352, 288, 60),
            (480, 360, 60),
            (640, 480, 60),
            (960, 540, 60),
            (1024, 768, 60),
            (1280, 720, 30),
            (1920, 1080, 120),
        ],
    },
    Camera {
        name: "Pixel 4a 5G and 5, in front",
        source: "device/google/redbull, media_profiles_V1_0.xml, cameraId 1",
        devices: &[ANDROID, DESK],
        modes: &[(176, 144, 30), (320, 240, 30), (352, 288, 30), (720, 480, 30), (1280, 720, 30), (1920, 1080, 30)],
    },
    Camera {
        name: "Pixel 7, behind, in part",
        source: "margelo/react-native-vision-camera#1674",
        devices: &[ANDROID, DESK],
        modes: &[(176, 144, 30), (1280, 720, 60), (1280, 960, 30), (3840, 2160, 60)],
    },
    Camera {
        name: "Galaxy J4+, in front",
        source: "android_device_samsung_j4primelte, media_profiles_V1_0.xml, the second camera",
        devices: &[ANDROID],
        modes: &[(176, 144, 30), (352, 288, 30), (720, 480, 30), (1280, 720, 30)],
    },
    Camera {
        name: "Galaxy A8 and A53, in front, their largest",
        source: "bcgov/bc-wallet-mobile#4385, margelo/react-native-vision-camera#3031",
        devices: &[ANDROID],
        modes: &[(1920, 1080, 30)],
    },
    Camera {
        name: "Galaxy S II Plus, in front",
        source: "afollestad/material-camera#33: 5, 10, 15 or 24 frames in a second; no size is told, this one is the least",
        devices: &[ANDROID],
        modes: &[(640, 480, 24)],
    },
    Camera {
        name: "MacBook of 2013 to 2015",
        source: "patjak/facetimehd#243",
        devices: MAC,
        modes: &[(1280, 720, 30)],
    },
    Camera {
        name: "MacBook with a camera of 1080 lines",
        source: "AlexxIT/go2rtc#477",
        devices: MAC,
        modes: &[
            (640, 480, 30),
            (1280, 720, 30),
            (1080, 1920, 30),
            (1328, 1760, 30),
            (1552, 1552, 30),
            (1760, 1328, 30),
            (1920, 1080, 30),
        ],
    },
    Camera {
        name: "a USB camera with 15 frames between 720 and 1080 lines",
        source: "tuarua/AVANE#5: A4 Tech HD PC Camera",
        devices: MAC,
        modes: &[
            (352, 288, 30),
            (432, 240, 30),
            (640, 360, 30),
            (640, 480, 30),
            (800, 600, 30),
            (848, 480, 30),
            (1280, 720, 30),
            (1280, 960, 15),
            (1600, 896, 15),
            (1712, 960, 15),
            (1920, 1080, 30),
        ],
    },
    Camera {
        name: "WebKitGTK's made-up camera",
        source: "measured in WebKitGTK 2.50: the largest at 10 frames in a second only",
        devices: &[MAC_SAFARI],
        modes: &[(640, 480, 30), (1280, 720, 30), (2560, 1440, 10)],
    },
    Camera {
        name: "Chromium's fake device",
        source: "media/capture/video/fake_video_capture_device_factory.cc: five sizes; 30 frames, as the tests tell it",
        devices: &[DESK],
        modes: &[(96, 96, 30), (320, 240, 30), (640, 480, 30), (1280, 720, 30), (1920, 1080, 30)],
    },
    Camera {
        name: "Firefox's fake device",
        source: "dom/media/webrtc/MediaEngineFake.cpp: the size that is asked; here the two of them",
        devices: &[DESK],
        modes: &[(720, 960, 30), (1280, 720, 30), (640, 480, 30)],
    },
];
