// The diagnostics page, on browsers that lack one thing or another.
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { disableTimeouts } from "../../support/screens/handles.ts";
import { failImports } from "../../support/screens/loader.ts";
import { eventually, textOf } from "../../support/screens/look.ts";
import { openPage, type Page } from "../../support/screens/page.ts";
import { pose, without } from "../../support/screens/pose.ts";
import { shell } from "../../support/screens/shell.ts";

const ISSUES = [
  "MediaRecorder not available on iOS device",
  "No H.264 codec support detected on iOS device",
  "getUserMedia not available on iOS device",
];
const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Mobile/15E148 Safari/604.1";

type Lack = { types?: boolean; recorder?: boolean; camera?: boolean };

/** Opens the page on an iPhone on which something is missing. */
const openOnIphone = (t: TestContext, lack: Lack = {}) =>
  openPage(t, shell(), "/ios-debug", {
    prepare: (window) =>
      pose(window, {
        userAgent: IPHONE,
        platform: "iPhone",
        touchPoints: 5,
        camera: !lack.camera,
        ...(lack.recorder ? {} : { types: lack.types ? /^$/ : /^video\/mp4/ }),
      }),
  });

/** A value in the device table. */
const fact = (page: Page, name: string) =>
  textOf(
    [...page.window.document.querySelectorAll("dt")].find((one) => textOf(one) === name)?.nextElementSibling,
  );

const verdict = (page: Page) => page.find("alert");
const results = (page: Page) =>
  page.all("list", "Test results").flatMap((list) => [...list.children].map(textOf));

const lacks: [string, Lack, number[]][] = [
  ["nothing", {}, []],
  ["types", { types: true }, [1]],
  ["a camera", { camera: true }, [2]],
  ["a recorder", { recorder: true }, [0, 1]],
  ["everything", { types: true, recorder: true, camera: true }, [0, 1, 2]],
];
for (const wasm of [true, false]) {
  for (const [name, lack, expected] of lacks) {
    const ids = `DIA01 DIA06 ${expected.length > 0 ? "DIA07" : "DIA08"}`;
    test(`names the issues of an iPhone that lacks ${name}, ${wasm ? "by the core" : "without WebAssembly"} (${ids})`, async (t) => {
      // Disables the timeout for the core, which a slow machine could exceed.
      if (wasm) disableTimeouts(t, 4000);
      else without(t, "WebAssembly");
      const page = await openOnIphone(t, lack);
      const best = lack.types || lack.recorder ? "video/mp4" : "video/mp4;codecs=avc1.42E01F,mp4a.40.2";
      assert.equal(
        textOf(await verdict(page)),
        expected.length > 0
          ? "iOS Compatibility Issues DetectedYour device may have trouble recording or submitting videos, try refreshing the page or use a different browser"
          : `iOS Compatibility ConfirmedCodec: ${best}`,
      );
      const issues = expected.map((index) => ISSUES[index] ?? "");
      assert.equal(fact(page, "Valid"), `${expected.length > 0 ? "No" : "Yes"}${issues.join("")}`);
      assert.equal(fact(page, "isIOS"), "Yes");
      assert.equal(fact(page, "isSafari"), "Yes");
      assert.equal(fact(page, "Touch points"), "5");
      assert.equal(fact(page, "User agent"), IPHONE);
      assert.equal(fact(page, "MediaRecorder"), lack.recorder ? "Not available" : "Available");
      assert.equal(fact(page, "getUserMedia"), lack.camera ? "Not available" : "Available");
      assert.equal(fact(page, "Best codec"), best);
      assert.equal(page.text().includes("The media core did not load"), !wasm);
    });
  }
}

test("runs all tests and reports what passed, device detection included (DIA03)", async (t) => {
  disableTimeouts(t, 4000);
  const page = await openOnIphone(t);
  await page.click("button", "Run All Tests");
  assert.equal(textOf(page.get("status")), "15 of 15 tests passed");
  assert.equal(results(page).filter((line) => line.endsWith("Pass")).length, 15);
  assert.equal(results(page).filter((line) => line.includes("Device detection")).length, 8);
  assert.ok(results(page).includes("Device detection: iPad that says MacintoshiOS, SafariPass"));
});

test("fails the tests of what is missing and tells devices apart without WebAssembly too (DIA03)", async (t) => {
  without(t, "WebAssembly");
  const page = await openOnIphone(t, { recorder: true });
  await page.click("button", "Run All Tests");
  assert.equal(textOf(page.get("status")), "10 of 15 tests passed");
  const failed = results(page).filter((line) => line.endsWith("Fail"));
  for (const [index, name] of [
    "WebAssembly",
    "Media core",
    "MediaRecorder",
    "Recording type",
    "iOS issues",
  ].entries())
    assert.ok(failed[index]?.startsWith(name), failed[index]);
});

test("says that the page did not load without the core and the table (DIA01)", async (t) => {
  failImports(t, /\/rules\.js|table-diagnostics/);
  t.mock.method(console, "warn", () => {});
  t.mock.method(console, "error", () => {});
  const page = await openPage(t, shell(), "/ios-debug");
  await page.find("heading", "This page did not load");
  page.get("button", "Reload the page");
});

test("leads to the pages to try (DIA04)", async (t) => {
  const page = await openOnIphone(t);
  const links = [...(await page.find("region", "Pages to try")).querySelectorAll("a")];
  assert.deepEqual(
    links.map((link) => link.getAttribute("href")),
    ["/", "/demo", "/wpms", "/career-garage", "/wpmsaic"],
  );
});

test("refreshes the status every 30 seconds (DIA05)", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"], now: new Date(2026, 2, 2, 10, 0, 1) });
  const page = await openOnIphone(t);
  const seen = (time: string, heading: string) =>
    eventually(() => {
      assert.equal(textOf(page.get("time")), time);
      assert.equal(textOf(page.get("alert").querySelector("h2")), heading);
    });
  await seen("10:00:01", "iOS Compatibility Confirmed");
  page.window.MediaRecorder.isTypeSupported = () => false;
  t.mock.timers.tick(29_999);
  await seen("10:00:01", "iOS Compatibility Confirmed");
  t.mock.timers.tick(1);
  await seen("10:00:31", "iOS Compatibility Issues Detected");
  page.window.MediaRecorder.isTypeSupported = () => true;
  t.mock.timers.tick(30_000);
  await seen("10:01:01", "iOS Compatibility Confirmed");
});

test("copies the report, with the tests that were run (DIA01 DIA03)", async (t) => {
  const page = await openOnIphone(t, { types: true });
  await page.click("button", "Copy report");
  await page.toast("Copied to clipboard");
  const copied = () => page.window.navigator.clipboard.readText();
  assert.ok((await copied()).includes(`Valid: No\n- ${ISSUES[1]}\nisIOS: Yes\n`));
  assert.ok((await copied()).includes(`User agent: ${IPHONE}\n\nSupported codecs:\n- none\n`));
  assert.ok(!(await copied()).includes("tests passed"));
  await page.click("button", "Run All Tests");
  await page.click("button", "Copy report");
  const report = "13 of 15 tests passed:\n- Pass: WebAssembly (Available)\n";
  await eventually(async () => assert.ok((await copied()).includes(report)));
});

test("says so where a browser does not let the report be copied (DIA01 ERR01)", async (t) => {
  const page = await openOnIphone(t);
  await page.find("button", "Copy report");
  Object.defineProperty(page.window.navigator, "clipboard", { value: undefined });
  page.window.document.execCommand = () => false;
  await page.click("button", "Copy report");
  await page.toast("Failed to copy", "Take a screenshot of this page instead.");
});
