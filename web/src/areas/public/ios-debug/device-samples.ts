import type { Device } from "#media/generated/media.ts";

/** A well-known browser, its user agent, and the expected detection. */
export type DeviceSample = {
  name: string;
  userAgent: string;
  platform: string;
  touchPoints: number;
  expected: Device;
};

const MAC_SAFARI =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Safari/605.1.15";
const onIphone = (browser: string) =>
  `Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ${browser} Mobile/15E148 Safari/604.1`;
const chromeOn = (system: string, browser = "Chrome/140.0.0.0") =>
  `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) ${browser} Safari/537.36`;

const ios: Device = { ios: true, safari: true, android: false };
const safari: Device = { ios: false, safari: true, android: false };
const android: Device = { ios: false, safari: false, android: true };
const other: Device = { ios: false, safari: false, android: false };

export const deviceSamples: DeviceSample[] = [
  {
    name: "iPhone, Safari",
    userAgent: onIphone("Version/18.4"),
    platform: "iPhone",
    touchPoints: 5,
    expected: ios,
  },
  {
    name: "iPhone, Chrome",
    userAgent: onIphone("CriOS/140.0.0.0"),
    platform: "iPhone",
    touchPoints: 5,
    expected: ios,
  },
  {
    name: "iPad that says Macintosh",
    userAgent: MAC_SAFARI,
    platform: "MacIntel",
    touchPoints: 5,
    expected: ios,
  },
  {
    name: "Mac without touch, Safari",
    userAgent: MAC_SAFARI,
    platform: "MacIntel",
    touchPoints: 0,
    expected: safari,
  },
  {
    name: "Android, Chrome",
    userAgent: chromeOn("Linux; Android 10; K", "Chrome/140.0.0.0 Mobile"),
    platform: "Linux armv81",
    touchPoints: 5,
    expected: android,
  },
  {
    name: "Windows, Chrome",
    userAgent: chromeOn("Windows NT 10.0; Win64; x64"),
    platform: "Win32",
    touchPoints: 10,
    expected: other,
  },
  {
    name: "Mac, Chrome",
    userAgent: chromeOn("Macintosh; Intel Mac OS X 10_15_7"),
    platform: "MacIntel",
    touchPoints: 0,
    expected: other,
  },
  {
    name: "Linux, Firefox",
    userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
    platform: "Linux x86_64",
    touchPoints: 0,
    expected: other,
  },
];
