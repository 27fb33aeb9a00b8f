// A drive that does not take videos, as its business sees it, and how long videos stay.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { ClientRow } from "../../support/people/owner/clients.ts";
import { plantLine } from "../../support/people/owner/submission-lines.ts";
import { eventually, look } from "../../support/screens/look.ts";
import { openAsOwner } from "../../support/screens/signed-in.ts";
import { startWorker, type Sayso } from "../../support/runtime/worker.ts";

const TITLE = "We can’t save videos to your drive";
const FULL = "The drive is full. Free some space, or connect another one.";

let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
after(() => sayso.close());

/** A connection as a refused delivery leaves it. */
async function fillDrive(client: ClientRow, { isPlatform = 0 } = {}): Promise<void> {
  await sayso.change(
    `INSERT INTO drive_connections (id, client_id, provider, link, address, account, credential, key_id, connected_at, delivered_at,
                                    fault, fault_at, is_platform, chosen_at)
     VALUES (?1, ?2, ?4, ?3, ?3, 'ann', 'sealed', 'tests', 1, 1, ?5, 2, ?6, 1)`,
    crypto.randomUUID(),
    client.id,
    `https://nas.example/${client.id}/`,
    isPlatform ? "google-drive" : "webdav",
    FULL,
    isPlatform,
  );
  if (isPlatform) await sayso.change("DELETE FROM platform_drive");
  await sayso.change(
    "UPDATE clients SET drive_link = ? WHERE id = ?",
    `https://nas.example/${client.id}/`,
    client.id,
  );
}

test("INV15 says on dashboard, list and video window what is wrong, what to do, and that the video can be watched", async (t) => {
  const { page, client } = await openAsOwner(t, sayso, "/clients/dashboard");
  await page.find("heading", client.company_name, { level: 1 });
  assert.ok(page.lacks(TITLE));
  await fillDrive(client);
  const id = await plantLine(sayso, client, { status: "drive_upload_failed" });
  for (const address of ["/clients/dashboard", "/clients/submissions"]) {
    await page.goto(address);
    await page.waitForText(TITLE);
    await page.waitForText(FULL);
    await page.waitForText(
      "1 video is waiting with us. You can watch and download it here, and it goes to your drive",
    );
    assert.ok(!/drive_upload_failed|looking into it/.test(page.text()), address);
  }
  await page.goto(`/clients/submissions?id=${id}`);
  const shown = look(await page.find("dialog", "Ann Example"));
  await shown.waitForText("Waiting to be delivered");
  await shown.waitForText(FULL);
  await shown.find("link", "Download");
  await page.user.click(await shown.find("link", "Open Drive"));
  await page.find("heading", "Where your videos arrive", { level: 1 });
});

test("INV15 tells nobody to mend Sayso’s own drive", async (t) => {
  const { page, client } = await openAsOwner(t, sayso, "/clients/support");
  await fillDrive(client, { isPlatform: 1 });
  await page.goto("/clients/dashboard");
  await page.waitForText("We know about it, and there is nothing you need to do.");
  assert.doesNotMatch(page.text(), /Free some space/);
  assert.ok(page.lacks("Open Drive"));
});

test("RET01 says how long videos stay, and lets a business keep those in its own drive", async (t) => {
  const { page, client } = await openAsOwner(t, sayso, "/clients/drive");
  await page.waitForText(
    "Sayso keeps a video for at most 6 months, and for 14 days after a cancelled plan runs out",
  );
  await page.user.click(await page.find("switch", "Never delete in my own drive"));
  await page.waitForText("In a drive you connect yourself, videos stay until you delete them");
  await eventually(async () =>
    assert.deepEqual(await sayso.row("SELECT keeps_own_drive FROM clients WHERE id = ?", client.id), {
      keeps_own_drive: 1,
    }),
  );
  await page.goto("/clients/drive");
  await page.waitForText("In a drive you connect yourself, videos stay until you delete them");
});
