// The log of forwards to an automation.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { itemOf, newestFirst, openAdmin } from "../../support/screens/admin.ts";
import { eventually, look, textOf } from "../../support/screens/look.ts";
import type { Page } from "../../support/screens/page.ts";
import { uniqueName } from "../../support/people/admin/failed-uploads.ts";
import { failedForward } from "../../support/people/admin/site.ts";
import { addClient } from "../../support/people/owner/clients.ts";
import { startWorker, type Sayso } from "../../support/runtime/worker.ts";

const FORWARDING = "/clients/admin/forwarding";
const UNSIGNED =
  /AUTOMATION_SECRET is missing\..*Nothing can be forwarded|Nothing can be forwarded.*AUTOMATION_SECRET is missing\./;

let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
after(() => sayso.close());

const notices = (page: Page) =>
  page
    .all("note")
    .map(textOf)
    .filter((note) => note.includes("AUTOMATION_SECRET"));

test("says that there is no secret to sign with before a note fails (BRA06)", async (t) => {
  const { page } = await openAdmin(t, sayso, FORWARDING);
  await eventually(() => assert.match(notices(page).join(), UNSIGNED));
});

test("says nothing of a secret where there is one (BRA06)", async (t) => {
  const secrets = { AUTOMATION_SECRET: "only these tests", DRIVE_NETWORKS: "any" };
  const signing = await startWorker({ secrets });
  t.after(() => signing.close());
  const { page } = await openAdmin(t, signing, FORWARDING);
  await page.find("heading", "Nothing has been forwarded yet");
  assert.deepEqual(notices(page), []);
});

test("says what each address answered, and queues a failed note again (BRA06)", async (t) => {
  const { page, admin, line } = await openAdmin(t, sayso, FORWARDING);
  await page.find("heading", "Nothing has been forwarded yet");
  await page.waitForText("Sayso-Signature");
  const client = await addClient(sayso, { company_name: uniqueName("Automated") });
  const id = await failedForward(sayso, client, [503, 404]);
  await page.goto(FORWARDING);
  const failed = await itemOf(page, "Forwarded", client.company_name);
  for (const text of ["wpms", "failed", "The automation address answered 404."])
    await failed.waitForText(text);
  await page.user.click(failed.getText("2 attempts"));
  await failed.waitForText("The automation address answered 503.");

  const lines = () => newestFirst(page, "Forwarded");
  const retries = () => lines().flatMap((one) => look(one).all("button", /^Retry/));
  const retry = async () => page.user.click(await eventually(() => retries()[0] ?? assert.fail()));
  line.isCut = true;
  await retry();
  await page.toast("Failed to queue the retry", "We cannot reach the server.");
  line.isCut = false;
  await retry();
  await page.toast("Retry queued");
  // No URL is set here, so it fails as expected.
  await eventually(() => {
    assert.equal(lines().length, 2);
    assert.ok(textOf(lines()[0]).includes("The settings name no automation address for this."));
    assert.ok(textOf(lines()[1]).includes("Queued again"));
    assert.equal(retries().length, 1, "the newest only");
  });

  await sayso.change("UPDATE job_queue SET status = 'done' WHERE subject_id = ?", id);
  await retry();
  await page.toast("Nothing to retry", "This has already been forwarded, or is on its way.");
  await eventually(() => assert.equal(retries().length, 0));
  await page.goto(`/clients/admin/audit?subject=${id}`);
  await page.find("list", "Changes, newest first");
  assert.equal(newestFirst(page, "Changes").length, 1);
  assert.ok(textOf(newestFirst(page, "Changes")[0]).includes(admin.email));
  await page.goto(FORWARDING);
  await page.click("link", "settings");
  await page.find("textbox", "Forward testimonials of /wpms to");
});
