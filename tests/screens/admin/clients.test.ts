// The table of clients: contents, search, export and actions.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { formatDate } from "#lib/format.ts";
import { findDialog, noDialog, openAdmin } from "../../support/screens/admin.ts";
import { eventually, fill, isAt, look, textOf } from "../../support/screens/look.ts";
import type { Page } from "../../support/screens/page.ts";
import { uniqueName } from "../../support/people/admin/failed-uploads.ts";
import { DAY_MS } from "../../support/people/admin/retention.ts";
import { addClient, type ClientRow } from "../../support/people/owner/clients.ts";
import { addUser } from "../../support/people/owner/users.ts";
import { startWorker, type Sayso } from "../../support/runtime/worker.ts";

let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
after(() => sayso.close());

const of = (name: string) => `/clients/admin?${new URLSearchParams({ q: name })}`;
const table = (page: Page) => look(page.get("table", "Client Accounts"));
const names = (page: Page) => page.all("table").flatMap((one) => look(one).all("rowheader").map(textOf));
/** Waits until the table has exactly these clients, which share a prefix. */
const shows = (page: Page, name: string, ...ends: string[]) =>
  eventually(() => {
    const found = names(page);
    assert.equal(found.length, ends.length);
    for (const [index, end] of ends.entries())
      assert.ok(found[index]?.includes(`${name} ${end}`), `${found}`);
  });
const line = (page: Page, { company_name }: ClientRow) =>
  eventually(() => {
    const row = page.all("row").find((one) => textOf(one).includes(company_name));
    return look(row ?? assert.fail(`no line of ${company_name}`));
  });
const statusIs = (page: Page, client: ClientRow, status: string) =>
  eventually(async () =>
    assert.ok((await line(page, client)).all("cell").some((one) => textOf(one).startsWith(status))),
  );

test("says everything about a client, newest first, and leads back to its line (ADM01 ADM03 ADM04 ADM05 CLI04)", async (t) => {
  const name = uniqueName("Ledger");
  const old = await addClient(sayso, {
    company_name: `${name} old`,
    status: "suspended",
    credits_remaining: 0,
  });
  await sayso.change("UPDATE clients SET created_at = created_at - 86400000 WHERE id = ?", old.id);
  const client = await addClient(sayso, {
    company_name: `${name} new`,
    review_link_type: "Trustpilot",
    review_link_url: "https://review.example/x",
    watermark_enabled: 1,
  });
  await sayso.change(
    "UPDATE clients SET submissions_count = 12, storage_bytes = 3145728 WHERE id = ?",
    client.id,
  );
  const { page } = await openAdmin(t, sayso, of(name));
  await shows(page, name, "new", "old");
  await page.waitForText("Total storage is shown in the hosting provider's own dashboard.");
  const columns = table(page).all("columnheader").map(textOf).join("\n");
  for (const column of [
    "Company name",
    "Contact name",
    "Email",
    "Plan type",
    "Per month",
    "Remaining",
    "Watermark",
    "Drive link",
    "Custom slug",
    "Review link",
    "Submissions",
    "Status",
    "Actions",
  ])
    assert.ok(columns.includes(column), column);
  const row = await line(page, client);
  for (const text of [
    client.email,
    "Owner",
    "Standard",
    "50",
    "On",
    "12",
    "3.0 MB",
    "Active",
    "No login yet",
  ])
    assert.ok(row.text().includes(text), `${text} in ${row.text()}`);
  assert.equal(row.get("link", /Trustpilot/).getAttribute("href"), "https://review.example/x");
  const view = row.get("link", /View/).getAttribute("href") ?? "";
  assert.equal(view, `/clients/dashboard?clientId=${client.id}&slug=${client.custom_slug}`);
  await page.goto(view);
  const banner = await eventually(() =>
    look(page.all("note").find((note) => textOf(note).includes("Admin View")) ?? assert.fail()),
  );
  await banner.waitForText(client.company_name);
  await banner.click("link", "Back to the admin area");
  await line(page, client);
});

test("shows since when a payment is missing, and until when the page stays open (BIL06)", async (t) => {
  const client = await addClient(sayso, { company_name: uniqueName("Unpaid") });
  const subscription = `sub_${client.id}`;
  const since = Date.now() - 2 * DAY_MS;
  await sayso.change(
    "INSERT INTO subscriptions (id, customer, client_id, email, created_at, read_at, unpaid_since) VALUES (?1, ?1, ?2, 'a@b.example', 1, 1, ?3)",
    subscription,
    client.id,
    since,
  );
  await sayso.change("UPDATE clients SET subscription_id = ? WHERE id = ?", subscription, client.id);
  const { page } = await openAdmin(t, sayso, of(client.company_name));
  const row = await line(page, client);
  await row.waitForText(`Unpaid since ${formatDate(since)}`);
  await row.waitForText(`Grace: page open until ${formatDate(since + 7 * DAY_MS)}`);
  await sayso.change("UPDATE clients SET status = 'suspended' WHERE id = ?", client.id);
  await page.goto(of(client.company_name));
  await (await line(page, client)).waitForText(`Grace until ${formatDate(since + 7 * DAY_MS)}`);
});

