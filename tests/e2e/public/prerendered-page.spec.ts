// The record pages before their app is there: seen, and acting, on a line that brings the rest later.
import type { Page } from "@playwright/test";
import { video } from "../../support/people/owner/clients.ts";
import { plantTake } from "../../support/browsers/indexeddb.ts";
import { cases } from "../../support/runtime/thorough.ts";
import { button, expect, test, toast } from "../sayso.ts";
import { pauseAnimations } from "../clocks.ts";
import { openWithoutApp, VENDOR } from "../open-without-app.ts";

type Watched = { calls: number; tracks: MediaStreamTrack[] };

/** Records the page's camera requests and passes them on. */
const watchCalls = (page: Page) =>
  page.addInitScript(() => {
    const watched: Watched = Object.assign(window, { calls: 0, tracks: [] });
    const devices = navigator.mediaDevices;
    const ask = devices.getUserMedia.bind(devices);
    devices.getUserMedia = async (constraints) => {
      watched.calls += 1;
      const stream = await ask(constraints);
      watched.tracks.push(...stream.getTracks());
      return stream;
    };
  });

const calls = (page: Page) => page.evaluate(() => (window as unknown as Watched).calls);
const tracks = (page: Page) =>
  page.evaluate(() => (window as unknown as Watched).tracks.map(({ readyState }) => readyState));

test("REC02 REC03 a press before the app is there asks for the camera at once, and the app shows its picture", async ({
  page,
  client,
}) => {
  await watchCalls(page);
  const release = await openWithoutApp(page, `/record/${client.custom_slug}/video`);
  await button(page, "Grant Camera Access").click();
  await expect(page.getByRole("status", { name: "One moment" })).toContainText("It is on its way.");
  expect(await tracks(page), "the camera's light goes off until the app is there").toEqual([
    "ended",
    "ended",
  ]);
  expect(await calls(page)).toBe(1);
  release();
  await expect(toast(page, "Camera access granted")).toBeVisible();
  await expect(button(page, "Start recording")).toBeVisible();
  expect(await calls(page)).toBe(2);
  // The press was one for this page, and none for the next.
  await page.getByRole("link", { name: `Back to ${client.company_name}` }).click();
  await page.getByRole("link", { name: "Leave a Video Testimonial" }).click();
  await expect(button(page, "Grant Camera Access")).toBeVisible();
  expect(await calls(page)).toBe(2);
});

test("REC02 a double tap asks once and cancels nothing, before the app is there and in the app", async ({
  page,
  client,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => new Promise(() => undefined);
  });
  const release = await openWithoutApp(page, `/record/${client.custom_slug}/video`);
  const wait = page.getByRole("heading", { name: "Waiting for your camera" });
  await button(page, "Grant Camera Access").dblclick();
  await expect(wait).toBeVisible();
  await button(page, "Cancel").click();
  await expect(wait).toBeHidden();
  release();
  await expect(page.getByRole("textbox", { name: "Name" })).toBeVisible();
  await button(page, "Grant Camera Access").dblclick();
  await expect(wait).toBeVisible();
  await button(page, "Cancel").click();
  await expect(button(page, "Grant Camera Access")).toBeVisible();
});

test("REC02 a wait for the camera that is cancelled before the app is there, or after, opens no camera", async ({
  page,
  client,
}) => {
  await watchCalls(page);
  await page.addInitScript(() => {
    const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    const allowed = new Promise((resolve) => Object.assign(window, { allow: resolve }));
    navigator.mediaDevices.getUserMedia = (constraints) => allowed.then(() => ask(constraints));
  });
  for (const cancelsEarly of [true, false]) {
    const release = await openWithoutApp(page, `/record/${client.custom_slug}/video`);
    await button(page, "Grant Camera Access").click();
    if (cancelsEarly) await button(page, "Cancel").click();
    release();
    await expect(page.getByRole("textbox", { name: "Name" })).toBeVisible();
    if (!cancelsEarly) await button(page, "Cancel").click();
    await expect(button(page, "Grant Camera Access")).toBeVisible();
    await page.evaluate(() => (window as unknown as { allow: () => void }).allow());
    await expect.poll(() => tracks(page)).toEqual(["ended", "ended"]);
    await expect(button(page, "Grant Camera Access")).toBeVisible();
    expect(await calls(page)).toBe(1);
    await page.unroute(VENDOR);
  }
});

test("REC04 a refusal before the app is there is said by the app, which does not ask again", async ({
  page,
  client,
}) => {
  await page.addInitScript(() => {
    Object.assign(window, { calls: 0 });
    navigator.mediaDevices.getUserMedia = () => {
      (window as unknown as { calls: number }).calls += 1;
      return Promise.reject(new DOMException("no", "NotAllowedError"));
    };
  });
  const release = await openWithoutApp(page, `/record/${client.custom_slug}/video`);
  await button(page, "Grant Camera Access").click();
  release();
  await expect(toast(page, "Camera access denied")).toBeVisible();
  expect(await calls(page)).toBe(1);
});

