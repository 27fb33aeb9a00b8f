// Permanently failed deliveries: their reasons and retries.
import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { containsAll, itemGone, itemOf, newestFirst, openAdmin } from "../../support/screens/admin.ts";
import { eventually, look, textOf } from "../../support/screens/look.ts";
import type { Page } from "../../support/screens/page.ts";
import { addPermanentFailure, repairDrive } from "../../support/people/admin/failed-uploads.ts";
import { submission } from "../../support/runtime/jobs.ts";
import { startWorker, until, type Sayso } from "../../support/runtime/worker.ts";

const AREA = "/clients/admin";
const NONE = "Every video has reached its folder, or is on its way.";
const LIST = "Failed uploads";

let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
beforeEach(async () => {
  await sayso.change("UPDATE submissions SET status = 'processed' WHERE status = 'drive_upload_failed'");
  await sayso.change("DELETE FROM job_queue");
});
after(() => sayso.close());

const panel = async (page: Page) => look(await page.find("region", LIST));
const counts = (page: Page, count: number) =>
  eventually(() => assert.equal(newestFirst(page, LIST).length, count));
const delivered = (id: string) =>
  until("delivered", async () => (await submission(sayso, id))?.status === "processed");

test("says of each failure what failed, newest first, with every attempt (JOB01 JOB02 JOB03)", async (t) => {
  const { page } = await openAdmin(t, sayso, AREA);
  await (await panel(page)).waitForText(NONE);
  const failed = [];
  for (let i = 0; i < 4; i += 1) failed.push(await addPermanentFailure(sayso));
  await page.goto(AREA);
  await counts(page, 3);
  assert.equal(textOf((await panel(page)).all("definition")[0]), "4");
  await look(page.get("navigation", "Admin")).waitForText("Failed uploads4");
  const [first] = newestFirst(page, LIST);
  const newest = look(first ?? assert.fail());
  await containsAll(newest, [
    failed.at(-1)?.client.company_name ?? assert.fail(),
    "Sayso cannot deliver to this drive link.",
  ]);
  await page.user.click(newest.getText("1 attempt"));
  await newest.waitForText("Given up");
  await page.click("link", /Failed uploads/);
  await counts(page, 4);
});

test("shows a new failure within 30 seconds, without a reload (JOB01)", async (t) => {
  t.mock.timers.enable({ apis: ["setInterval"] });
  const { page } = await openAdmin(t, sayso, AREA);
  await (await panel(page)).waitForText(NONE);
  const { client } = await addPermanentFailure(sayso);
  t.mock.timers.tick(30_000);
  await itemOf(page, LIST, client.company_name);
});

test("queues a single retry, and the video arrives once the drive works (JOB03 JOB05 JOB06 JOB07 JOB10)", async (t) => {
  const { client, planted } = await addPermanentFailure(sayso);
  const { page, line } = await openAdmin(t, sayso, AREA);
  const item = await itemOf(page, LIST, client.company_name);
  line.isCut = true;
  await item.click("button", /^Retry/);
  await page.toast("Failed to retry upload");
  line.isCut = false;
  await repairDrive(sayso, client);
  await item.click("button", /^Retry/);
  await page.toast("Upload retry queued");
  await itemGone(page, LIST, client.company_name);
  await delivered(planted.submissionId);
});

test("offers no retry without a drive link or a file, and says why beside it (JOB04)", async (t) => {
  const noDrive = await addPermanentFailure(sayso);
  const noFile = await addPermanentFailure(sayso);
  await sayso.change("UPDATE clients SET drive_link = NULL WHERE id = ?", noDrive.client.id);
  await sayso.change(
    "UPDATE submissions SET final_file_path = NULL WHERE id = ?",
    noFile.planted.submissionId,
  );
  const { page } = await openAdmin(t, sayso, AREA);
  for (const [{ client }, reason] of [
    [noDrive, "The client has no drive link."],
    [noFile, "There is no file to deliver."],
  ] as const) {
    const item = await itemOf(page, LIST, client.company_name);
    assert.ok(item.get("button", /^Retry/).hasAttribute("disabled"));
    await item.waitForText(reason);
  }
  assert.ok(page.get("button", /^Retry all/).hasAttribute("disabled"));
});

test("queues every one by Retry all, and says how many (JOB03 JOB08)", async (t) => {
  const failed = [
    await addPermanentFailure(sayso),
    await addPermanentFailure(sayso),
    await addPermanentFailure(sayso),
  ];
  for (const { client } of failed) await repairDrive(sayso, client);
  const { page, line } = await openAdmin(t, sayso, AREA);
  await page.find("button", /^Retry all/);
  line.isCut = true;
  await page.click("button", /^Retry all/);
  await page.toast("Failed to retry all uploads");
  line.isCut = false;
  await page.click("button", /^Retry all/);
  await page.toast("Bulk retry initiated", "3 uploads");
  await (await panel(page)).waitForText(NONE);
  for (const { planted } of failed) await delivered(planted.submissionId);
});
