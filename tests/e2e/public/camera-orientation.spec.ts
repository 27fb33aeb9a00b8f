// The picture has the device's orientation: on the screen, and in the video that the business gets.
import type { Page } from "@playwright/test";
import { FilePathSource, Input, MP4, WEBM } from "mediabunny";
import { addClient, type ClientRow } from "../../support/people/owner/clients.ts";
import { deliveredVideo } from "../../support/people/customer/delivered.ts";
import { WITH_WATERMARK } from "../../support/films/finished-film.ts";
import {
  assertUprightVideo,
  installPhoneCamera,
  requestsOf,
  turnDevice,
  type PhoneCamera,
} from "../../support/browsers/phone-camera.ts";
import { firstFrame, SCENE } from "../../support/films/pictures.ts";
import { cases } from "../../support/runtime/thorough.ts";
import type { Sayso } from "../../support/runtime/worker.ts";
import { skipCountdown, slowClock } from "../clocks.ts";
import {
  button,
  expect,
  record,
  recordOpenCamera,
  send,
  stopRecording,
  test,
  untilSecond,
} from "../sayso.ts";

const ANDROID =
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0.0.0 Mobile Safari/537.36";

test.use({ viewport: { width: 390, height: 844 }, userAgent: ANDROID });

/** Size of the painted frame, whatever the video announces; `null` before its first frame. */
const shape = (page: Page) =>
  page.getByLabel("Live camera preview").evaluate(async (video: HTMLVideoElement) => {
    const frame = await createImageBitmap(video).catch(() => null);
    return frame && [frame.width, frame.height];
  });

async function openOn(page: Page, { custom_slug }: ClientRow, phone: PhoneCamera): Promise<void> {
  await slowClock(page, 3);
  await installPhoneCamera(page, phone);
  await page.goto(`/record/${custom_slug}/video`);
  await button(page, "Grant Camera Access").click();
  await expect(page.getByLabel("Live camera preview")).toBeVisible();
}

async function arrived(sayso: Sayso, client: { id: string }) {
  const { file, row } = await deliveredVideo(sayso, client);
  return { row, ...(await firstFrame(file)) };
}

for (const { name, phone, opened, applied, preview } of cases(1, [
  {
    name: "along its screen",
    phone: { held: "portrait", asks: "screen" },
    opened: { width: { ideal: 1280 }, height: { ideal: 720 } },
    applied: [{ width: { ideal: 720 }, height: { ideal: 1280 } }],
    preview: [720, 1280],
  },
  {
    name: "along its sensor, and that lies",
    phone: { held: "landscape", asks: "sensor" },
    opened: { width: { ideal: 1280 }, height: { ideal: 720 } },
    applied: [],
    preview: [1280, 720],
  },
  {
    name: "along its sensor, and that misreports its picture to a browser without VideoFrame",
    phone: { held: "portrait", asks: "sensor", misreports: true, noVideoFrame: true },
    opened: { width: { ideal: 1280 }, height: { ideal: 720 } },
    applied: [],
    preview: [720, 1280],
  },
  {
    name: "along its sensor, and that misreports its picture",
    phone: { held: "portrait", asks: "sensor", misreports: true },
    opened: { width: { ideal: 1280 }, height: { ideal: 720 } },
    applied: [],
    preview: [720, 1280],
  },
  {
    name: "along its sensor",
    phone: { held: "portrait", asks: "sensor" },
    opened: { width: { ideal: 1280 }, height: { ideal: 720 } },
    applied: [],
    preview: [720, 1280],
  },
] as const)) {
  test(`records in the device's orientation on a phone that is asked ${name} (REC33 WMK10)`, async ({
    page,
    sayso,
  }) => {
    const client = await addClient(sayso, WITH_WATERMARK);
    await openOn(page, client, phone);
    await expect.poll(() => shape(page)).toEqual(preview);
    const requests = await requestsOf(page);
    expect(requests.opened, "one prompt").toHaveLength(1);
    expect(requests.opened[0]).toMatchObject({ facingMode: "user", ...opened });
    expect(requests.applied).toEqual(applied);
    await button(page, "Close camera").click();
    await record(page, { large: true });
    await send(page);
    await assertUprightVideo(sayso, client, { name, sides: preview });
  });
}

