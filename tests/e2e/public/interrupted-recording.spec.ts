// Interrupted recordings: by the camera, the microphone, a hidden page, or a revoked permission.
import type { Page } from "@playwright/test";
import { installFakeCamera } from "../../support/browsers/cameras.ts";
import { deliveredVideo } from "../../support/people/customer/delivered.ts";
import { storedContents } from "../../support/browsers/indexeddb.ts";
import { cases } from "../../support/runtime/thorough.ts";
import { pauseClock, skipCountdown, slowClock } from "../clocks.ts";
import { button, countDown, expect, send, test, toast, untilSecond } from "../sayso.ts";
import { BRIGHT, openCamera } from "./open-camera.ts";

type Interruption = "camera muted" | "camera ended" | "microphone muted" | "page hidden";

const interrupt = (page: Page, interruption: Interruption) =>
  page.evaluate((happens) => {
    const { stream } = window as unknown as { stream: MediaStream };
    const [track] = happens.startsWith("camera") ? stream.getVideoTracks() : stream.getAudioTracks();
    if (happens === "page hidden") {
      Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
      Reflect.deleteProperty(document, "visibilityState");
    } else {
      track?.dispatchEvent(new Event(happens.endsWith("ended") ? "ended" : "mute"));
    }
  }, interruption);

for (const [interruption, reason] of cases(1, [
  ["microphone muted", "Your microphone was switched off or taken by a call."],
  ["page hidden", "The page was hidden or the screen locked."],
  ["camera muted", "Your camera was switched off or taken by another app."],
  ["camera ended", "Your camera was switched off or taken by another app."],
] as const)) {
  test(`REC27 ${interruption}: the recording stops, is kept, and can be used`, async ({
    page,
    client,
    sayso,
  }) => {
    await installFakeCamera(page, BRIGHT);
    await openCamera(page, client.custom_slug);
    await button(page, "Start Recording").click();
    await skipCountdown(page);
    await untilSecond(page, 3);
    await interrupt(page, interruption);
    await expect(page.getByText(reason)).toBeVisible();
    await expect(page.getByText("Use what you have, or record again.")).toBeVisible();
    await expect(button(page, "Re-record")).toBeEnabled();
    await send(page);
    const { row } = await deliveredVideo(sayso, client);
    expect(row.duration_ms).toBeGreaterThan(1500);
  });
}

test("REC27 SUB39 a recording that is interrupted before 2 seconds is said to be too short, and not kept", async ({
  page,
  client,
}) => {
  await slowClock(page);
  await installFakeCamera(page, BRIGHT);
  await openCamera(page, client.custom_slug);
  await button(page, "Start Recording").click();
  await skipCountdown(page);
  await expect.poll(async () => (await storedContents(page)).chunks).toBeGreaterThan(0);
  await interrupt(page, "camera ended");
  await isTooShort(page);
});

test("REC27 SUB39 so is one that is interrupted before its recorder has handed over anything", async ({
  page,
  client,
}) => {
  await page.addInitScript(() => {
    const { start } = MediaRecorder.prototype;
    MediaRecorder.prototype.start = function (timeslice) {
      start.call(this, timeslice);
      const [camera] = this.stream.getVideoTracks();
      queueMicrotask(() => camera?.dispatchEvent(new Event("ended")));
    };
  });
  await installFakeCamera(page, BRIGHT);
  await openCamera(page, client.custom_slug);
  await button(page, "Start Recording").click();
  await skipCountdown(page);
  await isTooShort(page);
});

async function isTooShort(page: Page): Promise<void> {
  await expect(
    toast(page, "Your recording was cut short", "It ended before 2 seconds and cannot be sent."),
  ).toBeVisible();
  await expect(button(page, "Grant Camera Access")).toBeVisible();
  await expect.poll(() => storedContents(page)).toEqual({ takes: [], chunks: 0 });
}

