import type { Browser, BrowserFamily, System } from "#media/browser.ts";
import type { Permissions } from "#media/camera/camera-permission.ts";
import type { CameraProblem } from "#media/camera/camera.ts";

export type Words = { title: string; text: string; steps?: string[] };

/** Explains the problem and its fix for this browser. */
export function explain(problem: CameraProblem, browser: Browser, permissions: Permissions): Words {
  const { app, handheld } = browser;
  if (app !== null && handheld) return inApp(problem, app);
  switch (problem) {
    case "refused":
      return refused(browser, permissions);
    case "missing":
      return {
        title: "No camera found",
        text: handheld
          ? "We need a camera and a microphone, and cannot find them on this device. Try again, or record with your camera app."
          : "We need a camera and a microphone, and one of them is missing here. Plug it in and try again, or continue on your phone.",
      };
    case "busy":
      return {
        title: "Your camera is in use",
        text: handheld
          ? "A call or another app is using it. End the call or close that app, then try again."
          : "A video call, another app or another tab is using it. Close that, then try again.",
      };
    case "lost":
      return {
        title: "Your camera was disconnected",
        text: handheld
          ? "A call or another app took it. When that is over, try again."
          : "It was unplugged, or another app took it. Connect it again, then try again.",
      };
    case "unsupported":
      return {
        title: "This browser cannot record",
        text: handheld
          ? "Your camera app can. Record with it, come back here and send the video."
          : "It is too old, or camera access is switched off. Use your phone instead: point its camera at this code.",
      };
  }
}

function inApp(problem: CameraProblem, app: NonNullable<Browser["app"]>): Words {
  const name = app === "unknown" ? "this app" : app;
  const cause =
    problem === "unsupported"
      ? "Links here open in the app's own browser, which cannot use the camera."
      : "Links here open in the app's own browser, which did not let us use the camera.";
  return {
    title: `No camera inside ${name}`,
    text: `${cause} Your camera app works: record, come back here and send.`,
  };
}

function refused(browser: Browser, { camera, microphone }: Permissions): Words {
  const name = browserName[browser.family];
  if (camera === "granted" && microphone === "granted") {
    return {
      title: `Your camera is switched off for ${name}`,
      text: `This page may use it, but ${systemName[browser.system]} is blocking ${name}. Here is how to switch it on:`,
      steps: systemSteps(browser),
    };
  }
  const device = camera === "granted" && microphone === "denied" ? "microphone" : "camera";
  const denied = camera === "denied" || microphone === "denied";
  return {
    title: `Your ${device} is switched off for this page`,
    text: denied
      ? `${capital(name)} will not ask again. Here is how to allow the camera and microphone:`
      : `Try again and choose Allow. If ${name} does not ask, here is how to allow the camera and microphone:`,
    steps: pageSteps(browser),
  };
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** How a browser and a system are called in the middle of a sentence. */
const browserName: Record<BrowserFamily, string> = {
  chrome: "Chrome",
  edge: "Edge",
  firefox: "Firefox",
  samsung: "Samsung Internet",
  safari: "Safari",
  other: "your browser",
};

const systemName: Record<System, string> = {
  ios: "iOS",
  android: "Android",
  macos: "macOS",
  windows: "Windows",
  linux: "your system",
  other: "your system",
};

/** Steps to this browser's permissions for the page. */
function pageSteps({ family, system }: Browser): string[] {
  if (system === "ios") return family === "safari" ? SAFARI_ON_IOS : systemSteps({ family, system });
  if (system === "android") return family === "firefox" ? FIREFOX_ON_ANDROID : CHROMIUM_ON_ANDROID;
  return ON_A_COMPUTER[family];
}

const SAFARI_ON_IOS = [
  "Tap the page icon (or aA) beside the address.",
  "Tap ••• if you see it, then Website Settings.",
  "Set Camera and Microphone to Allow, then tap Done.",
];

const CHROMIUM_ON_ANDROID = [
  "Tap the icon left of the address.",
  "Tap Permissions.",
  "Switch on Camera and Microphone.",
];

const FIREFOX_ON_ANDROID = [
  "Tap the icon left of the address.",
  "Tap Blocked beside Camera and beside Microphone, so that both say Allowed.",
];

const ON_A_COMPUTER: Record<BrowserFamily, string[]> = {
  chrome: ["Click the icon left of the address.", "Switch on Camera and Microphone."],
  edge: [
    "Click the icon left of the address.",
    "Open Permissions for this site.",
    "Set Camera and Microphone to Allow.",
  ],
  firefox: [
    "Click the crossed-out camera left of the address.",
    "Click the × beside Blocked, for camera and microphone.",
  ],
  safari: [
    "In the menu bar, open Safari, then Settings for this website.",
    "Set Camera and Microphone to Allow.",
  ],
  samsung: ["Click the icon left of the address.", "Allow Camera and Microphone."],
  other: ["Click the icon left of the address.", "Allow Camera and Microphone."],
};

/** Steps to the system's permissions for this browser; for a page that is allowed but gets no picture. */
function systemSteps({ family, system }: Pick<Browser, "family" | "system">): string[] {
  const browser = browserName[family];
  switch (system) {
    case "ios":
      return [
        "Open the Settings app.",
        `Tap Apps, then ${browser}.`,
        "Switch on Camera and Microphone, then come back.",
      ];
    case "android":
      return [
        "Open the Settings app.",
        `Tap Apps, then ${browser}, then Permissions.`,
        "Allow Camera and Microphone, then come back.",
      ];
    case "macos":
      return [
        "Open System Settings, then Privacy & Security.",
        `Under Camera and under Microphone, switch on ${browser}.`,
        `Close ${browser} and open it again.`,
      ];
    case "windows":
      return [
        "Open Settings, then Privacy & security.",
        "Under Camera and under Microphone, let desktop apps have access.",
      ];
    default:
      return ["Open your system's privacy settings.", `Let ${browser} use camera and microphone.`];
  }
}