test("searches, filters and sorts in the address, and exports the same lines (ADM03)", async (t) => {
  const name = uniqueName("Sorted");
  for (const [suffix, credits, status] of [
    ["b", 5, "active"],
    ["a", 9, "suspended"],
    ["c", 1, "active"],
  ] as const)
    await addClient(sayso, { company_name: `${name} ${suffix}`, credits_remaining: credits, status });
  const { page, call } = await openAdmin(t, sayso, "/clients/admin");
  fill(await page.find("searchbox", "Search"), name);
  await isAt(page, /q=Sorted/);
  await eventually(() => assert.equal(names(page).length, 3));
  await page.click("button", "Company name");
  await shows(page, name, "a", "b", "c");
  const sorted = table(page)
    .all("columnheader")
    .find((one) => textOf(one).includes("Company name"));
  assert.equal(sorted?.getAttribute("aria-sort"), "ascending");
  await page.user.selectOptions(page.get("combobox", "Sort by"), "Fewest credits");
  await shows(page, name, "c", "b", "a");
  await page.user.selectOptions(page.get("combobox", "Status"), "active");
  await shows(page, name, "c", "b");
  await page.goto(page.address);
  await shows(page, name, "c", "b");
  const csv = await (await call("GET", page.get("link", "Export CSV").getAttribute("href") ?? "")).text();
  assert.equal(csv.trim().split("\r\n").length, 3);
  await page.user.selectOptions(page.get("combobox", "Plan"), "no-setup");
  await page.find("heading", "No clients match your search");
  await page.click("button", "Show all");
  await eventually(() => assert.doesNotMatch(page.address, /q=/));
});

test("loads more than a page of clients on demand (ADM03)", async (t) => {
  const name = uniqueName("Many");
  for (let i = 0; i < 53; i += 1) await addClient(sayso, { company_name: `${name} ${i}` });
  const { page } = await openAdmin(t, sayso, of(name));
  const rows = () => page.window.document.querySelectorAll("table th[scope=row]").length;
  await eventually(() => assert.equal(rows(), 50));
  page.getText("Load more").click();
  await eventually(() => assert.equal(rows(), 53));
  assert.ok(page.lacks("Load more"));
});

test("asks before it deactivates; the record page blocks at once, and opens again (ADM06 ADM07)", async (t) => {
  const client = await addClient(sayso, { company_name: uniqueName("Switched") });
  const { page } = await openAdmin(t, sayso, of(client.company_name));
  await page.click("button", `Deactivate ${client.company_name}`);
  const question = await findDialog(page, "Deactivate?");
  await question.waitForText("stops taking videos straight away");
  await question.waitForText(
    "A plan paid by card is still charged, and a partner who referred the client still earns from it.",
  );
  await page.click("button", "Keep it active");
  await noDialog(page);
  await statusIs(page, client, "Active");
  await page.click("button", `Deactivate ${client.company_name}`);
  await (await findDialog(page, "Deactivate?")).click("button", "Deactivate");
  await page.toast("Status updated");
  await statusIs(page, client, "Suspended");
  await page.goto(`/record/${client.custom_slug}`);
  await page.find("heading", undefined, { level: 1 });
  assert.doesNotMatch(page.text(), /Share your experience/);
  await page.goto(of(client.company_name));
  await page.click("button", `Reactivate ${client.company_name}`);
  await statusIs(page, client, "Active");
  await page.goto(`/record/${client.custom_slug}`);
  await page.find("heading", /Share your experience/, { level: 1 });
});

test("reactivates a pending client only when that is meant, and not over somebody else's change (ADM06 ADM07)", async (t) => {
  const client = await addClient(sayso, { company_name: uniqueName("Pending"), status: "pending_invite" });
  const { page } = await openAdmin(t, sayso, of(client.company_name));
  await page.click("button", `Reactivate ${client.company_name}`);
  await (
    await findDialog(page, "Reactivate?")
  ).waitForText("Its recording page will start taking videos straight away");
  await page.click("button", "Keep it pending");
  await noDialog(page);
  const row = await sayso.row("SELECT status FROM clients WHERE id = ?", client.id);
  assert.equal(row?.status, "pending_invite");
  await page.click("button", `Reactivate ${client.company_name}`);
  await (await findDialog(page, "Reactivate?")).click("button", "Reactivate");
  await page.toast("Status updated");
  await statusIs(page, client, "Active");
  await sayso.change("UPDATE clients SET status = 'pending_onboarding' WHERE id = ?", client.id);
  await page.click("button", `Deactivate ${client.company_name}`);
  await (await findDialog(page, "Deactivate?")).click("button", "Deactivate");
  await page.toast("Failed to update status");
  await statusIs(page, client, "Set-up not finished");
});

test("says that an invitation cannot be sent (ADM20)", async (t) => {
  const taken = await addClient(sayso);
  await addUser(sayso, { clientId: taken.id, email: taken.email });
  const client = await addClient(sayso, { company_name: uniqueName("Twin"), email: taken.email });
  const { page } = await openAdmin(t, sayso, of(client.company_name));
  await page.click("button", `Invite ${client.company_name}`);
  await page.toast("Failed to send invitation");
});

test("shows the support phone, and where it is set when there is none (ADM08)", async (t) => {
  const { page } = await openAdmin(t, sayso, "/clients/admin");
  await look(await page.find("region", "Support Info")).waitForText("No support number yet.");
  await sayso.change(
    "INSERT INTO admin_settings (setting_key, setting_value) VALUES ('support_phone', '+44 20 7946 0000')",
  );
  await page.goto("/clients/admin");
  const phone = await page.find("link", "+44 20 7946 0000");
  assert.equal(phone.getAttribute("href"), "tel:+442079460000");
});
