// A customer tries once: whatever keeps the camera away, the page says what and offers another way to a video.
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { axe } from "../axe.ts";
import { disableTimeouts } from "../clocks.ts";
import { button, expect, fillInForm, test, toast } from "../sayso.ts";
import { again, cameraApp, decoded, grant, heading, upload } from "./camera-help.ts";
import {
  INSTAGRAM_ON_IOS,
  FACEBOOK_ON_ANDROID,
  CHROME_ON_ANDROID,
  SAFARI_ON_IOS,
  FIREFOX_ON_WINDOWS,
  CHROME_ON_WINDOWS,
  pretend,
  type Pretence,
} from "./pretended-browser.ts";

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
    await disableTimeouts(page, 4000);
    await page.goto(`/record/${client.custom_slug}/video`);
    await cameraApp(page).setInputFiles({ name: "a.txt", mimeType: "text/plain", buffer: Buffer.from("no") });
    await expect(toast(page, "This file cannot be used", "MP4, MOV or WebM")).toBeVisible();
    const buffer = await readFile("tests/fixtures/wk_frag.mp4");
    await cameraApp(page).setInputFiles({ name: "20260101.mp4", mimeType: "video/mp4", buffer });
    // It stands in the place of a taller card, and the form moves up beneath it.
    await expect(page.getByLabel("Your recorded video")).toBeVisible();
    await fillInForm(page);
    await button(page, "Submit Testimonial").click();
    await expect(page.getByRole("dialog", { name: "Thank you!" })).toBeVisible();
    expect(await sayso.row("SELECT container FROM submissions WHERE client_id = ?", client.id)).toEqual({
      container: "mp4",
    });
  });
});

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
    await expect(page.getByText("will not ask again")).toBeVisible();
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
  await expect(page.getByText("will not ask again")).toBeVisible();
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
  await expect(heading(page, "Your camera was disconnected")).toBeFocused();
  await expect(upload(page)).toBeAttached();
  await again(page).click();
  await expect(button(page, "Start Recording")).toBeVisible();
});

test("REC28 REC04 axe finds nothing in any of these states", async ({ context, client }) => {
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
