// A customer tries once: whatever keeps the camera away, the page says what and offers another way to a video.
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import type { Locator, Page } from "@playwright/test";
import jsQR from "jsqr";
import { axe } from "../axe.ts";
import { button, expect, fillIn, test, toast } from "../sayso.ts";

const INSTAGRAM_ON_IOS =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 26_4_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/23E254 Instagram 424.1.0.31.54 (iPhone18,4; iOS 26_4_1; en_GB; en-GB; scale=3.00; 1260x2736; IABMV/1; 933996394) NW/3 Safari/604.1";
const FACEBOOK_ON_ANDROID =
  "Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/AP2A.240905.003; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/130.0.6723.83 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/488.0.0.62.79;IABMV/1;]";
const CHROME_ON_ANDROID =
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36";
const SAFARI_ON_IOS =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1";
const FIREFOX_ON_WINDOWS = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0";
const CHROME_ON_WINDOWS =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36";

type Pretence = {
  userAgent: string;
  without?: "getUserMedia" | "MediaRecorder";
  /** The error with which the first request for the camera fails. */
  fails?: string;
  remembers?: { camera: PermissionState; microphone: PermissionState };
};

const phone = (userAgent: string) => /iPhone|Android/.test(userAgent);

/** Makes the page believe that it is in another browser. */
async function pretend(page: Page, pretence: Pretence): Promise<void> {
  await page.addInitScript(
    ({ userAgent, without, fails, remembers, touchPoints }: Pretence & { touchPoints: number }) => {
      const tell = (name: string, value: unknown) =>
        Object.defineProperty(Navigator.prototype, name, { get: () => value });
      tell("userAgent", userAgent);
      tell("platform", /Windows/.test(userAgent) ? "Win32" : "");
      tell("maxTouchPoints", touchPoints);
      if (without === "MediaRecorder") Reflect.deleteProperty(globalThis, "MediaRecorder");
      if (without === "getUserMedia") Reflect.deleteProperty(MediaDevices.prototype, "getUserMedia");
      if (fails) {
        const real = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
        let left = 1;
        navigator.mediaDevices.getUserMedia = (wish) =>
          left-- > 0 ? Promise.reject(new DOMException("no camera", fails)) : real(wish);
      }
      if (remembers) {
        const memory = {
          camera: Object.assign(new EventTarget(), { state: remembers.camera }),
          microphone: Object.assign(new EventTarget(), { state: remembers.microphone }),
        };
        Object.assign(window, { memory });
        navigator.permissions.query = ({ name }: { name: string }) =>
          Promise.resolve(memory[name as keyof typeof memory] as unknown as PermissionStatus);
      }
    },
    { ...pretence, touchPoints: phone(pretence.userAgent) ? 5 : 0 },
  );
  if (phone(pretence.userAgent)) await page.setViewportSize({ width: 390, height: 844 });
}

/** Somebody changes what the browser remembers. */
const remember = (page: Page, name: "camera" | "microphone", state: PermissionState) =>
  page.evaluate(
    ([which, now]) => {
      const { memory } = window as unknown as { memory: Record<string, EventTarget & { state: string }> };
      const status = memory[which];
      if (!status) throw new Error("nothing is remembered");
      status.state = now;
      status.dispatchEvent(new Event("change"));
    },
    [name, state] as const,
  );

const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 2, name });
const upload = (page: Page) => page.getByLabel("Upload a video instead");
const cameraApp = (page: Page) => page.getByLabel("Record with your camera app");
const grant = (page: Page) => button(page, "Grant Camera Access");
const again = (page: Page) => button(page, "Try the camera again");