test("REC27 a hidden page ends the countdown, and a camera that is pulled out is said", async ({
  page,
  client,
}) => {
  await slowClock(page);
  await installFakeCamera(page, BRIGHT);
  await openCamera(page, client.custom_slug);
  await button(page, "Start Recording").click();
  await expect(page.getByText("Recording starts in...")).toBeVisible();
  await page.evaluate(() => window.dispatchEvent(new Event("pagehide")));
  await expect(button(page, "Grant Camera Access")).toBeVisible();
  await button(page, "Grant Camera Access").click();
  await expect(button(page, "Start Recording")).toBeVisible();
  await page.evaluate(() => {
    for (const track of (window as unknown as { stream: MediaStream }).stream.getTracks()) {
      track.stop();
      track.dispatchEvent(new Event("ended"));
    }
  });
  await expect(page.getByRole("heading", { name: "Your camera was disconnected" })).toBeVisible();
});

/** Takes a permission away, as its switch in the browser's site settings does: the tracks end. */
async function revoke(page: Page, name: "camera" | "microphone"): Promise<void> {
  const browser = page.context().browser();
  if (!browser) throw new Error("the page has no browser");
  const session = await browser.newBrowserCDPSession();
  const { browserContextIds } = await session.send("Target.getBrowserContexts");
  for (const browserContextId of browserContextIds) {
    const origin = new URL(page.url()).origin;
    await session.send("Browser.setPermission", {
      permission: { name },
      setting: "denied",
      origin,
      browserContextId,
    });
  }
  await session.detach();
}

test("REC27 the camera's permission is taken away while it records: what was recorded is kept and arrives", async ({
  page,
  client,
  sayso,
}) => {
  await page.goto(`/record/${client.custom_slug}/video`);
  await button(page, "Grant Camera Access").click();
  await button(page, "Start Recording").click();
  await skipCountdown(page);
  await untilSecond(page, 3);
  await revoke(page, "camera");
  await expect(page.getByText(/Your (camera|microphone) was switched off or taken by/)).toBeVisible();
  await expect(page.getByText("Use what you have, or record again.")).toBeVisible();
  await send(page);
  const { row } = await deliveredVideo(sayso, client);
  expect(row.duration_ms).toBeGreaterThan(1500);
});

test("REC05 REC27 a countdown that is cancelled as it ends records nothing, however late the picture is", async ({
  page,
  client,
}) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(globalThis, "VideoFrame");
    const [look, Recorder] = [createImageBitmap, MediaRecorder];
    const seen = { late: false, recorders: 0, pending: [] as (() => void)[] };
    Object.assign(window, {
      seen,
      createImageBitmap: async (video: HTMLVideoElement) => {
        if (seen.late) await new Promise<void>((resolve) => seen.pending.push(resolve));
        return look(video);
      },
      MediaRecorder: class extends Recorder {
        constructor(...options: ConstructorParameters<typeof Recorder>) {
          super(...options);
          seen.recorders += 1;
        }
      },
    });
  });
  type Seen = { seen: { late: boolean; recorders: number; pending: (() => void)[] } };
  await page.goto(`/record/${client.custom_slug}/video`);
  await button(page, "Grant Camera Access").click();
  await expect(button(page, "Start Recording")).toBeVisible();
  const advance = await pauseClock(page);
  await button(page, "Start Recording").click();
  await page.evaluate(() => Object.assign((window as unknown as Seen).seen, { late: true }));
  await advance(3000);
  const waiting = () => page.evaluate(() => (window as unknown as Seen).seen.pending.length);
  await expect.poll(waiting).toBeGreaterThan(0);
  await button(page, "Cancel").click();
  await page.evaluate(() => {
    const { seen: late } = window as unknown as Seen;
    late.late = false;
    for (const resolve of late.pending) resolve();
  });
  await expect(button(page, "Start Recording")).toBeVisible();
  await countDown(page, advance);
  await expect.poll(async () => (await storedContents(page)).chunks).toBeGreaterThan(0);
  await advance(3000);
  await button(page, "Stop Recording").click();
  await expect(page.getByLabel("Your recorded video")).toBeVisible();
  expect(await page.evaluate(() => (window as unknown as Seen).seen.recorders)).toBe(1);
});
