/** Browsers whose menus the help describes; `other` for all the rest. */
export type BrowserFamily = "chrome" | "edge" | "firefox" | "samsung" | "safari" | "other";

export type System = "ios" | "android" | "macos" | "windows" | "linux" | "other";

/** Apps that open links in a browser of their own. */
export type App =
  | "Facebook"
  | "Google"
  | "Instagram"
  | "LINE"
  | "LinkedIn"
  | "Messenger"
  | "Pinterest"
  | "Snapchat"
  | "Threads"
  | "TikTok"
  | "WeChat"
  | "WhatsApp"
  | "X";

export type Browser = {
  family: BrowserFamily;
  system: System;
  /** The app that embeds this browser; `unknown` if it does not name itself, `null` for a real browser. */
  app: App | "unknown" | null;
  /** A phone or a tablet, which has a camera app. */
  handheld: boolean;
  /** Major iOS version, if known: an iPad that poses as a Mac does not report it. */
  iosVersion: number | null;
};

export type Clues = Pick<Navigator, "userAgent" | "platform" | "maxTouchPoints">;

/**
 * User-agent markers of in-app browsers. The first match wins; Meta's apps share a format, so the narrower patterns
 * come first.
 */
const APPS: [App, RegExp][] = [
  // `Instagram 424.1.0.31.54 (iPhone18,4; iOS 26_4_1; …) NW/3 Safari/604.1`; recent versions include `Safari/`.
  ["Instagram", /\bInstagram \d/],
  // `Barcelona 355.0.0.39.109 Android (34/14; …)`: the name under which Threads was built.
  ["Threads", /\bBarcelona \d/],
  // `[FBAN/MessengerForiOS;…]`, `[FBAN/MessengerLiteForiOS;…]`, `[FB_IAB/MESSENGER;…]`, `[FB_IAB/Orca-Android;…]`
  ["Messenger", /\b(?:FBAN\/Messenger|FB_IAB\/(?:MESSENGER|Orca))/],
  // `[FBAN/FBIOS;FBAV/…]`, `[FB_IAB/FB4A;FBAV/…]`, `[FBAN/EMA;…]` (Lite), and since 2025 `MetaIAB Facebook`
  ["Facebook", /\b(?:FBAN\/|FBAV\/|FB_IAB\/|MetaIAB\b)/],
  // `musical_ly_41.9.0`, `trill_350603` (its name in Asia), `BytedanceWebview/d8a21c6`; with or without `Safari/`
  ["TikTok", /\b(?:musical_ly|trill)_\d|\bBytedanceWebview\//],
  // `Safari Line/15.12.1`, `Line/7.4.0/IAB`
  ["LINE", /\bLine\/\d/],
  // `MicroMessenger/6.5.8 NetType/WIFI`
  ["WeChat", /\bMicroMessenger\//],
  // `[WAiOS/2.25.31]`, `[WA4A/2.25.32.75;]`
  ["WhatsApp", /\[WA(?:iOS|4A)\//],
  // `Snapchat/12.72.0.39 (like Safari/8617.2.4.10.8, panda)`
  ["Snapchat", /\bSnapchat\/\d/],
  // `Twitter for iPhone/11.43.1`, `TwitterAndroid`
  ["X", /\bTwitter(?: for iP|Android\b)/],
  // `[LinkedInApp]/9.30.1753`
  ["LinkedIn", /\[LinkedInApp\]/],
  // `[Pinterest/iOS]`, `[Pinterest/Android]`
  ["Pinterest", /\[Pinterest\//],
  // `GSA/334.0.674067880`: the Google app
  ["Google", /\bGSA\/\d/],
];

/** All but the last also contain `Chrome/` or `Safari/`, so the order matters. */
const FAMILIES: [BrowserFamily, RegExp][] = [
  ["edge", /\bEdg(?:A|iOS)?\//],
  ["samsung", /\bSamsungBrowser\//],
  ["firefox", /\b(?:Firefox|FxiOS)\//],
  // Opera, Yandex, UC, and the stock browsers of Xiaomi, Oppo, Vivo and Huawei: each with its own menus.
  [
    "other",
    /\b(?:OPR|OPT|YaBrowser|UCBrowser|MiuiBrowser|HeyTapBrowser|VivoBrowser|HuaweiBrowser|DuckDuckGo)\//,
  ],
  ["chrome", /\b(?:Chrome|Chromium|CriOS)\//],
  ["safari", /\bVersion\/\S+ (?:Mobile\/\S+ )?Safari\//],
];

/** Detects the browser from its user agent. Used only for wording and links; nothing is refused because of it. */
export function readBrowser({ userAgent, platform, maxTouchPoints }: Clues): Browser {
  const system = systemOf(userAgent, platform, maxTouchPoints);
  const version = /\bOS (\d+)(?:_\d+)* like Mac OS X/.exec(userAgent)?.[1];
  return {
    family: FAMILIES.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? "other",
    system,
    app: appOf(userAgent, system),
    handheld: system === "ios" || system === "android",
    iosVersion: version === undefined ? null : Number(version),
  };
}

export const thisBrowser = (): Browser => readBrowser(navigator);

function systemOf(userAgent: string, platform: string, maxTouchPoints: number): System {
  if (/iPhone|iPad|iPod/.test(userAgent)) return "ios";
  // An iPad that requests desktop pages poses as a Mac; no Mac has a touch screen.
  if (/Macintosh/.test(userAgent) || platform === "MacIntel") return maxTouchPoints > 1 ? "ios" : "macos";
  if (/Android/.test(userAgent)) return "android";
  if (/Windows/.test(userAgent)) return "windows";
  return /Linux|X11(?!; CrOS)/.test(userAgent) ? "linux" : "other";
}

function appOf(userAgent: string, system: System): Browser["app"] {
  const named = APPS.find(([, pattern]) => pattern.test(userAgent))?.[0];
  if (named) return named;
  // Android's WebView marks itself: `Build/AP2A.240905.003; wv)`
  if (system === "android" && /; wv\)/.test(userAgent)) return "unknown";
  // Every browser on iOS ends in `Safari/604.1`; embedded web views do not.
  if (system === "ios" && !/\bSafari\//.test(userAgent)) return "unknown";
  return null;
}
