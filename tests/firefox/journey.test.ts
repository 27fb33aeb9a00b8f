import assert from "node:assert/strict";
import { deliveredVideo } from "../support/people/customer/delivered.ts";
import { assertFinished, assertMarked, MARKED } from "../support/films/finished-film.ts";
import { captureChunks, onDisk, recordedSoFar } from "../support/films/raw-recording.ts";
import { ffprobe } from "../support/films/videos.ts";
import { mailTo } from "../support/runtime/worker.ts";
import { launchChromium } from "../support/browsers/launch-chromium.ts";
import { record, waitForText, submit } from "./customer.ts";
import { firefoxTests } from "./sayso.ts";
import { assertPlaysAndSeeks } from "./playback.ts";

const test = firefoxTests();

test("REC01 REC24 SUB12 SUB30 WMK10 INV56 INV59 recorded, finished with its watermark, submitted, and watched in Firefox and in Chromium", async ({
  page,
  sayso,
  open,
}) => {
  await page.evaluateOnNewDocument(captureChunks);
  const client = await open(MARKED);
  await record(page);
  await waitForText(page, "Ready to send.");
  await submit(page);

  const { row, file } = await deliveredVideo(sayso, client);
  assert.deepEqual([row.unfinished, row.unwatermarked, row.container], [null, 0, "mp4"]);
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
