import assert from "node:assert/strict";
import { deliveredVideo } from "../support/people/customer/delivered.ts";
import { WITH_WATERMARK } from "../support/films/finished-film.ts";
import { ffprobe } from "../support/films/videos.ts";
import { record, waitForText, submit } from "./customer.ts";
import { firefoxTests } from "./sayso.ts";

/** Firefox on Linux takes H.264 from the system's library; this is a system that has none. */
const test = firefoxTests({ "media.ffmpeg.enabled": false });

test("REC01 REC24 WMK12 a Firefox that makes no H.264 sends its recording as it is, and marks it", async ({
  page,
  sayso,
  open,
}) => {
  const client = await open(WITH_WATERMARK);
  await record(page);
  await waitForText(page, "Ready to send as it was recorded.");
  await submit(page);
  const { row, file } = await deliveredVideo(sayso, client);
  assert.deepEqual([row.unfinished, row.unwatermarked, row.container], ["unsupported", 1, "webm"]);
  const { streams } = await ffprobe(file);
  assert.deepEqual(
    streams.map((stream) => stream.codec_name),
    ["vp8", "opus"],
  );
});
