import assert from "node:assert/strict";
import { deliveredVideo } from "../support/people/customer/delivered.ts";
import { assertMarked, WITH_WATERMARK } from "../support/films/finished-film.ts";
import { ffprobe } from "../support/films/videos.ts";
import { beginRecording, resume, waitForText, shown, submit } from "./customer.ts";
import { firefoxTests } from "./sayso.ts";

const test = firefoxTests();
const SECONDS = 4;

test("REC24 REC26 WMK10 a reload in the middle of a recording loses at most two seconds, and the rest is finished and sent", async ({
  page,
  sayso,
  open,
}) => {
  // Firefox asks whether to leave.
  page.on("dialog", (question) => void question.accept());
  const client = await open(WITH_WATERMARK);
  await beginRecording(page, SECONDS);
  await page.reload();

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
