import type { Page } from "@playwright/test";
import { cases } from "../../support/runtime/thorough.ts";
import { addClient } from "../../support/people/owner/clients.ts";
import { longestStall, pauseClock, watchStalls } from "../clocks.ts";
import { button, countDown, expect, record, test, toast } from "../sayso.ts";

/** Records the page's camera requests and its tracks. */
async function watchCamera(page: Page) {
  await page.addInitScript(() => {
    const seen = { asked: [] as MediaStreamConstraints[], tracks: [] as MediaStreamTrack[] };
    Object.assign(window, { seen });
    const real = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getUserMedia = async (constraints) => {
      seen.asked.push(structuredClone(constraints ?? {}));
      const stream = await real(constraints);
      seen.tracks.push(...stream.getTracks());
      return stream;
    };
  });
  return {
    asked: () =>
      page.evaluate(() => (window as unknown as { seen: { asked: MediaStreamConstraints[] } }).seen.asked),
    live: () =>
      page.evaluate(
        () =>
          (window as unknown as { seen: { tracks: MediaStreamTrack[] } }).seen.tracks.filter(
            (t) => t.readyState === "live",
          ).length,
      ),
  };
}

test("REC02 REC03 CLI03 the recorder asks for the camera with one button, says so and shows a live picture with the business's questions", async ({
  page,
  sayso,
}) => {
  const client = await addClient(sayso, { questions: "What changed?\nWho is it for?" });
  await page.goto(`/record/${client.custom_slug}/video`);
  await button(page, "Grant Camera Access").click();
  await expect(
    toast(page, "Camera access granted", "You can now record your video testimonial"),
  ).toBeVisible();
  const preview = page.getByLabel("Live camera preview");
  await expect.poll(() => preview.evaluate((video: HTMLVideoElement) => video.videoWidth)).toBeGreaterThan(0);
  const mirrored = await preview.evaluate(
    (video) =>
      new DOMMatrix(getComputedStyle(video).transform).a +
      Number(getComputedStyle(video).scale.split(" ")[0]),
  );
  expect(mirrored, "one's own picture is mirrored").toBeLessThanOrEqual(0);
  await button(page, "Next question, 1 of 2").click();
  await expect(page.getByText("Who is it for?")).toBeVisible();
  await button(page, "Next question, 2 of 2").click();
  await expect(page.getByText("What changed?")).toBeVisible();
});

/** A browser without an H.264 encoder, which cannot finish recordings. */
const withoutEncoder = (page: Page) =>
  page.addInitScript(() => Reflect.deleteProperty(globalThis, "VideoEncoder"));

for (const [finishes, width, height] of [
  [true, 720, 960],
  [false, 480, 640],
] as const) {
  test(`REC12 REC13 REC25 one request, from a tap: the front camera at ${width} x ${height}, mono sound with its processing`, async ({
    page,
    client,
  }) => {
    if (!finishes) await withoutEncoder(page);
    const camera = await watchCamera(page);
    await page.goto(`/record/${client.custom_slug}/video`);
    expect(await camera.asked()).toEqual([]);
    await button(page, "Grant Camera Access").click();
    await expect(button(page, "Start Recording")).toBeVisible();
    const [asked, ...more] = await camera.asked();
    expect(more).toEqual([]);
    expect(asked?.video).toMatchObject({
      facingMode: "user",
      width: { ideal: width },
      height: { ideal: height },
    });
    expect(asked?.audio).toMatchObject({
      channelCount: 1,
      echoCancellation: true,
      noiseSuppression: true,
      autoGainControl: true,
    });
  });
}

