import assert from "node:assert/strict";
import { deliveredVideo } from "../support/delivered.ts";
import { assertUpright, phoneCamera, SIDEWAYS_PHONE } from "../support/phone-camera.ts";
import { ffprobe } from "../support/videos.ts";
import { record, submit } from "./customer.ts";
import { MARKED } from "./watermark.ts";
import { webkitTests } from "./sayso.ts";

const test = webkitTests();

test("REC33 REC34 WMK10 a phone that turns its frames, and records them sideways: the file stands as it is held", async ({
  page,
  sayso,
  open,
}) => {
  const client = await open(MARKED);
  await page.executeScript(phoneCamera, SIDEWAYS_PHONE);
  await record(page, 2);
  await submit(page);
  await assertUpright(sayso, client);
});

test("REC35 a camera whose largest mode gives 10 frames in a second is asked for 1280 x 720, and gives 30", async ({
  page,
  sayso,
  open,
}) => {
  const client = await open(MARKED);
  await record(page, 3);
  await submit(page);
  const { file } = await deliveredVideo(sayso, client);
  const picture = (await ffprobe(file)).streams.find((stream) => stream.codec_type === "video");
  assert.deepEqual([picture?.width, picture?.height], [1280, 720]);
  const rate = Number(picture?.nb_read_packets) / Number(picture?.duration);
  // A busy machine drops some of the 30.
  assert.ok(rate > 12, `${rate} frames in a second`);
});
