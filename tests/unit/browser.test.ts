// Detection of browsers and apps by user agent. The user agents are real ones that people reported.
import assert from "node:assert/strict";
import { test } from "node:test";
import { readBrowser, type Browser } from "#media/browser.ts";
import { openInBrowserUrl } from "#media/open-in-browser.ts";

const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";
const WEBVIEW =
  "Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/AP2A.240905.003; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/130.0.6723.83 Mobile Safari/537.36";
const ANDROID = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko)";
const MAC = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)";
const WINDOWS = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)";

const read = (userAgent: string, platform = "", maxTouchPoints = 0): Browser =>
  readBrowser({ userAgent, platform, maxTouchPoints });

const apps: [NonNullable<Browser["app"]>, string][] = [
  [
    "Instagram",
    `${IPHONE} Mobile/22B83 Instagram 354.0.0.29.90 (iPhone12,8; iOS 18_1; en_US; en; scale=2.00; 750x1334; 654111336; IABMV/1)`,
  ],
  [
    "Instagram",
    `${IPHONE} Mobile/23E254 Instagram 424.1.0.31.54 (iPhone18,4; iOS 26_4_1; en_GB; en-GB; scale=3.00; 1260x2736; IABMV/1; 933996394) NW/3 Safari/604.1`,
  ],
  [
    "Instagram",
    `${WEBVIEW} Instagram 355.1.0.44.103 Android (34/14; 420dpi; 1080x2205; Google/google; Pixel 8; shiba; shiba; en_US; 658190016)`,
  ],
  [
    "Threads",
    `${WEBVIEW} Barcelona 355.0.0.39.109 Android (34/14; 420dpi; 1080x2205; Google/google; Pixel 8; shiba; shiba; en_US; 657318936)`,
  ],
  [
    "Facebook",
    `${IPHONE} Mobile/22B83 [FBAN/FBIOS;FBAV/488.0.0.68.101;FBBV/658219612;FBDV/iPhone12,8;FBMD/iPhone;FBSN/iOS;FBSV/18.1;FBSS/2;FBID/phone;FBLC/en_US;FBOP/5;FBRV/0;IABMV/1]`,
  ],
  ["Facebook", `${IPHONE} Mobile/22G100 Safari/604.1 MetaIAB Facebook`],
  ["Facebook", `${WEBVIEW} [FB_IAB/FB4A;FBAV/488.0.0.62.79;IABMV/1;]`],
  ["Facebook", `${WEBVIEW}[FBAN/EMA;FBLC/ar_AR;FBAV/201.0.0.7.119;]`],
  [
    "Messenger",
    `${IPHONE} Mobile/15E216 [FBAN/MessengerForiOS;FBAV/167.0.0.57.96;FBBV/109575372;FBDV/iPad5,3;FBMD/iPad;FBSN/iOS;FBSV/11.3]`,
  ],
  [
    "Messenger",
    `${IPHONE} Mobile/15E148 LightSpeed [FBAN/MessengerLiteForiOS;FBAV/259.0.0.37.118;FBBV/207629286]`,
  ],
  ["Messenger", `${WEBVIEW} [FB_IAB/MESSENGER;FBAV/110.0.0.14.69;]`],
  ["Messenger", `${WEBVIEW} [FB_IAB/Orca-Android;FBAV/267.0.0.15.119;]`],
  [
    "TikTok",
    `${IPHONE} Mobile/15E148 BytedanceWebview/d8a21c6 musical_ly_33.2.1 JsSdk/2.0 NetType/WIFI Channel/App Store ByteLocale/en Region/US`,
  ],
  ["TikTok", `${IPHONE} Mobile/15E148 Safari/604.1 musical_ly_41.9.0`],
  [
    "TikTok",
    `${WEBVIEW} trill_350603 JsSdk/1.0 NetType/WIFI Channel/googleplay AppName/trill app_version/35.6.3`,
  ],
  ["LINE", `${IPHONE} Mobile/15E148 Safari Line/15.12.1`],
  ["LINE", `${WEBVIEW} Line/7.4.0/IAB`],
  ["WeChat", `${IPHONE} Mobile/14D27 MicroMessenger/6.5.8 NetType/WIFI Language/zh_CN`],
  ["WhatsApp", `${IPHONE} Version/26.0.1 Mobile/15E148 Safari/604.1 [WAiOS/2.25.31]`],
  ["WhatsApp", `${ANDROID} Chrome/141.0.7390.124 Mobile Safari/537.36 [WA4A/2.25.32.75;]`],
  [
    "Snapchat",
    `${IPHONE} Version/17.3.1 Mobile/15E148 Snapchat/12.72.0.39 (like Safari/8617.2.4.10.8, panda)`,
  ],
  ["X", `${IPHONE} Mobile/15A372 Twitter for iPhone/7.52`],
  ["X", `${WEBVIEW} TwitterAndroid`],
  ["LinkedIn", `${IPHONE} Mobile/15E148 [LinkedInApp]/9.30.1753`],
  ["Pinterest", `${IPHONE} Mobile/16B92 [Pinterest/iOS]`],
  ["Pinterest", `${WEBVIEW} [Pinterest/Android]`],
  ["Google", `${IPHONE} GSA/334.0.674067880 Mobile/15E148 Safari/604.1`],
  ["unknown", WEBVIEW],
  ["unknown", `${IPHONE} Mobile/15E148`],
];

