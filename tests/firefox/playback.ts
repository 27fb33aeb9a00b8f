// A video as its receiver watches it.
import assert from "node:assert/strict";
import type { Browser } from "puppeteer-core";
import { PATIENCE_MS } from "../support/runtime/patience.ts";

/** Opens a page with a video, seeks to the middle and plays it from there to its end. */
export async function assertPlaysAndSeeks(browser: Browser, link: string): Promise<void> {
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
