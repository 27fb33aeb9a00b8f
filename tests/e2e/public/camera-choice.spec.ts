// The better of two camera pictures is chosen in time.
import type { Page } from "@playwright/test";
import { installPhoneCamera, requestsOf, type PhoneCamera } from "../../support/browsers/phone-camera.ts";
import { slowClock } from "../clocks.ts";
import { button, expect, test } from "../sayso.ts";

const LANDSCAPE = { width: { ideal: 1280 }, height: { ideal: 720 } };
const PORTRAIT = { width: { ideal: 720 }, height: { ideal: 960 } };

const desk = (gives: PhoneCamera["gives"]): PhoneCamera => ({
  held: "landscape",
  asks: "screen",
  ...(gives ? { gives } : {}),
});
const mode = (width: number, height: number, frameRate: number) => ({ width, height, frameRate });

/** Notes on each page, in its own time, when the camera was open and when its picture first had these sides. */
const recordArrival = (page: Page, sides: readonly [number, number]) =>
  page.addInitScript(([width, height]) => {
    const times = { opened: 0, arrived: 0 };
    Object.assign(window, { times });
    addEventListener("DOMContentLoaded", () => {
      const open = MediaDevices.prototype.getUserMedia;
      MediaDevices.prototype.getUserMedia = async function (constraints) {
        const stream = await open.call(this, constraints);
        times.opened = performance.now();
        const look = setInterval(() => {
          const video = document.querySelector<HTMLVideoElement>('[aria-label="Live camera preview"]');
          if (video?.videoWidth !== width || video.videoHeight !== height) return;
          times.arrived = performance.now();
          clearInterval(look);
        }, 10);
        return stream;
      };
    });
  }, sides);

const times = (page: Page) =>
  page.evaluate(() => (window as unknown as { times: { opened: number; arrived: number } }).times);

for (const { name, gives, applied, sides } of [
  {
    name: "the first, where the second is slower than that is oversized",
    gives: { portrait: mode(1500, 2000, 30), landscape: mode(1280, 720, 10) },
    applied: [LANDSCAPE, PORTRAIT],
    sides: [1500, 2000],
  },
  {
    name: "the first, where the second is slower still",
    gives: { portrait: mode(720, 960, 15), landscape: mode(1280, 720, 10) },
    applied: [LANDSCAPE, PORTRAIT],
    sides: [720, 960],
  },
  {
    name: "the second, where that is quick",
    gives: { portrait: mode(720, 960, 10), landscape: mode(1280, 720, 30) },
    applied: [LANDSCAPE],
    sides: [1280, 720],
  },
  {
    name: "the second, where both are alike",
    gives: { portrait: mode(720, 960, 10), landscape: mode(1280, 720, 10) },
    applied: [LANDSCAPE],
    sides: [1280, 720],
  },
] as const) {
  test(`records the better of a camera's two pictures: ${name} (REC35)`, async ({ page, client }) => {
    await slowClock(page);
    await installPhoneCamera(page, desk(gives));
    await page.goto(`/record/${client.custom_slug}/video`);
    await button(page, "Grant Camera Access").click();
    await expect.poll(async () => (await requestsOf(page)).applied).toEqual(applied);
    const preview = page.getByLabel("Live camera preview");
    await expect
      .poll(() => preview.evaluate((video: HTMLVideoElement) => [video.videoWidth, video.videoHeight]))
      .toEqual(sides);
    await button(page, "Start Recording").click();
    await expect(preview).toBeVisible();
    const requests = await requestsOf(page);
    expect(requests.opened, "one prompt").toHaveLength(1);
    expect(requests.opened[0]).toMatchObject(PORTRAIT);
    expect(requests.applied, "nothing else was asked").toEqual(applied);
  });
}

test("REC33 REC35 the picture that stays is there within 1.5 seconds of the page's own time", async ({
  page,
  client,
}) => {
  const gives = { portrait: mode(720, 960, 10), landscape: mode(1280, 720, 30) };
  await slowClock(page);
  await installPhoneCamera(page, desk(gives));
  await recordArrival(page, [1280, 720]);
  await page.goto(`/record/${client.custom_slug}/video`);
  await button(page, "Grant Camera Access").click();
  await expect.poll(async () => (await times(page)).arrived).toBeGreaterThan(0);
  const { opened, arrived } = await times(page);
  expect(arrived - opened).toBeLessThanOrEqual(1500);
});