test("requests the configuration that gave the better picture first the next time, while the phone is held the same way (REC33)", async ({
  page,
  client,
}) => {
  await openOn(page, client, { held: "portrait", asks: "screen" });
  await expect.poll(() => page.evaluate(() => localStorage.getItem("sayso-camera"))).toBe("second");
  expect((await requestsOf(page)).applied).toHaveLength(1);
  await page.reload();
  await button(page, "Grant Camera Access").click();
  await expect.poll(() => shape(page)).toEqual([720, 1280]);
  const { opened, applied } = await requestsOf(page);
  expect(opened[0]).toMatchObject({ width: { ideal: 720 }, height: { ideal: 1280 } });
  expect(applied).toEqual([]);
  await button(page, "Close camera").click();
  await turnDevice(page);
  await button(page, "Grant Camera Access").click();
  await expect.poll(() => shape(page)).toEqual([1280, 720]);
});

test(
  "shows a picture as it is after two requests left it sideways (REC33)",
  { tag: "@thorough" },
  async ({ page, client }) => {
    await installPhoneCamera(page, { held: "portrait", asks: "screen" });
    await page.addInitScript(() => {
      const open = navigator.mediaDevices.getUserMedia;
      navigator.mediaDevices.getUserMedia = async (constraints) => {
        const stream = await open(constraints);
        for (const track of stream.getVideoTracks()) {
          const apply = track.applyConstraints;
          track.applyConstraints = () => apply({ width: 1280, height: 720 });
        }
        return stream;
      };
    });
    await page.goto(`/record/${client.custom_slug}/video`);
    await record(page, { large: true });
    expect((await requestsOf(page)).applied).toHaveLength(1);
  },
);

test(
  "shows the camera while it is reconfigured, and keeps its picture if it does not answer (REC33)",
  { tag: "@thorough" },
  async ({ page, client }) => {
    await openOn(page, client, { held: "portrait", asks: "screen", ignoresRequests: true });
    await expect.poll(async () => (await requestsOf(page)).applied.length).toBe(1);
    await expect(button(page, "Start Recording")).toBeEnabled();
    await button(page, "Close camera").click();
    await button(page, "Grant Camera Access").click();
    await expect.poll(async () => (await requestsOf(page)).applied.length).toBe(2);
    await recordOpenCamera(page, { large: true });
    const { opened, applied } = await requestsOf(page);
    expect([opened.length, applied.length], "two requests for each tap").toEqual([2, 2]);
  },
);

test("turns a sideways picture upright as soon as the rules have loaded (REC33)", async ({
  page,
  client,
}) => {
  const rules = Promise.withResolvers<void>();
  await page.route("**/rules_bg.wasm", (route) => rules.promise.then(() => route.continue()));
  await openOn(page, client, { held: "portrait", asks: "screen" });
  await expect.poll(() => shape(page)).toEqual([640, 480]);
  rules.resolve();
  await expect.poll(() => shape(page)).toEqual([480, 640]);
  await button(page, "Close camera").click();
  await button(page, "Grant Camera Access").click();
  await expect.poll(() => shape(page)).toEqual([720, 1280]);
});

test("records in the orientation at Start on a phone that was turned since the camera opened (REC33)", async ({
  page,
  sayso,
}) => {
  const client = await addClient(sayso, WITH_WATERMARK);
  await openOn(page, client, { held: "landscape", asks: "screen" });
  await expect.poll(() => shape(page)).toEqual([1280, 720]);
  await turnDevice(page);
  await button(page, "Start Recording").click();
  await expect.poll(() => shape(page)).toEqual([720, 1280]);
  await skipCountdown(page);
  await untilSecond(page, 0);
  await stopRecording(page);
  await send(page);
  const { sides, scene } = await arrived(sayso, client);
  expect(sides).toEqual([720, 1280]);
  expect(scene).toEqual(SCENE);
});

for (const { name, watermark, misreports } of cases(1, [
  { name: "WMK10 with its watermark", watermark: WITH_WATERMARK, misreports: false },
  { name: "REC24 copied, where there is no watermark", watermark: {}, misreports: false },
  { name: "of a preview that misreports its picture", watermark: {}, misreports: true },
])) {
  test(`${name}: a file recorded sideways is delivered upright, like its preview (REC34)`, async ({
    page,
    sayso,
  }) => {
    const client = await addClient(sayso, watermark);
    await openOn(page, client, { held: "portrait", asks: "sensor", recordsSideways: true, misreports });
    await button(page, "Close camera").click();
    await record(page, { large: true });
    await send(page);
    const { row, sides, scene } = await arrived(sayso, client);
    expect(row.unfinished).toBeNull();
    expect(sides).toEqual([720, 1280]);
    expect(scene).toEqual(SCENE);
  });
}

