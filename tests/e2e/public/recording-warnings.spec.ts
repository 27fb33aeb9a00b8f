// The open camera's warnings, the choice of cameras, and the mirrored preview.
import type { Page } from "@playwright/test";
import { installFakeCamera } from "../../support/browsers/cameras.ts";
import { deliveredVideo } from "../../support/people/customer/delivered.ts";
import { greyFrames } from "../../support/films/pictures.ts";
import { cases } from "../../support/runtime/thorough.ts";
import { ffprobe } from "../../support/films/videos.ts";
import { pauseClock, skipCountdown } from "../clocks.ts";
import {
  button,
  countDown,
  expect,
  fillInForm,
  watchForText,
  record,
  send,
  test,
  thanks,
  untilSecond,
} from "../sayso.ts";
import { BRIGHT, openCamera } from "./open-camera.ts";

const hint = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text });
const level = (page: Page) =>
  page.getByRole("meter", { name: "Microphone level" }).evaluate((meter: HTMLMeterElement) => meter.value);

test("REC29 the microphone's level is shown from the start, and nobody who speaks is told to", async ({
  page,
  client,
}) => {
  await installFakeCamera(page, BRIGHT);
  await openCamera(page, client.custom_slug);
  await expect.poll(() => level(page)).toBeGreaterThan(0.3);
  await button(page, "Start Recording").click();
  await skipCountdown(page);
  await untilSecond(page, 4);
  await expect(page.getByText("We cannot hear you.")).toBeHidden();
});

test("REC29 a silent microphone is said while it records, not before", async ({ page, client }) => {
  await installFakeCamera(page, { ...BRIGHT, sound: "none" });
  await openCamera(page, client.custom_slug);
  await expect.poll(() => level(page)).toBe(0);
  const seenText = await watchForText(page, "We cannot hear you.");
  await button(page, "Start Recording").click();
  await skipCountdown(page);
  await expect(
    hint(page, "We cannot hear you. Check that your microphone is on and not covered."),
  ).toBeVisible();
  expect(await seenText(), "while it records").toMatch(/0:\d\d \/ 0:40/);
});

// `accessibility.spec.ts` shows the dark picture's warning too.
for (const [shade, text] of cases(1, [
  ["#000000", "There is no picture. Check that nothing covers your camera."],
  ["#161616", "It is very dark. Turn towards a window or a lamp."],
] as const)) {
  test(`REC29 a picture of ${shade} is said before anything is recorded: ${text}`, async ({
    page,
    client,
  }) => {
    await installFakeCamera(page, { ...BRIGHT, left: shade, right: shade });
    await openCamera(page, client.custom_slug);
    await expect(hint(page, text)).toBeVisible();
  });
}

test("REC29 a headset that sounds like a telephone is named before anything is recorded", async ({
  page,
  client,
}) => {
  await installFakeCamera(page, BRIGHT);
  await page.addInitScript(() => {
    const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getUserMedia = async (constraints) => {
      const stream = await ask(constraints);
      for (const track of stream.getAudioTracks()) {
        Object.defineProperty(track, "label", { value: "Default - Blue Buds (Bluetooth)" });
        track.getSettings = () => ({ sampleRate: 8000 });
      }
      return stream;
    };
  });
  await openCamera(page, client.custom_slug);
  await expect(
    hint(page, "Blue Buds (Bluetooth) sounds like a telephone. Switch it off, then open the camera again."),
  ).toBeVisible();
});

test("REC29 a device that is almost full is said before it records", async ({ page, client }) => {
  await installFakeCamera(page, BRIGHT);
  await page.addInitScript(() => {
    navigator.storage.estimate = () => Promise.resolve({ quota: 100_000_000, usage: 90_000_000 });
  });
  await openCamera(page, client.custom_slug);
  await expect(
    hint(page, "Your device is almost full. Send your video before you close this page."),
  ).toBeVisible();
});

test("REC29 on a slow connection the time to send is told beforehand", async ({ page, client }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "connection", { value: { downlink: 0.05 } });
  });
  await page.goto(`/record/${client.custom_slug}/video`);
  await page.getByLabel("Upload a video instead").setInputFiles("tests/fixtures/cr_avc1_opus_frag.mp4");
  // 0.47 MB at a third of 50 kbps.
  await expect(page.getByText("Ready to send. About 4 minutes on this connection.")).toBeVisible();
});

