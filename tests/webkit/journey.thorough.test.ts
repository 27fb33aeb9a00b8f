import assert from "node:assert/strict";
import { deliveredVideo } from "../support/people/customer/delivered.ts";
import { until } from "../support/runtime/worker.ts";
import { blockFinishing, press, record, resume, waitForText, shown, submit } from "./customer.ts";
import { assertMarked, WITH_WATERMARK } from "./watermark.ts";
import { webkitTests } from "./sayso.ts";

const test = webkitTests();

test("REC03 leaving the screen while the camera is on leaves a page that goes on", async ({ page, open }) => {
  await open();
  await press(page, "Grant Camera Access");
  await shown(page, "button", "Start Recording");
  await page.executeScript(() => document.querySelector<HTMLElement>("a[aria-label^='Back to']")?.click());
  await waitForText(page, "No app, no account.");
});

test("REC24 REC26 WMK10 a reload in the middle of finishing makes the file anew", async ({
  page,
  sayso,
  open,
  reload,
}) => {
  const client = await open(WITH_WATERMARK);
  await blockFinishing(page);
  await record(page, 3);
  await until("some of it is finished", () =>
    page.executeScript<boolean>("return (document.querySelector('progress')?.value ?? 0) > 0"),
  );
  await reload();

  await resume(page);
  await waitForText(page, "Ready to send.");
  await submit(page);
  const { row, file } = await deliveredVideo(sayso, client);
  assert.deepEqual([row.unfinished, row.unwatermarked, row.container], [null, 0, "mp4"]);
  await assertMarked(file);
});