for (const container of cases(1, ["mp4", "webm"])) {
  test(`a file sent as recorded states its own rotation: ${container} (REC34)`, async ({ page, sayso }) => {
    const client = await addClient(sayso, WITH_WATERMARK);
    // A broken finisher: its worker's script throws.
    await page.route("**/*finisher.worker*", (route) =>
      route.fulfill({ contentType: "text/javascript", body: "throw 1" }),
    );
    await page.addInitScript((settings) => {
      const takes = MediaRecorder.isTypeSupported.bind(MediaRecorder);
      MediaRecorder.isTypeSupported = (type) => type.includes(settings) && takes(type);
    }, container);
    await openOn(page, client, { held: "portrait", asks: "sensor", recordsSideways: true });
    await button(page, "Close camera").click();
    await record(page, { large: true });
    await send(page);
    const { file, row } = await deliveredVideo(sayso, client);
    expect([row.unfinished, row.container]).toEqual(["failed", container]);
    const input = new Input({ source: new FilePathSource(file), formats: [MP4, WEBM] });
    const rotation = await (await input.getPrimaryVideoTrack())?.getRotation();
    input.dispose();
    expect(rotation).toBe(90);
    // The ffmpeg of Debian 12 reads no roll.
    const { scene } = await firstFrame(file);
    expect(scene).toEqual(container === "mp4" ? SCENE : expect.anything());
  });
}

test(
  "a recording keeps its orientation while the phone is turned (REC34)",
  { tag: "@thorough" },
  async ({ page, sayso }) => {
    const client = await addClient(sayso, WITH_WATERMARK);
    await openOn(page, client, { held: "portrait", asks: "sensor" });
    await button(page, "Start Recording").click();
    await skipCountdown(page);
    await untilSecond(page, 1);
    await turnDevice(page);
    await untilSecond(page, 2);
    await button(page, "Stop Recording").click();
    await send(page);
    const { sides, scene } = await arrived(sayso, client);
    expect(sides).toEqual([720, 1280]);
    expect(scene).toEqual(SCENE);
  },
);

test(
  "REC35 a phone that cannot keep up is asked smaller the next time, and as before where that did not help",
  { tag: "@thorough" },
  async ({ page, client, sayso }) => {
    const asked = async () => {
      await button(page, "Grant Camera Access").click();
      await expect(button(page, "Start Recording")).toBeVisible();
      return (await requestsOf(page)).opened.at(-1);
    };
    const phone: PhoneCamera = { held: "portrait", asks: "sensor" };
    await installPhoneCamera(page, { ...phone, framesPerSecond: 12 });
    await page.goto(`/record/${client.custom_slug}/video`);
    expect(await asked()).toMatchObject({ width: { ideal: 1280 }, height: { ideal: 720 } });
    await button(page, "Close camera").click();
    await record(page, { ms: 4000, large: true });
    await send(page);
    const { row } = await deliveredVideo(sayso, client);
    expect(row.frame_rate).toBeGreaterThan(0);
    expect(row.frame_rate).toBeLessThan(20);
    const lesson = () => page.evaluate(() => localStorage.getItem("sayso-slow-camera"));
    await expect.poll(lesson).not.toBeNull();

    await installPhoneCamera(page, { ...phone, framesPerSecond: 5 });
    await page.goto(`/record/${client.custom_slug}/video`);
    expect(await asked()).toMatchObject({ width: { ideal: 640 }, height: { ideal: 480 } });
    await button(page, "Close camera").click();
    await record(page, { ms: 4000, large: true });
    await expect(page.getByText(/^Ready to send/)).toBeVisible();
    await expect.poll(lesson).toBeNull();
    await button(page, "Re-record").click();
    await expect(button(page, "Start Recording")).toBeVisible();
    expect((await requestsOf(page)).opened.at(-1)).toMatchObject({
      width: { ideal: 1280 },
      height: { ideal: 720 },
    });
  },
);
