import type { Page } from "@playwright/test";
import { axe } from "../axe.ts";
import { disableTimeouts } from "../clocks.ts";
import { button, expect, test, toast } from "../sayso.ts";

const ISSUES = [
  "MediaRecorder not available on iOS device",
  "No H.264 codec support detected on iOS device",
  "getUserMedia not available on iOS device",
];
const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Mobile/15E148 Safari/604.1";

type Lack = { types?: boolean; recorder?: boolean; camera?: boolean };

/** Makes the browser pose as an iPhone on which something is missing. */
const poseAsIphone = (page: Page, lack: Lack = {}) =>
  page.addInitScript(
    ([userAgent, { types, recorder, camera }]) => {
      const own = (name: string, value: unknown) =>
        Object.defineProperty(navigator, name, { value, configurable: true });
      own("userAgent", userAgent);
      own("platform", "iPhone");
      own("maxTouchPoints", 5);
      MediaRecorder.isTypeSupported = (type) => !types && type.startsWith("video/mp4");
      if (camera) own("mediaDevices", undefined);
      if (recorder) Reflect.deleteProperty(window, "MediaRecorder");
    },
    [IPHONE, lack] as const,
  );

const withoutWebAssembly = (page: Page) =>
  page.addInitScript(() => {
    Reflect.deleteProperty(window, "WebAssembly");
  });

/** The value of one line of the device's ledger. */
const fact = (page: Page, name: string) =>
  page
    .locator("dl > div")
    .filter({ has: page.locator("dt", { hasText: new RegExp(`^${name}$`) }) })
    .locator("dd");

const verdict = (page: Page) => page.getByRole("main").getByRole("alert");

test("DIA01 DIA02 DIA08 ENT12 a browser that can record is confirmed, with all that is known of it", async ({
  page,
}) => {
  await page.goto("/ios-debug");
  await expect(page).toHaveTitle("iOS Diagnostics");
  await expect(verdict(page).getByRole("heading")).toHaveText("iOS Compatibility Confirmed");
  const best = await page.evaluate(
    () =>
      [
        ...["42E01F", "4D401F", "64001F"].map((profile) => `video/mp4;codecs=avc1.${profile},mp4a.40.2`),
        ...["42E01F", "4D401F", "64001F"].map((profile) => `video/mp4;codecs=avc1.${profile},opus`),
        "video/webm;codecs=vp8,opus",
      ].find((type) => MediaRecorder.isTypeSupported(type)) ?? "",
  );
  expect(best).not.toBe("");
  await expect(verdict(page)).toContainText(best);
  await expect(fact(page, "isIOS")).toHaveText("No");
  await expect(fact(page, "isSafari")).toHaveText("No");
  await expect(fact(page, "Valid")).toHaveText("Yes");
  await expect(fact(page, "Best codec")).toHaveText(best);
  await expect(fact(page, "MediaRecorder")).toHaveText("Available");
  await expect(fact(page, "getUserMedia")).toHaveText("Available");
  await expect(fact(page, "Touch points")).toHaveText(
    String(await page.evaluate(() => navigator.maxTouchPoints)),
  );
  await expect(fact(page, "User agent")).toHaveText(await page.evaluate(() => navigator.userAgent));

  const codecs = page.getByRole("region", { name: "Supported codecs" }).getByRole("listitem");
  await expect(codecs.filter({ hasText: best })).toHaveText(`${best}Best`);
  await expect(codecs.filter({ hasText: "video/webm;codecs=vp8,opus" })).toHaveCount(1);
  const tips = page.getByRole("region", { name: "Troubleshooting tips" });
  await expect(tips.getByRole("listitem").first()).toBeVisible();
  await expect(tips.getByRole("link", { name: "our support" })).toHaveAttribute("href", /^mailto:/);
});

const lacks: [string, Lack, number[]][] = [
  ["nothing", {}, []],
  ["types", { types: true }, [1]],
  ["a camera", { camera: true }, [2]],
  ["a recorder", { recorder: true }, [0, 1]],
  ["everything", { types: true, recorder: true, camera: true }, [0, 1, 2]],
];
for (const wasm of [true, false]) {
  for (const [name, lack, expected] of lacks) {
    test(`DIA01 DIA06 ${expected.length > 0 ? "DIA07" : "DIA08"} an iPhone that lacks ${name}, ${wasm ? "by the core" : "without WebAssembly"}`, async ({
      page,
    }) => {
      await poseAsIphone(page, lack);
      await (wasm ? disableTimeouts(page, 4000) : withoutWebAssembly(page));
      await page.goto("/ios-debug");
      await expect(fact(page, "isIOS")).toHaveText("Yes");
      await expect(fact(page, "isSafari")).toHaveText("Yes");
      await expect(fact(page, "Touch points")).toHaveText("5");
      await expect(fact(page, "MediaRecorder")).toHaveText(lack.recorder ? "Not available" : "Available");
      await expect(fact(page, "getUserMedia")).toHaveText(lack.camera ? "Not available" : "Available");
      await expect(fact(page, "Valid").getByRole("listitem")).toHaveText(
        expected.map((index) => ISSUES[index] ?? ""),
      );
      const best = lack.types || lack.recorder ? "video/mp4" : "video/mp4;codecs=avc1.42E01F,mp4a.40.2";
      await expect(fact(page, "Best codec")).toHaveText(best);
      await expect(verdict(page).getByRole("heading")).toHaveText(
        expected.length > 0 ? "iOS Compatibility Issues Detected" : "iOS Compatibility Confirmed",
      );
      await expect(verdict(page).getByRole("paragraph")).toHaveText(
        expected.length > 0
          ? "Your device may have trouble recording or submitting videos, try refreshing the page or use a different browser"
          : `Codec: ${best}`,
      );
      await expect(page.getByText("The media core did not load")).toHaveCount(wasm ? 0 : 1);
    });
  }
}

