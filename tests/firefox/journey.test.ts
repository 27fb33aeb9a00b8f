import assert from "node:assert/strict";
import { deliveredVideo, expectPoster } from "../support/people/customer/delivered.ts";
import { assertFinished, assertMarked, WITH_WATERMARK } from "../support/films/finished-film.ts";
import { addClient } from "../support/people/owner/clients.ts";
import { captureChunks, onDisk, recordedSoFar } from "../support/films/raw-recording.ts";
import { ffprobe } from "../support/films/videos.ts";
import type { Browser } from "puppeteer-core";
import { PATIENCE_MS } from "../support/runtime/patience.ts";
import { mailTo, until } from "../support/runtime/worker.ts";
import { startSiteOfEmbeds } from "../support/browsers/host-site.ts";
import { launchChromium } from "../support/browsers/launch-chromium.ts";
import { record, waitForText, submit } from "./customer.ts";
import { firefoxTests } from "./sayso.ts";

const test = firefoxTests();

test("REC01 REC24 SUB12 SUB30 WMK10 PUB10 INV56 INV59 recorded, finished with its watermark, submitted, and watched in Firefox and in Chromium", async ({
  page,
  sayso,
  open,
}) => {
  await page.evaluateOnNewDocument(captureChunks);
  const client = await open(WITH_WATERMARK);
  await record(page);
  await waitForText(page, "Ready to send.");
  await submit(page);

  const { row, file } = await deliveredVideo(sayso, client);
  assert.deepEqual([row.unfinished, row.unwatermarked, row.container], [null, 0, "mp4"]);
  await expectPoster(sayso, row);
  const credits = await sayso.row("SELECT credits_remaining AS n FROM clients WHERE id = ?", client.id);
  assert.equal(credits?.n, 49);

  await assertFinished(file, await onDisk(await page.evaluate(recordedSoFar)));
  await assertMarked(file);
  const { format } = await ffprobe(file);
  assert.ok(Number(format.duration) > 2, `${format.duration} s`);
  assert.ok(Math.abs(row.duration_ms / 1000 - Number(format.duration)) < 0.1, `${row.duration_ms} ms`);

  const mail = await mailTo(sayso, client.email);
  const link = /http:\S+/.exec(mail.text)?.[0] ?? "";
  await assertPlaysAndSeeks(page.browser(), link);
  const chromium = await launchChromium();
  await assertPlaysAndSeeks(chromium, link).finally(() => chromium.close());
});

/** Opens a page with a video, seeks to the middle and plays it from there to its end. */
async function assertPlaysAndSeeks(browser: Browser, link: string): Promise<void> {
  const page = await browser.newPage();
  await page.goto(link, { timeout: PATIENCE_MS });
  await page.waitForFunction(() => (document.querySelector("video")?.readyState ?? 0) > 1, {
    timeout: PATIENCE_MS,
  });
  const seen = await page.evaluate(async (patienceMs) => {
    const video = document.querySelector("video") as HTMLVideoElement;
    const brush = new OffscreenCanvas(16, 16).getContext("2d") as OffscreenCanvasRenderingContext2D;
    const happens = (name: string) =>
      new Promise((resolve, reject) => {
        video.addEventListener(name, resolve, { once: true });
        video.addEventListener("error", () => reject(new Error(video.error?.message)), { once: true });
      });
    const draw = () => {
      brush.drawImage(video, 0, 0, 16, 16);
      return [...brush.getImageData(0, 0, 16, 16).data];
    };
    // The frame may arrive a moment after the player announces it.
    const look = async (before: number[] = []) => {
      let picture = draw();
      const since = performance.now();
      while (picture.join() === before.join() && performance.now() - since < patienceMs) {
        await new Promise((resolve) => setTimeout(resolve, 50));
        picture = draw();
      }
      return picture;
    };
    const jump = async (seconds: number, before?: number[]) => {
      const there = happens("seeked");
      video.currentTime = seconds;
      await there;
      return look(before);
    };
    const { duration } = video;
    const first = await jump(0);
    const middle = await jump(duration / 2, first);
    const from = video.currentTime;
    const end = happens("ended");
    video.muted = true;
    await video.play();
    await end;
    return { duration, from, to: video.currentTime, first, middle, last: await look(middle) };
  }, PATIENCE_MS);
  const { duration, from, to, first, middle, last } = seen;
  assert.ok(Math.abs(from - duration / 2) < 0.1, `${from} s is not the middle of ${duration} s`);
  assert.ok(Math.abs(to - duration) < 0.1, `it ended at ${to} s of ${duration} s`);
  assert.notDeepEqual(middle, first);
  assert.notDeepEqual(last, middle);
  await page.close();
}

test("PUB07 PUB08 INV64 embeds on another site: by script, and as frames with an opaque origin", async ({
  page,
  sayso,
}) => {
  const site = await startSiteOfEmbeds(sayso, await addClient(sayso));
  await page.goto(site.origin);
  const shown = await until("all four frames", async () => {
    await page.evaluate(() => scrollBy(0, innerHeight / 2));
    const inside = page.frames().filter((frame) => /\/embed\//.test(frame.url()));
    return inside.length === 4 && inside;
  });
  for (const frame of shown) {
    const film = await frame.waitForSelector("video");
    await film?.evaluate((video) => {
      video.muted = true;
      return video.play();
    });
    await frame.waitForFunction(() => (document.querySelector("video")?.videoWidth ?? 0) > 0);
    const videos = await frame.evaluate(() => document.querySelectorAll("video").length);
    assert.equal(videos, frame.url().includes("/wall/") ? 12 : 1);
  }
  const opaque = await Promise.all(shown.map((frame) => frame.evaluate(() => origin === "null")));
  assert.equal(opaque.filter(Boolean).length, 2);
  site.close();
});
