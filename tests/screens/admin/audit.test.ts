// The audit log: its entries and filters.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { findDialog, newestFirst, noDialog, openAdmin } from "../../support/screens/admin.ts";
import { eventually, fill, isAt, textOf } from "../../support/screens/look.ts";
import type { Page } from "../../support/screens/page.ts";
import { uniqueName } from "../../support/people/admin/failed-uploads.ts";
import { addClient } from "../../support/people/owner/clients.ts";
import { startWorker, type Sayso } from "../../support/runtime/worker.ts";

const AUDIT = "/clients/admin/audit";

let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
after(() => sayso.close());

/** Waits until the log has so many entries, the first of which contains these texts. */
const lists = (page: Page, count: number, ...texts: string[]) =>
  eventually(() => {
    const lines = newestFirst(page, "Changes").map(textOf);
    assert.equal(lines.length, count);
    for (const text of texts) assert.ok(lines[0]?.includes(text), `${text} in ${lines[0]}`);
  });

test("says who changed what, when, before and after, and is filtered by client (AUT35)", async (t) => {
  const client = await addClient(sayso, { company_name: uniqueName("Audited") });
  const { page, admin } = await openAdmin(t, sayso, `/clients/admin?edit=${client.id}`);
  await findDialog(page, `Edit ${client.company_name}`);
  fill(await page.find("textbox", "Contact name"), "After");
  await page.click("button", "Save");
  await page.toast("Client updated successfully");
  await noDialog(page);
  await page.goto(`/clients/admin?edit=${client.id}`);
  await page.click("link", "History");
  await isAt(page, `${AUDIT}?subject=${client.id}`);
  await lists(page, 1);
  await page.goto(AUDIT);
  fill(await page.find("searchbox", "Filter by client"), client.company_name);
  await page.user.click((await page.find("button", client.company_name)) ?? assert.fail());
  await lists(
    page,
    1,
    "Edited the client",
    client.company_name,
    admin.email,
    "Contact name",
    "Owner",
    "After",
  );
  await page.click("button", "Show all");
  await isAt(page, AUDIT);
});

test("is filtered by person, name, action and date, all in the address, with a way back to all (AUT35)", async (t) => {
  const other = uniqueName("other").replace(" ", ".");
  const thing = uniqueName("Thing");
  const { page, admin } = await openAdmin(t, sayso, "/clients/admin");
  for (const [actor, action, name, day] of [
    [admin.email, "client.edit", `${thing} one`, "2026-10-01"],
    [admin.email, "client.view", `${thing} two`, "2026-10-02"],
    [`${other}@admins.example`, "client.edit", `${thing} three`, "2026-10-03"],
  ] as const)
    await sayso.change(
      "INSERT INTO audit_log (id, at, actor_id, actor, action, subject, subject_name, before, after) VALUES (?, ?, ?, ?, ?, ?, ?, '{}', '{}')",
      crypto.randomUUID(),
      Date.parse(`${day}T12:00:00Z`),
      admin.id,
      actor,
      action,
      crypto.randomUUID(),
      name,
    );
  await page.goto(AUDIT);
  await eventually(() => assert.ok(newestFirst(page, "Changes").length >= 3));
  assert.ok(page.lacks("Show all"), "all are shown");
  fill(page.get("searchbox", "Search"), other.toUpperCase());
  await lists(page, 1, `${thing} three`);
  fill(page.get("searchbox", "Search"), thing);
  await lists(page, 3);
  await page.user.selectOptions(page.get("combobox", "Action"), "Edited the client");
  await lists(page, 2);
  fill(page.field("From (UTC)"), "2026-10-03");
  await lists(page, 1, `${thing} three`);
  await page.goto(page.address);
  await lists(page, 1, `${thing} three`);
  fill(page.field("From (UTC)"), "");
  await lists(page, 2);
  fill(page.field("To (UTC)"), "2026-10-01");
  await lists(page, 1, `${thing} one`);
  await page.user.selectOptions(page.get("combobox", "Action"), "Deleted a sign-up");
  await page.find("heading", "No changes match");
  await page.click("button", "Show all");
  await isAt(page, AUDIT);
  await eventually(() => assert.equal((page.get("searchbox", "Search") as HTMLInputElement).value, ""));
  await eventually(() => assert.ok(newestFirst(page, "Changes").length >= 3));
});