/** What a QR code on the screen says. */
async function decoded(code: Locator): Promise<string | undefined> {
  const png = await code.screenshot();
  const box = { width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
  const run = promisify(execFile)(
    "ffmpeg",
    ["-v", "error", "-f", "png_pipe", "-i", "-", "-f", "rawvideo", "-pix_fmt", "rgba", "-"],
    { encoding: "buffer", maxBuffer: 1 << 26 },
  );
  run.child.stdin?.end(png);
  const { stdout } = await run;
  return jsQR(new Uint8ClampedArray(stdout), box.width, box.height)?.data;
}

test.describe("inside an app", () => {
  test("REC28 Instagram on iOS without a camera: the first screen leads with the camera app and the way out", async ({
    page,
    client,
    baseURL,
  }) => {
    await pretend(page, { userAgent: INSTAGRAM_ON_IOS, without: "getUserMedia" });
    await page.goto(`/record/${client.custom_slug}/video?fbclid=abc`);
    await expect(heading(page, "No camera inside Instagram")).toBeVisible();
    await expect(grant(page)).toBeHidden();
    await expect(again(page)).toBeHidden();
    await expect(cameraApp(page)).toHaveAttribute("accept", "video/*");
    await expect(cameraApp(page)).toHaveAttribute("capture", "user");
    await expect(upload(page)).toBeAttached();
    const address = `${baseURL}/record/${client.custom_slug}/video`;
    await expect(page.getByRole("link", { name: "Open in your browser" })).toHaveAttribute(
      "href",
      `instagram://extbrowser/?url=${encodeURIComponent(address)}`,
    );
    await expect(page.getByText("Choose Open in external browser.")).toBeVisible();
    await page.getByText("Continue on another device").click();
    const code = page.getByRole("img", { name: "QR code with the address of this page" });
    expect(await decoded(code)).toBe(address);
  });

  test("REC28 Facebook on Android that refuses the camera: an intent leads out, and trying again stays possible", async ({
    page,
    client,
    baseURL,
  }) => {
    await pretend(page, { userAgent: FACEBOOK_ON_ANDROID, fails: "NotAllowedError" });
    await page.goto(`/record/${client.custom_slug}/video`);
    await grant(page).click();
    await expect(heading(page, "No camera inside Facebook")).toBeFocused();
    const { host } = new URL(baseURL ?? "");
    const fallback = encodeURIComponent(`${baseURL}/record/${client.custom_slug}/video`);
    await expect(page.getByRole("link", { name: "Open in your browser" })).toHaveAttribute(
      "href",
      `intent://${host}/record/${client.custom_slug}/video#Intent;scheme=http;S.browser_fallback_url=${fallback};end`,
    );
    await expect(cameraApp(page)).toBeAttached();
    await expect(upload(page)).toBeAttached();
    await again(page).click();
    await expect(button(page, "Start Recording")).toBeVisible();
  });

  test("REC28 what the camera app recorded goes the whole way", async ({ page, client, sayso }) => {
    await pretend(page, { userAgent: FACEBOOK_ON_ANDROID, without: "MediaRecorder" });
    await page.goto(`/record/${client.custom_slug}/video`);
    await cameraApp(page).setInputFiles({ name: "a.txt", mimeType: "text/plain", buffer: Buffer.from("no") });
    await expect(toast(page, "This file cannot be used", "MP4, MOV or WebM")).toBeVisible();
    const buffer = await readFile("tests/fixtures/wk_frag.mp4");
    await cameraApp(page).setInputFiles({ name: "20260101.mp4", mimeType: "video/mp4", buffer });
    await fillIn(page);
    await button(page, "Submit Testimonial").click();
    await expect(page.getByRole("dialog", { name: "Thank you!" })).toBeVisible({ timeout: 30_000 });
    expect(await sayso.row("SELECT container FROM submissions WHERE client_id = ?", client.id)).toEqual({
      container: "mp4",
    });
  });
});

for (const without of ["getUserMedia", "MediaRecorder"] as const) {
  test(`REC28 a computer without ${without} leads to the phone: a code that says this address`, async ({
    page,
    client,
    baseURL,
  }) => {
    await pretend(page, { userAgent: FIREFOX_ON_WINDOWS, without });
    await page.goto(`/record/${client.custom_slug}/video`);
    await expect(heading(page, "This browser cannot record")).toBeVisible();
    await expect(grant(page)).toBeHidden();
    await expect(cameraApp(page)).toHaveCount(0);
    await expect(upload(page)).toBeAttached();
    const address = `${baseURL}/record/${client.custom_slug}/video`;
    await expect(page.getByText(address, { exact: true })).toBeVisible();
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      const code = page.getByRole("img", { name: "QR code with the address of this page" });
      expect(await decoded(code), colorScheme).toBe(address);
    }
  });
}

