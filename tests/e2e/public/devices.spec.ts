// Phones and browsers that cannot run here, as far as the recorder can tell them apart.
import type { Page } from "@playwright/test";
import { cases } from "../../support/runtime/thorough.ts";
import { button, expect, record, send, test, reloadAnyway } from "../sayso.ts";

type Pose = { userAgent: string; platform: string; maxTouchPoints: number; takes: string[] };

const APPLE = "AppleWebKit/605.1.15 (KHTML, like Gecko)";
const AAC = [
  "video/mp4;codecs=avc1.42E01F,mp4a.40.2",
  "video/mp4;codecs=avc1.4D401F,mp4a.40.2",
  "video/mp4;codecs=avc1.64001F,mp4a.40.2",
  "video/mp4",
];
const IPHONE: Pose = {
  userAgent: `Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) ${APPLE} Version/18.4 Mobile/15E148 Safari/604.1`,
  platform: "iPhone",
  maxTouchPoints: 5,
  takes: AAC,
};
const IPAD: Pose = {
  ...IPHONE,
  userAgent: `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${APPLE} Version/18.4 Safari/605.1.15`,
  platform: "MacIntel",
};
const MAC: Pose = { ...IPAD, maxTouchPoints: 0 };
const ANDROID: Pose = {
  userAgent:
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36",
  platform: "Linux armv81",
  maxTouchPoints: 5,
  takes: ["video/mp4;codecs=avc1.42E01F,opus", "video/webm;codecs=vp8,opus", "video/webm"],
};

/** Poses as a device; records in this browser's own format, and keeps the requested options. */
const pose = (page: Page, device: Pose) =>
  page.addInitScript(({ userAgent, platform, maxTouchPoints, takes }) => {
    for (const [name, value] of Object.entries({ userAgent, platform, maxTouchPoints })) {
      Object.defineProperty(navigator, name, { value, configurable: true });
    }
    const seen = {
      asked: [] as MediaStreamConstraints[],
      options: [] as object[],
      timeslices: [] as unknown[],
    };
    Object.assign(window, { seen });
    const getUserMedia = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getUserMedia = (constraints) => {
      seen.asked.push(structuredClone(constraints ?? {}));
      return getUserMedia(constraints);
    };
    const Real = MediaRecorder;
    window.MediaRecorder = new Proxy(Real, {
      construct(target, [stream, options]: [MediaStream, MediaRecorderOptions]) {
        seen.options.push({ ...options });
        const recorder = new target(stream);
        const start = recorder.start.bind(recorder);
        recorder.start = (timeslice) => {
          seen.timeslices.push(timeslice);
          start(timeslice);
        };
        return recorder;
      },
    });
    MediaRecorder.isTypeSupported = (type) => takes.includes(type);
  }, device);

const seen = (page: Page) =>
  page.evaluate(
    () =>
      (
        window as unknown as {
          seen: { asked: MediaStreamConstraints[]; options: MediaRecorderOptions[]; timeslices: number[] };
        }
      ).seen,
  );

const without = (page: Page, ...names: string[]) =>
  page.addInitScript((gone) => {
    for (const name of gone) Reflect.deleteProperty(globalThis, name);
  }, names);

const PROCESSED = { channelCount: 1, echoCancellation: true, noiseSuppression: true, autoGainControl: true };

