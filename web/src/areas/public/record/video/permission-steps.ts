import type { Browser, BrowserFamily, System } from "../../../../media/browser.ts";

/** How a browser and a system are called in the middle of a sentence. */
export const browserName: Record<BrowserFamily, string> = {
  chrome: "Chrome",
  edge: "Edge",
  firefox: "Firefox",
  samsung: "Samsung Internet",
  safari: "Safari",
  other: "your browser",
};

export const systemName: Record<System, string> = {
  ios: "iOS",
  android: "Android",
  macos: "macOS",
  windows: "Windows",
  linux: "your system",
  other: "your system",
};

/** Where this very browser keeps what it was told about this page, one short step each. */
export function pageSteps({ family, system }: Browser): string[] {
  if (system === "ios") return family === "safari" ? SAFARI_ON_IOS : systemSteps({ family, system });
  if (system === "android") return family === "firefox" ? FIREFOX_ON_ANDROID : CHROMIUM_ON_ANDROID;
  return ON_A_COMPUTER[family];
}

const SAFARI_ON_IOS = [
  "Tap the page symbol (or aA) beside the address.",
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

/** Where the system keeps what it lets this browser do; for a page that is allowed and still gets no picture. */
export function systemSteps({ family, system }: Pick<Browser, "family" | "system">): string[] {
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