for (const [app, userAgent] of apps) {
  test(`REC28 a browser inside ${app} is recognised: …${userAgent.slice(-44)}`, () => {
    assert.equal(read(userAgent).app, app);
  });
}

const browsers: [Browser["family"], Browser["system"], string][] = [
  ["chrome", "android", `${ANDROID} Chrome/141.0.0.0 Mobile Safari/537.36`],
  ["samsung", "android", `${ANDROID} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`],
  ["edge", "android", `${ANDROID} Chrome/141.0.0.0 Mobile Safari/537.36 EdgA/141.0.0.0`],
  ["firefox", "android", "Mozilla/5.0 (Android 14; Mobile; rv:143.0) Gecko/143.0 Firefox/143.0"],
  ["other", "android", `${ANDROID} Chrome/141.0.0.0 Mobile Safari/537.36 OPR/91.0.0.0`],
  ["safari", "ios", `${IPHONE} Version/18.6 Mobile/15E148 Safari/604.1`],
  ["chrome", "ios", `${IPHONE} CriOS/141.0.0.0 Mobile/15E148 Safari/604.1`],
  ["firefox", "ios", `${IPHONE} FxiOS/143.0 Mobile/15E148 Safari/605.1.15`],
  ["edge", "ios", `${IPHONE} EdgiOS/128.0.2739.82 Version/18.0 Mobile/15E148 Safari/604.1`],
  ["safari", "macos", `${MAC} Version/18.6 Safari/605.1.15`],
  ["chrome", "windows", `${WINDOWS} Chrome/141.0.0.0 Safari/537.36`],
  ["edge", "windows", `${WINDOWS} Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0`],
  ["firefox", "windows", "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0"],
  ["firefox", "linux", "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0"],
  [
    "chrome",
    "other",
    "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36",
  ],
];

for (const [family, system, userAgent] of browsers) {
  test(`REC04 ${family} on ${system} is a browser of its own and no app`, () => {
    const { family: found, system: on, app } = read(userAgent);
    assert.deepEqual({ found, on, app }, { found: family, on: system, app: null });
  });
}

test("REC28 an iPad that calls itself a Mac is a tablet, a Mac is none", () => {
  const safari = `${MAC} Version/18.6 Safari/605.1.15`;
  assert.deepEqual(read(safari, "MacIntel", 5), {
    family: "safari",
    system: "ios",
    app: null,
    handheld: true,
    iosVersion: null,
  });
  assert.equal(read(safari, "MacIntel", 0).handheld, false);
});

const ADDRESS = "https://sayso.example/record/corner-shop/video";
const out = (userAgent: string) => openInBrowserUrl(read(userAgent), ADDRESS);

test("REC28 on Android an intent leaves the app, with this page to fall back to", () => {
  assert.equal(
    out(`${WEBVIEW} [FB_IAB/FB4A;FBAV/488.0.0.62.79;IABMV/1;]`),
    "intent://sayso.example/record/corner-shop/video#Intent;scheme=https;S.browser_fallback_url=https%3A%2F%2Fsayso.example%2Frecord%2Fcorner-shop%2Fvideo;end",
  );
});

test("REC28 on iOS 17 and later Safari is asked by its own scheme, and not before", () => {
  const facebook = (version: string) =>
    out(
      `Mozilla/5.0 (iPhone; CPU iPhone OS ${version} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/22B83 [FBAN/FBIOS;FBAV/488.0.0.68.101]`,
    );
  assert.equal(facebook("17_0"), `x-safari-${ADDRESS}`);
  assert.equal(facebook("16_7_2"), null);
});

test("REC28 Instagram and LINE are asked their own way; no link is shown that is known to do nothing", () => {
  const instagram = `instagram://extbrowser/?url=${encodeURIComponent(ADDRESS)}`;
  assert.equal(out(`${IPHONE} Mobile/23E254 Instagram 424.1.0.31.54 (iPhone18,4) Safari/604.1`), instagram);
  assert.equal(out(`${WEBVIEW} Instagram 355.1.0.44.103 Android (34/14)`), instagram);
  assert.equal(out(`${IPHONE} Mobile/15E148 Safari Line/15.12.1`), `${ADDRESS}?openExternalBrowser=1`);
  for (const app of ["MicroMessenger/6.5.8", "Snapchat/12.72.0.39", "Twitter for iPhone/11.43"])
    assert.equal(out(`${IPHONE} Mobile/15E148 ${app}`), null, app);
  assert.equal(out(`${ANDROID} Chrome/141.0.0.0 Mobile Safari/537.36`), null, "a browser is not left");
});