for (const way of cases(1, ["dropped", "chosen"] as const)) {
  test(`REC28 a video that is ${way} before the app is there is taken by it`, async ({ page, client }) => {
    const release = await openWithoutApp(page, `/record/${client.custom_slug}/video`);
    await expect(button(page, "Grant Camera Access")).toBeVisible();
    const bytes = await video();
    if (way === "chosen") {
      const file = { name: "mine.mp4", mimeType: "video/mp4", buffer: Buffer.from(bytes) };
      await page.getByLabel("Upload a video instead").setInputFiles(file);
    } else {
      await page
        .locator(".prerendered h2")
        .first()
        .evaluate(
          (heading, content) => {
            const dataTransfer = new DataTransfer();
            dataTransfer.items.add(new File([new Uint8Array(content)], "mine.mp4", { type: "video/mp4" }));
            const options = { dataTransfer, bubbles: true, cancelable: true };
            if (heading.dispatchEvent(new DragEvent("dragover", options)))
              throw new Error("it would be opened");
            heading.dispatchEvent(new DragEvent("drop", options));
          },
          [...bytes],
        );
    }
    await expect(page.getByRole("status", { name: "One moment" })).toBeVisible();
    release();
    await expect(page.getByLabel("Your recorded video")).toBeVisible();
  });
}

test("REC28 a video that is chosen in a dialog which was opened before the app was there is taken by it", async ({
  page,
  client,
}) => {
  const release = await openWithoutApp(page, `/record/${client.custom_slug}/video`);
  const chooser = page.waitForEvent("filechooser");
  await page.getByText("Upload a video instead").click();
  const dialog = await chooser;
  release();
  await expect(page.getByRole("textbox", { name: "Name" })).toBeVisible();
  const buffer = Buffer.from(await video());
  await dialog.setFiles({ name: "mine.mp4", mimeType: "video/mp4", buffer });
  await expect(page.getByLabel("Your recorded video")).toBeVisible();
});

test("REC26 a video that waits on the device is offered although the camera was asked for early", async ({
  page,
  client,
}) => {
  const path = `/record/${client.custom_slug}/video`;
  await page.goto(path);
  await plantTake(page, client.id);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Your video is still here" })).toBeVisible();
  const release = await openWithoutApp(page, path);
  await button(page, "Grant Camera Access").click();
  release();
  await expect(page.getByRole("heading", { name: "Your video is still here" })).toBeVisible();
});

test("the focus stays where it is when the app comes, and the invitation leads to the camera before that (REC01)", async ({
  page,
  client,
}) => {
  const invitation = page.getByRole("link", { name: "Leave a Video Testimonial" });
  const release = await openWithoutApp(page, `/record/${client.custom_slug}`);
  await invitation.focus();
  release();
  await expect(page.locator(".prerendered")).toHaveCount(0);
  await expect(invitation).toBeFocused();
  await page.unroute(VENDOR);

  const releaseNext = await openWithoutApp(page, `/record/${client.custom_slug}`);
  await invitation.click();
  await expect(page).toHaveURL(/\/video$/);
  await button(page, "Grant Camera Access").focus();
  releaseNext();
  await expect(page.locator(".prerendered")).toHaveCount(0);
  await expect(button(page, "Grant Camera Access")).toBeFocused();
});

test("while a video is being sent, and where nothing can be recorded, nothing is shown that could be pressed instead (REC28 SUB35)", async ({
  page,
  client,
}) => {
  const showsNothing = async () => {
    const script = page.waitForResponse(/before-app\.js$/);
    await openWithoutApp(page, `/record/${client.custom_slug}/video`);
    await (await script).finished();
    await expect(page.locator("template.prerendered")).toBeAttached();
    await expect(button(page, "Grant Camera Access")).toHaveCount(0);
    await page.unroute(VENDOR);
  };
  const sending = JSON.stringify({ key: "k", destination: "d", pages: 1 });
  await page.goto("/terms");
  await page.evaluate((stored) => localStorage.setItem("sayso-sending", stored), sending);
  await showsNothing();
  await page.evaluate(() => localStorage.removeItem("sayso-sending"));
  await page.addInitScript("delete window.MediaRecorder");
  await showsNothing();
});

test("shows the plain form if the app fails or does not load within 10 seconds (REC01)", async ({
  page,
  client,
}) => {
  const path = `/record/${client.custom_slug}/video`;
  const form = page.locator(".without-app");
  const prerendered = page.locator("div.prerendered");
  const finishAnimations = await pauseAnimations(page);
  await openWithoutApp(page, path, { waits: false });
  await expect(prerendered).toBeVisible();
  await expect(form).toBeHidden();
  const durations = () =>
    page.evaluate(() => document.getAnimations().map(({ effect }) => effect?.getTiming().duration));
  await expect.poll(durations).toContain(10_000);
  await finishAnimations();
  await expect(form).toBeVisible();
  await expect(prerendered).toBeHidden();
  await page.unroute(VENDOR);

  await page.route(/\/record-app\.js$/, (route) => route.abort());
  await page.goto(path, { waitUntil: "commit" });
  await expect(prerendered).toBeAttached();
  await expect(form).toBeVisible();
  await expect(prerendered).toBeHidden();
});