test("REC05 REC06 REC10 REC11 ENT11 countdown, timer and size, stop, re-record from nothing", async ({
  page,
  client,
}) => {
  const camera = await watchCamera(page);
  await page.goto(`/record/${client.custom_slug}/video`);
  await button(page, "Grant Camera Access").click();
  await expect(button(page, "Start Recording")).toBeVisible();
  const advance = await pauseClock(page);
  await countDown(page, advance);
  await advance(3000);
  await expect(page.getByText("0:03 / 0:40")).toBeVisible();
  await expect(async () => {
    // The size is updated as often as the time.
    await advance(250);
    await expect(page.getByText(/^\d+\.[1-9] MB$/)).toBeVisible({ timeout: 1000 });
  }).toPass();
  await button(page, "Stop Recording").click();
  await expect(page.getByLabel("Your recorded video")).toBeVisible();
  expect(await camera.live(), "the camera is released when recording stops").toBe(0);

  await button(page, "Re-record").click();
  await expect(button(page, "Start Recording")).toBeVisible();
  await expect(page.getByLabel("Your recorded video")).toBeHidden();
  expect(await camera.live()).toBe(2);
  await countDown(page, advance);
  await expect(page.getByText("0.0 MB", { exact: true })).toBeVisible();

  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent("pagehide")));
  await expect.poll(camera.live, "and when the customer leaves").toBe(0);
});

test("REC06 REC07 REC08 REC09 SUB39 each second is shown, the last five with a warning, it cannot be stopped before second 3 and from 38, and stops by itself at 40", async ({
  page,
  client,
}) => {
  await page.goto(`/record/${client.custom_slug}/video`);
  await button(page, "Grant Camera Access").click();
  await expect(button(page, "Start Recording")).toBeVisible();
  const advance = await pauseClock(page);
  await countDown(page, advance);
  for (let second = 0; second < 40; second += 1) {
    await expect(page.getByText(`0:${String(second).padStart(2, "0")} / 0:40`)).toBeVisible();
    const isLate = second >= 35;
    const stop = button(page, isLate ? "Auto-stopping..." : "Stop Recording");
    await expect(stop)[second < 3 || second >= 38 ? "toBeDisabled" : "toBeEnabled"]();
    const warning = page.getByText(isLate ? `Auto-stopping in ${40 - second} seconds` : /Auto-stopping in/);
    await expect(warning)[isLate ? "toBeVisible" : "toBeHidden"]();
    await advance(1000);
  }
  await expect(page.getByLabel("Your recorded video")).toBeVisible();
});

test("REC07 it stops by itself at 40 seconds", { tag: "@thorough" }, async ({ page, client }) => {
  await watchStalls(page);
  await page.goto(`/record/${client.custom_slug}/video`);
  await button(page, "Grant Camera Access").click();
  await button(page, "Start Recording").click();
  const video = page.getByLabel("Your recorded video");
  await expect(video).toBeVisible();
  const length = await video.evaluate(async (element: HTMLVideoElement) => {
    element.currentTime = 1e6;
    await new Promise((resolve) => element.addEventListener("seeked", resolve, { once: true }));
    return element.currentTime;
  });
  expect(length).toBeGreaterThan(38.5);
  // A stalled page does not stop the recording.
  expect(length).toBeLessThan(41.5 + (await longestStall(page)) / 1000);
});

test("REC11 leaving the page by its own links releases the camera", async ({ page, client }) => {
  const camera = await watchCamera(page);
  await page.goto(`/record/${client.custom_slug}`);
  await page.getByRole("link", { name: "Leave a Video Testimonial" }).click();
  await button(page, "Grant Camera Access").click();
  await expect(button(page, "Start Recording")).toBeVisible();
  expect(await camera.live()).toBe(2);
  await page.goBack();
  await expect(page.getByRole("link", { name: "Leave a Video Testimonial" })).toBeVisible();
  await expect.poll(camera.live).toBe(0);
});