test("REC29 the screen stays on while it records and while it sends, and the countdown is felt", async ({
  page,
  client,
}) => {
  await page.addInitScript(() => {
    const seen = { held: 0, most: 0, ticks: 0 };
    Object.assign(window, { seen });
    Object.defineProperty(navigator, "wakeLock", {
      value: {
        request: async () => {
          seen.held += 1;
          seen.most = Math.max(seen.most, seen.held);
          return {
            release: async () => {
              seen.held -= 1;
            },
          };
        },
      },
    });
    navigator.vibrate = () => {
      seen.ticks += 1;
      return true;
    };
  });
  const seen = () =>
    page.evaluate(() => (window as unknown as { seen: Record<"held" | "most" | "ticks", number> }).seen);
  await openCamera(page, client.custom_slug);
  expect(await seen()).toEqual({ held: 0, most: 0, ticks: 0 });
  const advance = await pauseClock(page);
  await countDown(page, advance);
  await expect.poll(seen).toMatchObject({ held: 1, ticks: 3 });
  // The recording runs in real time, whatever the page's clock shows.
  await page.waitForTimeout(2500);
  await advance(3000);
  await button(page, "Stop Recording").click();
  await expect(page.getByLabel("Your recorded video")).toBeVisible();
  await expect.poll(async () => (await seen()).held).toBe(0);
  await fillInForm(page);
  let held = 0;
  await page.route("**/functions/v1/submit-testimonial", async (route) => {
    ({ held } = await seen());
    await route.continue();
  });
  await button(page, "Submit Testimonial").click();
  await expect(thanks(page)).toBeVisible();
  expect(held).toBe(1);
  await expect.poll(async () => (await seen()).held).toBe(0);
});

test("REC12 two cameras are changed with one button; the back one is not mirrored", async ({
  page,
  client,
}) => {
  await installFakeCamera(page, { ...BRIGHT, facing: "environment" }, ["Front camera", "Back camera"]);
  await openCamera(page, client.custom_slug);
  const preview = page.getByLabel("Live camera preview");
  await expect(preview).not.toHaveClass(/-scale-x-100/);
  await button(page, "Use the back camera").click();
  const requested = () =>
    page.evaluate(() => (window as unknown as { asked: MediaStreamConstraints[] }).asked);
  await expect.poll(async () => (await requested()).length).toBe(2);
  await expect(button(page, "Start Recording")).toBeVisible();
  const [first, second, ...more] = await requested();
  expect(more).toEqual([]);
  expect(first?.video).toMatchObject({ facingMode: "user" });
  expect(second?.video).toMatchObject({ deviceId: { exact: "camera 1" }, width: { ideal: 720 } });
  expect(second?.audio).toEqual(first?.audio);
});

test("REC12 more cameras are a list", async ({ page, client }) => {
  await installFakeCamera(page, BRIGHT, ["FaceTime HD", "Desk camera", "USB camera"]);
  await openCamera(page, client.custom_slug);
  await page.getByLabel("Camera", { exact: true }).selectOption("USB camera");
  const requested = () =>
    page.evaluate(() => (window as unknown as { asked: MediaStreamConstraints[] }).asked);
  await expect.poll(async () => (await requested()).length).toBe(2);
  expect((await requested())[1]?.video).toMatchObject({ deviceId: { exact: "camera 2" } });
});

test("REC12 one's own picture is mirrored on the screen and not in the file", async ({
  page,
  client,
  sayso,
}) => {
  await installFakeCamera(page, { ...BRIGHT, facing: "user" });
  await openCamera(page, client.custom_slug);
  await expect(page.getByLabel("Live camera preview")).toHaveClass(/-scale-x-100/);
  await button(page, "Close camera").click();
  await record(page);
  await send(page);
  const { file } = await deliveredVideo(sayso, client);
  const { streams } = await ffprobe(file);
  const picture = streams.find((stream) => stream.codec_type === "video");
  const [width, height] = [Number(picture?.width), Number(picture?.height)];
  const [frame] = await greyFrames(file, width, height);
  const middle = Math.floor(height / 2) * width;
  expect(frame?.[middle + Math.floor(width / 4)], "white is on the left").toBeGreaterThan(220);
  expect(frame?.[middle + Math.floor((3 * width) / 4)]).toBeLessThan(140);
});

for (const broken of cases(1, ["AudioContext", "getImageData"])) {
  test(`REC29 a browser whose ${broken} fails records all the same`, async ({ page, client }) => {
    await page.addInitScript((api) => {
      const fail = () => {
        throw new DOMException("no", "NotSupportedError");
      };
      if (api === "AudioContext") AudioContext.prototype.createMediaStreamSource = fail;
      else CanvasRenderingContext2D.prototype.getImageData = fail;
    }, broken);
    await openCamera(page, client.custom_slug);
    await button(page, "Start Recording").click();
    await skipCountdown(page);
    await untilSecond(page, 3);
    await expect(page.getByText("We cannot hear you.")).toBeHidden();
    await button(page, "Stop Recording").click();
    await expect(page.getByLabel("Your recorded video")).toBeVisible();
  });
}