for (const { name, device, audio, options, timeslice, lacks = [] } of cases(2, [
  {
    name: "REC13 REC14 REC17 REC30 iPhone in Lockdown Mode",
    device: IPHONE,
    lacks: ["WebAssembly", "VideoEncoder", "VideoDecoder", "AudioDecoder"],
    audio: true,
    options: { mimeType: AAC[0], videoBitsPerSecond: 1_200_000, audioBitsPerSecond: 128_000 },
    timeslice: 1000,
  },
  {
    name: "REC14 REC25 iPhone that finishes",
    device: IPHONE,
    audio: true,
    options: { mimeType: AAC[0], videoBitsPerSecond: 2_500_000, audioBitsPerSecond: 128_000 },
    timeslice: 1000,
  },
  {
    name: "REC15 REC18 REC23 Chrome on Android without AAC",
    device: ANDROID,
    lacks: ["VideoEncoder"],
    audio: PROCESSED,
    options: {
      mimeType: "video/mp4;codecs=avc1.42E01F,opus",
      videoBitsPerSecond: 1_000_000,
      audioBitsPerSecond: 64_000,
    },
    timeslice: 500,
  },
  {
    name: "REC16 a browser that names no type records its own default",
    device: { ...ANDROID, takes: [] },
    lacks: ["VideoEncoder"],
    audio: PROCESSED,
    options: { videoBitsPerSecond: 1_000_000, audioBitsPerSecond: 64_000 },
    timeslice: 500,
  },
  {
    name: "REC13 REC14 REC17 iPhone without an encoder",
    device: IPHONE,
    lacks: ["VideoEncoder"],
    audio: true,
    options: { mimeType: AAC[0], videoBitsPerSecond: 1_200_000, audioBitsPerSecond: 128_000 },
    timeslice: 1000,
  },
  {
    name: "REC13 REC17 iPad that says Macintosh",
    device: IPAD,
    lacks: ["VideoEncoder"],
    audio: true,
    options: { mimeType: AAC[0], videoBitsPerSecond: 1_200_000, audioBitsPerSecond: 128_000 },
    timeslice: 1000,
  },
  {
    name: "REC13 REC14 REC18 Safari on a Mac",
    device: MAC,
    lacks: ["VideoEncoder"],
    audio: PROCESSED,
    options: { mimeType: AAC[0], videoBitsPerSecond: 1_800_000, audioBitsPerSecond: 64_000 },
    timeslice: 1000,
  },
  {
    name: "REC14 REC16 REC23 Safari that takes bare MP4 only",
    device: { ...MAC, takes: ["video/mp4"] },
    lacks: ["VideoEncoder"],
    audio: PROCESSED,
    options: { mimeType: "video/mp4", videoBitsPerSecond: 1_800_000, audioBitsPerSecond: 64_000 },
    timeslice: 1000,
  },
  {
    name: "REC15 REC18 Android that takes WebM only",
    device: { ...ANDROID, takes: ["video/webm;codecs=vp8,opus"] },
    lacks: ["VideoEncoder"],
    audio: PROCESSED,
    options: {
      mimeType: "video/webm;codecs=vp8,opus",
      videoBitsPerSecond: 200_000,
      audioBitsPerSecond: 64_000,
    },
    timeslice: 500,
  },
])) {
  test(`${name}: it is asked for what it can, and the recording can be sent`, async ({ page, client }) => {
    await without(page, ...lacks);
    await pose(page, device);
    await page.goto(`/record/${client.custom_slug}/video`);
    await record(page);
    const { asked, options: given, timeslices } = await seen(page);
    expect(asked).toHaveLength(1);
    expect(asked[0]?.audio).toEqual(audio);
    const finishes = !lacks.includes("VideoEncoder");
    const [width, height] = finishes ? [1280, 720] : [640, 480];
    expect(asked[0]?.video).toMatchObject({
      facingMode: "user",
      width: { ideal: width },
      height: { ideal: height },
    });
    expect(given[0]).toMatchObject(options);
    expect(given[0]?.mimeType).toBe(options.mimeType);
    expect(timeslices).toEqual([timeslice]);
    await expect(page.getByText(/^Ready to send/)).toBeVisible();
  });
}

test("REC26 REC30 in Lockdown Mode too a recording survives a reload", async ({ page, client }) => {
  await without(page, "WebAssembly", "VideoEncoder", "VideoDecoder", "AudioDecoder");
  await pose(page, IPHONE);
  await page.goto(`/record/${client.custom_slug}/video`);
  await record(page);
  await expect(page.getByText("Ready to send as it was recorded.")).toBeVisible();
  await reloadAnyway(page);
  await button(page, "Continue with it").click();
  await expect(page.getByLabel("Your recorded video")).toBeVisible();
  await send(page);
});

test("REC03 an iPhone that gives empty chunks loses nothing, and its speaker stays loud", async ({
  page,
  client,
}) => {
  await pose(page, IPHONE);
  await page.addInitScript(() => {
    Object.assign(navigator, { audioSession: { type: "auto" } });
    const Real = MediaRecorder;
    window.MediaRecorder = new Proxy(Real, {
      construct(target, args: [MediaStream, MediaRecorderOptions]) {
        const recorder = new target(...args);
        recorder.addEventListener("start", () => {
          recorder.dispatchEvent(new BlobEvent("dataavailable", { data: new Blob([]) }));
        });
        return recorder;
      },
    });
  });
  await page.goto(`/record/${client.custom_slug}/video`);
  await record(page);
  const session = await page.evaluate(
    () => (navigator as unknown as { audioSession: { type: string } }).audioSession.type,
  );
  expect(session).toBe("play-and-record");
  await expect(page.getByText(/^Ready to send/)).toBeVisible();
});
