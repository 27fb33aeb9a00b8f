import { assertUpright, phoneCamera, SIDEWAYS_PHONE } from "../support/browsers/phone-camera.ts";
import { recordFrames, submit } from "./customer.ts";
import { WITH_WATERMARK } from "./watermark.ts";
import { webkitTests } from "./sayso.ts";

const test = webkitTests();

test("REC33 REC34 WMK10 a phone that turns its frames, and records them sideways: the file stands as it is held", async ({
  page,
  sayso,
  open,
}) => {
  const client = await open(WITH_WATERMARK);
  await page.executeScript(phoneCamera, SIDEWAYS_PHONE);
  await recordFrames(page);
  await submit(page);
  await assertUpright(sayso, client);
});