for (const [mime, accepted, finishes, bitrate] of cases(1, [
  ["mp4", /^video\/mp4;\s*codecs="?avc1/, true, 2_500_000],
  ["webm", /^video\/webm/, false, 200_000],
  ["mp4", /^video\/mp4;\s*codecs="?avc1/, false, 1_800_000],
  ["webm", /^video\/webm/, true, 2_500_000],
] as const)) {
  test(`REC15 REC18 REC23 REC25 the recorder is started with the planned type and bitrates: ${mime}, to be ${finishes ? "finished" : "sent raw"}`, async ({
    page,
    client,
  }) => {
    if (!finishes) await withoutEncoder(page);
    await page.addInitScript((wanted) => {
      const Real = MediaRecorder;
      const real = Real.isTypeSupported.bind(Real);
      Real.isTypeSupported = (type) =>
        wanted === "webm" ? !type.startsWith("video/mp4") && real(type) : real(type);
      const started: MediaRecorderOptions[] = [];
      Object.assign(window, { started });
      window.MediaRecorder = new Proxy(Real, {
        construct(target, [stream, options]: [MediaStream, MediaRecorderOptions]) {
          started.push({ ...options });
          return new target(stream, options);
        },
      });
    }, mime);
    await page.goto(`/record/${client.custom_slug}/video`);
    await record(page);
    const [options] = await page.evaluate(
      () => (window as unknown as { started: MediaRecorderOptions[] }).started,
    );
    expect(options?.mimeType).toMatch(accepted);
    expect(options?.audioBitsPerSecond).toBe(64_000);
    expect(options?.videoBitsPerSecond).toBe(bitrate);
  });
}

test("REC19 one line of the log says what is recorded; its target of 800 kbps is never applied", async ({
  page,
  client,
}) => {
  const lines: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "info") lines.push(message.text());
  });
  await page.addInitScript(() => {
    const Real = MediaRecorder;
    window.MediaRecorder = new Proxy(Real, {
      construct(target, [stream, options]: [MediaStream, MediaRecorderOptions]) {
        Object.assign(window, { applied: JSON.stringify(options) });
        return new target(stream, options);
      },
    });
  });
  await page.goto(`/record/${client.custom_slug}/video`);
  await record(page);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/video\/\w+.* audio 64000 bps, diagnostic target 800000 bps/);
  const applied = await page.evaluate(() => (window as unknown as { applied: string }).applied);
  expect(applied).toContain(":64000");
  expect(applied).not.toContain(":800000");
});

for (const [width, height] of [
  [390, 844],
  [844, 390],
  [1280, 800],
] as const) {
  test(`REC03 the live picture is shown whole, as it is recorded: ${width} x ${height}`, async ({
    page,
    client,
  }) => {
    await page.setViewportSize({ width, height });
    await page.goto(`/record/${client.custom_slug}/video`);
    await button(page, "Grant Camera Access").click();
    await expect(page.getByLabel("Live camera preview")).toHaveCSS("object-fit", "contain");
  });
}

test("REC30 without WebAssembly it records with the same plan and the same form rules", async ({
  page,
  client,
}) => {
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, "WebAssembly"));
  await page.goto(`/record/${client.custom_slug}/video`);
  expect(await page.evaluate(() => typeof WebAssembly)).toBe("undefined");
  await record(page);
  await page.getByRole("textbox", { name: "Name" }).fill("Ann <b>");
  await page.getByRole("textbox", { name: "Email" }).fill("nonsense");
  await page.getByRole("textbox", { name: "Name" }).focus();
  await expect(page.getByText("Invalid email address")).toBeVisible();
  await page.getByRole("textbox", { name: "Email" }).focus();
  await expect(page.getByText("Name contains invalid characters")).toBeVisible();
});

test.describe("a camera that is refused", () => {
  test("REC04 it is said, and a calm way on is offered", async ({ page, client }) => {
    await page.addInitScript(() => {
      navigator.mediaDevices.getUserMedia = () =>
        Promise.reject(new DOMException("Permission denied", "NotAllowedError"));
    });
    await page.goto(`/record/${client.custom_slug}/video`);
    await button(page, "Grant Camera Access").click();
    const text = "Please allow camera and microphone access to record your testimonial.";
    await expect(toast(page, "Camera access denied", text)).toBeVisible();
    await expect(button(page, "Try the camera again")).toBeVisible();
    await expect(page.getByLabel("Upload a video instead")).toBeAttached();
  });
});