for (const clipboard of ["open", "locked"] as const) {
  test(`REC28 Copy link puts the address on the clipboard, ${clipboard} to pages`, async ({
    page,
    client,
    baseURL,
    context,
  }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await pretend(page, { userAgent: INSTAGRAM_ON_IOS, without: "getUserMedia" });
    if (clipboard === "locked") {
      await page.addInitScript(() => {
        navigator.clipboard.writeText = () => Promise.reject(new DOMException("locked", "NotAllowedError"));
      });
    }
    await page.goto(`/record/${client.custom_slug}/video`);
    await button(page, "Copy link").click();
    await expect(button(page, "Link copied")).toBeFocused();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `${baseURL}/record/${client.custom_slug}/video`,
    );
  });
}

for (const [name, userAgent, steps] of [
  ["Chrome on Android", CHROME_ON_ANDROID, ["Tap Permissions.", "Switch on Camera and Microphone."]],
  ["Safari on iOS", SAFARI_ON_IOS, ["Set Camera and Microphone to Allow, then tap Done."]],
  ["Firefox on Windows", FIREFOX_ON_WINDOWS, ["Click the crossed-out camera left of the address."]],
] as const) {
  test(`REC04 a refusal in ${name} is said, explained in this browser's own words, and focused`, async ({
    page,
    client,
  }) => {
    await pretend(page, {
      userAgent,
      fails: "NotAllowedError",
      remembers: { camera: "denied", microphone: "prompt" },
    });
    await page.goto(`/record/${client.custom_slug}/video`);
    await grant(page).click();
    const text = "Please allow camera and microphone access to record your testimonial.";
    await expect(toast(page, "Camera access denied", text)).toBeVisible();
    await expect(heading(page, "Your camera is switched off for this page")).toBeFocused();
    await expect(page.getByText("will not ask again by itself")).toBeVisible();
    for (const step of steps) await expect(page.getByRole("listitem").getByText(step)).toBeVisible();
    await expect(again(page)).toBeVisible();
    await expect(upload(page)).toBeAttached();
  });
}

test("REC04 as soon as both are allowed in the browser's settings the camera opens by itself", async ({
  page,
  client,
}) => {
  await pretend(page, {
    userAgent: CHROME_ON_ANDROID,
    fails: "NotAllowedError",
    remembers: { camera: "denied", microphone: "denied" },
  });
  await page.goto(`/record/${client.custom_slug}/video`);
  await grant(page).click();
  await expect(page.getByText("will not ask again by itself")).toBeVisible();
  await remember(page, "camera", "granted");
  await expect(heading(page, "Your microphone is switched off for this page")).toBeVisible();
  await remember(page, "microphone", "granted");
  await expect(button(page, "Start Recording")).toBeVisible();
});

