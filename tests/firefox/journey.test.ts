import assert from "node:assert/strict";
import { delivered } from "../support/delivered.ts";
import { ffprobe } from "../support/videos.ts";
import { until } from "../support/worker.ts";
import { launchChromium } from "./browsers.ts";
import { record, said, submit } from "./customer.ts";
import { assertFinished, assertMarked } from "./finished-film.ts";
import { keepRecording } from "./raw-recording.ts";
import { firefoxTests, MARKED } from "./sayso.ts";
import { assertPlaysAndSeeks } from "./watching.ts";

const test = firefoxTests();

test("REC01 REC24 SUB12 SUB30 WMK10 INV56 INV59 recorded, finished with its watermark, submitted, and watched in Firefox and in Chromium", async ({
  page,
  sayso,
  open,
}) => {
  const recording = await keepRecording(page);
  const client = await open(MARKED);
  await record(page, 3);
  await said(page, "Ready to send.");
  await submit(page);

  const { row, file } = await delivered(sayso, client);
  assert.deepEqual([row.unfinished, row.unwatermarked, row.container], [null, 0, "mp4"]);
  const credits = await sayso.row("SELECT credits_remaining AS n FROM clients WHERE id = ?", client.id);
  assert.equal(credits?.n, 49);

  await assertFinished(file, await recording());
  await assertMarked(file);
  const { format } = await ffprobe(file);
  assert.ok(Number(format.duration) > 2.5, `${format.duration} s`);
  assert.ok(Math.abs(row.duration_ms / 1000 - Number(format.duration)) < 0.1, `${row.duration_ms} ms`);

  const mail = await until("the mail", async () =>
    (await sayso.mails()).find((one) => one.to.includes(client.email)),
  );
  const link = /http:\S+/.exec(mail.text)?.[0] ?? "";
  await assertPlaysAndSeeks(page.browser(), link);
  const chromium = await launchChromium();
  await assertPlaysAndSeeks(chromium, link).finally(() => chromium.close());
});
