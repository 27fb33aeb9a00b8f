// Texts without a picture, for each browser, system and reason.
import assert from "node:assert/strict";
import { test } from "node:test";
import { explain } from "#areas/public/record/video/camera-help/camera-problem-text.ts";
import type { Browser, BrowserFamily, System } from "#media/browser.ts";

const FILTER_NAMES = { camera: "prompt", microphone: "prompt" } as const;
const DENIED = { camera: "denied", microphone: "denied" } as const;
const GRANTED = { camera: "granted", microphone: "granted" } as const;

const browser = (family: BrowserFamily, system: System, rest: Partial<Browser> = {}): Browser => ({
  family,
  system,
  app: null,
  handheld: system === "ios" || system === "android",
  iosVersion: null,
  ...rest,
});

const refusals: [BrowserFamily, System, RegExp][] = [
  ["chrome", "android", /icon left of the address.*Permissions.*Switch on/s],
  ["samsung", "android", /icon left of the address.*Permissions/s],
  ["firefox", "android", /Blocked.*Allowed/s],
  ["safari", "ios", /aA.*Website Settings.*Allow/s],
  ["chrome", "ios", /Settings app.*Chrome.*Camera and Microphone/s],
  ["firefox", "ios", /Settings app.*Firefox/s],
  ["chrome", "windows", /icon left of the address.*Switch on/s],
  ["edge", "windows", /Permissions for this site/],
  ["firefox", "linux", /crossed-out camera/],
  ["safari", "macos", /menu bar.*Settings for this website/s],
  ["other", "other", /icon left of the address/],
];

for (const [family, system, text] of refusals) {
  test(`REC04 a refusal in ${family} on ${system} is answered with the steps of that very browser`, () => {
    const { steps } = explain("refused", browser(family, system), DENIED);
    assert.match(steps?.join("\n") ?? "", text);
  });
}

test("the browser's stored permission decides whether trying again is enough (REC04)", () => {
  const chrome = browser("chrome", "android");
  assert.match(explain("refused", chrome, DENIED).text, /Chrome will not ask again/);
  assert.match(explain("refused", chrome, FILTER_NAMES).text, /Try again and choose Allow/);
  const unknown = explain("refused", browser("other", "other"), { camera: null, microphone: null });
  assert.match(unknown.text, /Try again and choose Allow\. If your browser does not ask/);
});

test("REC04 a microphone that alone is switched off is called so", () => {
  const { title } = explain("refused", browser("chrome", "windows"), {
    camera: "granted",
    microphone: "denied",
  });
  assert.equal(title, "Your microphone is switched off for this page");
});

test("names the system's own switch if the page is allowed and still gets no camera (REC04)", () => {
  for (const [system, text] of [
    ["windows", /Privacy & security/],
    ["macos", /System Settings/],
    ["android", /Apps, then Chrome, then Permissions/],
    ["ios", /Apps, then Chrome/],
    ["linux", /privacy settings/],
  ] as const) {
    const { title, steps } = explain("refused", browser("chrome", system), GRANTED);
    assert.equal(title, "Your camera is switched off for Chrome");
    assert.match(steps?.join("\n") ?? "", text, system);
  }
});

test("REC28 inside an app the app is named, and where it says no name it is this app", () => {
  const inside = (app: Browser["app"]) =>
    explain("unsupported", browser("other", "ios", { app }), FILTER_NAMES).title;
  assert.equal(inside("Instagram"), "No camera inside Instagram");
  assert.equal(inside("unknown"), "No camera inside this app");
});

test("REC28 an app on a computer promises no camera app", () => {
  const { title, text } = explain(
    "unsupported",
    browser("chrome", "windows", { app: "WeChat" }),
    FILTER_NAMES,
  );
  assert.equal(title, "This browser cannot record");
  assert.doesNotMatch(text, /camera app/);
});
