import assert from "node:assert/strict";
import type { WebElement } from "selenium-webdriver";
import { deliveredVideo, expectPoster } from "../support/people/customer/delivered.ts";
import { assertFinished } from "../support/films/finished-film.ts";
import { captureChunks, onDisk, recordedSoFar } from "../support/films/raw-recording.ts";
import { ffprobe } from "../support/films/videos.ts";
import { beginRecording, record, resume, waitForText, shown, submit } from "./customer.ts";
import { assertMarked, assertUnmarked, WITH_WATERMARK } from "./watermark.ts";
import { startSiteOfEmbeds } from "../support/browsers/host-site.ts";
import { addClient } from "../support/people/owner/clients.ts";
import { until } from "../support/runtime/worker.ts";
import { webkitTests } from "./sayso.ts";

const test = webkitTests();
const SECONDS = 4;

test("REC01 REC24 SUB12 SUB30 WMK10 PUB10 INV56 INV59 recorded, finished with its watermark, submitted and delivered", async ({
  page,
  sayso,
  open,
}) => {
  const client = await open(WITH_WATERMARK);
  await page.executeScript(captureChunks);
  await record(page, 3);
  await waitForText(page, "Ready to send.");
  const recording = await onDisk(await page.executeScript(recordedSoFar));
  await submit(page);

  const { row, file } = await deliveredVideo(sayso, client);
  assert.deepEqual([row.unfinished, row.unwatermarked, row.container], [null, 0, "mp4"]);
  await expectPoster(sayso, row);
  const credits = await sayso.row("SELECT credits_remaining AS n FROM clients WHERE id = ?", client.id);
  assert.equal(credits?.n, 49);

  await assertFinished(file, recording);
  await assertUnmarked(recording);
  await assertMarked(file);
  const { format } = await ffprobe(file);
  assert.ok(Number(format.duration) > 2.5, `${format.duration} s`);
  assert.ok(Math.abs(row.duration_ms / 1000 - Number(format.duration)) < 0.1, `${row.duration_ms} ms`);
});

test("REC24 REC26 WMK10 a reload in the middle of a recording loses at most two seconds, and the rest is finished and sent", async ({
  page,
  sayso,
  open,
  reload,
}) => {
  const client = await open(WITH_WATERMARK);
  await beginRecording(page, SECONDS);
  await reload();

  await shown(page, "heading", "Your video is still here");
  await resume(page);
  await waitForText(page, "Ready to send.");
  await submit(page);
  const { row, file } = await deliveredVideo(sayso, client);
  assert.deepEqual([row.unfinished, row.unwatermarked, row.container], [null, 0, "mp4"]);
  await assertMarked(file);
  const storedSeconds = Number((await ffprobe(file)).format.duration);
  assert.ok(storedSeconds >= SECONDS - 2, `${storedSeconds} s are left of ${SECONDS} s`);
});

test("PUB07 PUB08 INV64 embeds on another site: by script, and as frames with an opaque origin", async ({
  page,
  sayso,
}) => {
  const site = await startSiteOfEmbeds(sayso, await addClient(sayso));
  await page.get(site.origin);
  const elements = [
    "document.querySelector('sayso-testimonial')?.shadowRoot?.querySelector('iframe')",
    "document.querySelector('sayso-wall')?.shadowRoot?.querySelector('iframe')",
    "document.querySelectorAll('iframe')[0]",
    "document.querySelectorAll('iframe')[1]",
  ];
  for (const [index, element] of elements.entries()) {
    const frame = await until("the frame", () =>
      page.executeScript<WebElement | null>(
        `const frame = ${element}; frame?.scrollIntoView(); return frame`,
      ),
    );
    await page.switchTo().frame(frame);
    const films = await until("the films", async () =>
      page.executeScript<number>("return document.querySelectorAll('video').length"),
    );
    assert.equal(films, index % 2 === 0 ? 1 : 12);
    await page.executeScript("const film = document.querySelector('video'); film.muted = true; film.play()");
    await until("a picture", () =>
      page.executeScript<boolean>("return document.querySelector('video').videoWidth > 0"),
    );
    assert.equal(await page.executeScript("return origin === 'null'"), index >= 2);
    await page.switchTo().defaultContent();
  }
  site.close();
});
