import type { Page } from "puppeteer-core";
import { WITH_WATERMARK } from "../support/films/finished-film.ts";
import { PATIENCE_MS } from "../support/runtime/patience.ts";
import {
  assertUprightVideo,
  assertUpright,
  heldDevices,
  phoneCamera,
  SIDEWAYS_PHONE,
} from "../support/browsers/phone-camera.ts";
import { beginRecording, record, waitForText, stopRecording, submit } from "./customer.ts";
import { firefoxTests } from "./sayso.ts";

const test = firefoxTests();

const PHONE = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0";
const TABLET = "Mozilla/5.0 (Android 15; Tablet; rv:140.0) Gecko/140.0 Firefox/140.0";

const PATIENCE = { timeout: PATIENCE_MS };

/** Counts recorders' chunks; runs in the page. */
function countChunks(): void {
  const counter = Object.assign(window, { chunks: 0 });
  window.MediaRecorder = new Proxy(MediaRecorder, {
    construct(target, [stream, options]: [MediaStream, MediaRecorderOptions]) {
      const recorder = new target(stream, options);
      recorder.addEventListener("dataavailable", ({ data }) => (counter.chunks += Math.min(data.size, 1)));
      return recorder;
    },
  });
}

for (const device of heldDevices(PHONE, TABLET)) {
  test(`REC33 REC34 WMK10 ${device.name}: the file stands as it was held`, async ({ page, sayso, open }) => {
    const client = await open(WITH_WATERMARK);
    // Few frames: Firefox draws each one of a film that turns, and on a busy machine would not finish in time.
    await page.evaluate(phoneCamera, { ...device.phone, framesPerSecond: 10 });
    await page.evaluate(countChunks);
    await beginRecording(page, 1);
    if (device.turns) await turn(page);
    // Firefox may end the recording when the frame size changes: the page continues with the chunks so far.
    const stopped = stopRecording(page);
    stopped.catch(() => undefined);
    await Promise.race([stopped, waitForText(page, "Watch it back")]);
    await submit(page);
    await assertUprightVideo(sayso, client, device);
  });
}

test("REC33 REC34 WMK10 a phone that turns its frames, and records them sideways: the file stands as it is held", async ({
  page,
  sayso,
  open,
}) => {
  const client = await open(WITH_WATERMARK);
  await page.evaluate(phoneCamera, SIDEWAYS_PHONE);
  await record(page);
  await submit(page);
  await assertUpright(sayso, client);
});

/** Turns the device once something was recorded, and waits until it has been recorded for a while. */
async function turn(page: Page): Promise<void> {
  await page.waitForFunction(() => (window as unknown as { chunks: number }).chunks > 1, PATIENCE);
  await page.evaluate(() => (window as unknown as { turnDevice: () => void }).turnDevice());
  await page.waitForFunction(() => /0:\d[3-9] \/ 0:40|Watch it back/.test(document.body.innerText), PATIENCE);
}
