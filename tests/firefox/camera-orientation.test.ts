import { MARKED } from "../support/finished-film.ts";
import { assertUpright, phoneCamera, SIDEWAYS_PHONE } from "../support/phone-camera.ts";
import { record, submit } from "./customer.ts";
import { firefoxTests } from "./sayso.ts";

const test = firefoxTests();

test("REC33 REC34 WMK10 a phone that turns its frames, and records them sideways: the file stands as it is held", async ({
  page,
  sayso,
  open,
}) => {
  const client = await open(MARKED);
  await page.evaluate(phoneCamera, SIDEWAYS_PHONE);
  await record(page, 2);
  await submit(page);
  await assertUpright(sayso, client);
});