test("DIA03 Run All Tests reports what passed, device detection included", async ({ page }) => {
  await disableTimeouts(page, 4000);
  await page.goto("/ios-debug");
  await button(page, "Run All Tests").click();
  const results = page.getByRole("list", { name: "Test results" }).getByRole("listitem");
  await expect(page.getByRole("main").getByRole("status")).toHaveText("15 of 15 tests passed");
  await expect(results).toHaveCount(15);
  await expect(results.filter({ hasText: /Pass$/ })).toHaveCount(15);
  await expect(results.filter({ hasText: "Device detection" })).toHaveCount(8);
  await expect(results.filter({ hasText: "iPad that says Macintosh" })).toContainText("iOS, Safari");
});

test("DIA03 what is missing fails, and devices are told apart without WebAssembly too", async ({ page }) => {
  await poseAsIphone(page, { recorder: true });
  await withoutWebAssembly(page);
  await page.goto("/ios-debug");
  await button(page, "Run All Tests").click();
  const results = page.getByRole("list", { name: "Test results" }).getByRole("listitem");
  await expect(page.getByRole("main").getByRole("status")).toHaveText("10 of 15 tests passed");
  for (const name of ["WebAssembly", "Media core", "MediaRecorder", "Recording type", "iOS issues"])
    await expect(results.filter({ hasText: new RegExp(`^${name}.*Fail$`) })).toHaveCount(1);
});

test("DIA01 a page that gets neither the core nor the table says so", async ({ page }) => {
  await page.route(/\/rules\.js$|table-diagnostics/, (route) => route.abort());
  await page.goto("/ios-debug");
  await expect(page.getByRole("heading", { name: "This page did not load" })).toBeVisible();
  await expect(button(page, "Reload the page")).toBeVisible();
});

test("DIA04 it leads to the pages to try", async ({ page }) => {
  await page.goto("/ios-debug");
  const links = page.getByRole("region", { name: "Pages to try" }).getByRole("link");
  await expect(links.first()).toBeVisible();
  expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute("href")))).toEqual([
    "/",
    "/demo",
    "/wpms",
    "/career-garage",
    "/wpmsaic",
  ]);
});

test("DIA05 the status is refreshed every 30 seconds", async ({ page }) => {
  await poseAsIphone(page);
  await page.clock.install({ time: "2026-03-02T10:00:00Z" });
  await page.clock.pauseAt("2026-03-02T10:00:01Z");
  await page.goto("/ios-debug");
  const time = page.getByRole("main").getByRole("time");
  await expect(time).toHaveText(/^10:00:0\d$/);
  await expect(fact(page, "Valid")).toHaveText("Yes");
  const shown = await time.textContent();

  await page.evaluate(() => {
    MediaRecorder.isTypeSupported = () => false;
  });
  await page.clock.fastForward(20_000);
  await expect(time).toHaveText(shown ?? "");
  await page.clock.fastForward(11_000);
  await expect(time).toHaveText(/^10:00:3\d$/);
  await expect(verdict(page).getByRole("heading")).toHaveText("iOS Compatibility Issues Detected");

  await page.evaluate(() => {
    MediaRecorder.isTypeSupported = () => true;
  });
  await page.clock.fastForward(30_000);
  await expect(time).toHaveText(/^10:01:0\d$/);
  await expect(verdict(page).getByRole("heading")).toHaveText("iOS Compatibility Confirmed");
});

test("DIA01 DIA03 the report is copied, with the tests that were run", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await poseAsIphone(page, { types: true });
  await page.goto("/ios-debug");
  await button(page, "Copy report").click();
  await expect(toast(page, "Copied to clipboard")).toBeVisible();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  expect(await copied()).toContain(`Valid: No\n- ${ISSUES[1]}\nisIOS: Yes\n`);
  expect(await copied()).toContain(`User agent: ${IPHONE}\n\nSupported codecs:\n- none\n`);
  expect(await copied()).not.toContain("tests passed");
  await button(page, "Run All Tests").click();
  await button(page, "Copy report").click();
  await expect.poll(copied).toContain("13 of 15 tests passed:\n- Pass: WebAssembly (Available)\n");
});

test("DIA01 ERR01 a browser that does not let the report be copied says so", async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "clipboard", { value: undefined });
    document.execCommand = () => false;
  });
  await page.goto("/ios-debug");
  await button(page, "Copy report").click();
  await expect(toast(page, "Failed to copy", "Take a screenshot of this page instead.")).toBeVisible();
});

test("DIA01 axe finds nothing on the diagnostics page", async ({ page }) => {
  await poseAsIphone(page, { recorder: true });
  await page.goto("/ios-debug");
  await button(page, "Run All Tests").click();
  await expect(page.getByRole("list", { name: "Test results" })).toBeVisible();
  await axe(page, "results");
});
