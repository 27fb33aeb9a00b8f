import { assertUpright, phoneCamera, SIDEWAYS_PHONE } from "../support/browsers/phone-camera.ts";
import { record, submit } from "./customer.ts";
import { MARKED } from "./watermark.ts";
import { webkitTests } from "./sayso.ts";

const test = webkitTests();

/** The first frame comes late where WebKit has no graphics card; more than two seconds are left of this. */
const SECONDS = 4;

test("REC33 REC34 WMK10 a phone that turns its frames, and records them sideways: the file stands as it is held", async ({
  page,
  sayso,
  open,
}) => {
  const client = await open(MARKED);
  await page.executeScript(phoneCamera, SIDEWAYS_PHONE);
  await record(page, SECONDS);
  await submit(page);
  await assertUpright(sayso, client);
});