for (const [fails, title, says] of [
  ["NotFoundError", "No camera found", "Plug it in and try again"],
  ["NotReadableError", "Your camera is in use", "another tab is using it"],
] as const) {
  test(`REC04 ${title}: why, what to do, and every other way`, async ({ page, client, baseURL }) => {
    await pretend(page, { userAgent: CHROME_ON_WINDOWS, fails });
    await page.goto(`/record/${client.custom_slug}/video`);
    await grant(page).click();
    await expect(heading(page, title)).toBeFocused();
    await expect(page.getByRole("region", { name: "Your video" }).getByText(says)).toBeVisible();
    await expect(upload(page)).toBeAttached();
    const address = `${baseURL}/record/${client.custom_slug}/video`;
    if (fails === "NotReadableError") await page.getByText("Continue on your phone").click();
    const code = page.getByRole("img", { name: "QR code with the address of this page" });
    expect(await decoded(code)).toBe(address);
    await again(page).click();
    await expect(button(page, "Start Recording")).toBeVisible();
  });
}

test("REC04 a camera that goes away before the recording can be taken again", async ({ page, client }) => {
  await page.addInitScript(() => {
    const real = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getUserMedia = async (wish) => {
      const stream = await real(wish);
      Object.assign(window, { stream });
      return stream;
    };
  });
  await page.goto(`/record/${client.custom_slug}/video`);
  await grant(page).click();
  await expect(button(page, "Start Recording")).toBeVisible();
  await page.evaluate(() => {
    for (const track of (window as unknown as { stream: MediaStream }).stream.getTracks()) {
      track.stop();
      track.dispatchEvent(new Event("ended"));
    }
  });
  await expect(heading(page, "Your camera went away")).toBeFocused();
  await expect(upload(page)).toBeAttached();
  await again(page).click();
  await expect(button(page, "Start Recording")).toBeVisible();
});

test("REC28 where the help itself cannot be fetched, the short text and its ways out stand in", async ({
  page,
  client,
}) => {
  await pretend(page, { userAgent: CHROME_ON_ANDROID, fails: "NotAllowedError" });
  await page.route("**/camera-help-*.js", (route) => route.abort());
  await page.goto(`/record/${client.custom_slug}/video`);
  await grant(page).click();
  await expect(heading(page, "Your camera is switched off for this page")).toBeFocused();
  await expect(page.getByText("Tap the camera or lock symbol in the address bar")).toBeVisible();
  await expect(upload(page)).toBeAttached();
  await again(page).click();
  await expect(button(page, "Start Recording")).toBeVisible();
});

test("REC28 where the code cannot be fetched, the address in words remains", async ({
  page,
  client,
  baseURL,
}) => {
  await pretend(page, { userAgent: CHROME_ON_WINDOWS, without: "getUserMedia" });
  await page.route("**/qr-code-*.js", (route) => route.abort());
  await page.goto(`/record/${client.custom_slug}/video`);
  await expect(page.getByText(`${baseURL}/record/${client.custom_slug}/video`)).toBeVisible();
  await expect(button(page, "Copy link")).toBeVisible();
});

test("REC28 REC04 axe finds nothing in any of these states", async ({ context, client }) => {
  test.setTimeout(120_000);
  for (const pretence of [
    { userAgent: INSTAGRAM_ON_IOS, without: "getUserMedia" },
    { userAgent: FACEBOOK_ON_ANDROID, fails: "NotAllowedError" },
    { userAgent: CHROME_ON_ANDROID, without: "MediaRecorder" },
    { userAgent: SAFARI_ON_IOS, fails: "NotAllowedError" },
    { userAgent: CHROME_ON_WINDOWS, fails: "NotFoundError" },
    { userAgent: CHROME_ON_WINDOWS, fails: "NotReadableError" },
    { userAgent: CHROME_ON_WINDOWS, without: "getUserMedia" },
  ] satisfies Pretence[]) {
    const tab = await context.newPage();
    await pretend(tab, pretence);
    await tab.goto(`/record/${client.custom_slug}/video`);
    if ("fails" in pretence) await grant(tab).click();
    await expect(tab.getByText("Nothing is sent until you press submit.")).toBeVisible();
    await expect(grant(tab)).toBeHidden();
    const more = tab.locator("summary");
    if (await more.isVisible()) await more.click();
    await axe(tab, JSON.stringify(pretence));
    await tab.close();
  }
});
