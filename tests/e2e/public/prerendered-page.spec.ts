// The record pages before their app is there: seen, and acting, on a line that brings the rest later.
import type { Page } from "@playwright/test";
import { addClient, video } from "../../support/clients.ts";
import { watchLoading } from "../page-weight.ts";
import { button, expect, test, toast } from "../sayso.ts";

/** Keeps React on its way; answers how to let it come. */
async function holdApp(page: Page): Promise<() => void> {
  let release = () => undefined as void;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/vendor\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

/** Notes what the page asks the camera for, and lets the browser answer. */
const countCalls = (page: Page) =>
  page.addInitScript(() => {
    const devices = navigator.mediaDevices;
    const ask = devices.getUserMedia.bind(devices);
    Object.assign(window, { calls: 0 });
    devices.getUserMedia = (constraints) => {
      (window as unknown as { calls: number }).calls += 1;
      return ask(constraints);
    };
  });

const calls = (page: Page) => page.evaluate(() => (window as unknown as { calls: number }).calls);

/** A part of the page as HTML, without what differs from one rendering to the next. */
const markup = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const copy = element.cloneNode(true) as Element;
      for (const part of [copy, ...copy.querySelectorAll("*")]) {
        const attributes = [...part.attributes].toSorted((one, other) => (one.name < other.name ? -1 : 1));
        for (const { name } of attributes) part.removeAttribute(name);
        for (const { name, value } of attributes)
          if (!/^(id|for)$/.test(name)) part.setAttribute(name, value);
      }
      return copy.outerHTML;
    });

const LOGO =
  "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='90' height='40'><rect width='90' height='40'/></svg>";
const REVIEW = { review_link_type: "Trustpilot", review_link_url: "https://reviews.example/a?b=1&c=2" };

test("REC02 REC03 a press before the app is there asks for the camera at once, and the app shows its picture", async ({
  page,
  client,
}) => {
  await countCalls(page);
  const release = await holdApp(page);
  await page.goto(`/record/${client.custom_slug}/video`, { waitUntil: "commit" });
  await button(page, "Grant Camera Access").click();
  await expect(page.getByRole("heading", { name: "Waiting for your camera" })).toBeVisible();
  await expect.poll(() => calls(page)).toBe(1);
  expect(await page.evaluate(() => document.querySelector("form:not(.without-app form)"))).toBeNull();
  release();
  await expect(toast(page, "Camera access granted")).toBeVisible();
  await expect(button(page, "Start recording")).toBeVisible();
});

test("REC02 a wait for the camera that is cancelled before the app is there leaves the page as it was", async ({
  page,
  client,
}) => {
  const release = await holdApp(page);
  await page.goto(`/record/${client.custom_slug}/video`, { waitUntil: "commit" });
  await button(page, "Grant Camera Access").click();
  await button(page, "Cancel").click();
  await expect(button(page, "Grant Camera Access")).toBeVisible();
  release();
  await expect(page.getByRole("textbox", { name: "Name" })).toBeVisible();
  await expect(button(page, "Grant Camera Access")).toBeVisible();
  await expect(toast(page, "Camera")).toHaveCount(0);
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
  const release = await holdApp(page);
  await page.goto(`/record/${client.custom_slug}/video`, { waitUntil: "commit" });
  await button(page, "Grant Camera Access").click();
  release();
  await expect(toast(page, "Camera access denied")).toBeVisible();
  expect(await calls(page)).toBe(1);
});

test("REC28 a video that is chosen before the app is there is taken by it", async ({ page, client }) => {
  const release = await holdApp(page);
  await page.goto(`/record/${client.custom_slug}/video`, { waitUntil: "commit" });
  await page.getByLabel("Upload a video instead").setInputFiles({
    name: "mine.mp4",
    mimeType: "video/mp4",
    buffer: Buffer.from(await video()),
  });
  await expect(button(page, "Grant Camera Access")).toBeHidden();
  release();
  await expect(page.getByLabel("Your recorded video")).toBeVisible();
});

test("REC01 the invitation leads to the camera before the app is there", async ({ page, client }) => {
  await holdApp(page);
  await page.goto(`/record/${client.custom_slug}`, { waitUntil: "commit" });
  await page.getByRole("link", { name: "Leave a Video Testimonial" }).click();
  await expect(page).toHaveURL(/\/video$/);
  await expect(button(page, "Grant Camera Access")).toBeVisible();
});

test("REC28 REC01 where nothing can be recorded, and where the app fails, nothing of it is seen", async ({
  page,
  client,
}) => {
  const path = `/record/${client.custom_slug}/video`;
  await page.addInitScript("delete window.MediaRecorder");
  await holdApp(page);
  await page.goto(path, { waitUntil: "commit" });
  await expect(page.locator(".prerendered")).toBeHidden();
  await page.unroute(/\/vendor\.js$/);
  await page.route(/\/vendor\.js$/, (route) => route.abort());
  await page.goto(path, { waitUntil: "commit" });
  await expect(page.locator(".without-app")).toBeVisible();
  await expect(page.locator(".prerendered")).toBeHidden();
});

for (const [kind, wish] of Object.entries({
  "a name that HTML could read": { company_name: `<b>O'Neill & “Sons”</b> ~~support_url~~` },
  "a logo": { logo_url: LOGO },
  "a review page": REVIEW,
  "a review platform without an address": { ...REVIEW, review_link_url: null },
  "a logo and a review page": { logo_url: LOGO, ...REVIEW },
})) {
  test(`REC01 what is seen before the app is there stays as it is once it is: ${kind}`, async ({
    page,
    sayso,
  }) => {
    const client = await addClient(sayso, wish);
    for (const [path, parts] of [
      ["", ["main", "footer"]],
      ["/video", ["header", "section > div:first-of-type", "footer"]],
    ] as const) {
      const release = await holdApp(page);
      await page.goto(`/record/${client.custom_slug}${path}`, { waitUntil: "commit" });
      await expect(page.locator(".prerendered")).toBeVisible();
      const before: string[] = [];
      for (const part of parts) before.push(await markup(page, `.prerendered ${part}`));
      expect(before.join()).not.toContain("~~custom");
      release();
      await expect(page.locator(".prerendered")).toHaveCount(0);
      for (const [index, part] of parts.entries())
        expect(await markup(page, `#root ${part}`), part).toBe(before[index]);
      await page.unroute(/\/vendor\.js$/);
    }
  });
}

test("BUDGET at most 15 kB come before the camera can be asked for", async ({ page, client }) => {
  const loaded = watchLoading(page);
  await page.route(/\.(js|wasm|woff2)$/, async (route) => {
    if (route.request().url().endsWith("/early.js")) await route.continue();
    else await route.abort();
  });
  await page.goto(`/record/${client.custom_slug}/video`, { waitUntil: "commit" });
  await button(page, "Grant Camera Access").click();
  const needed = [...(await loaded())].filter(([name]) => /video$|early\.js$|\.css$/.test(name));
  expect(needed).toHaveLength(3);
  expect(needed.reduce((sum, [, size]) => sum + size, 0) / 1000).toBeLessThanOrEqual(15);
});
