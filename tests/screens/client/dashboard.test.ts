// The owner's dashboard: access, contents, and empty states.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openAdmin } from "../../support/screens/admin.ts";
import { addClient } from "../../support/people/owner/clients.ts";
import { hurryWaits } from "../../support/screens/handles.ts";
import { eventually, look, textOf } from "../../support/screens/look.ts";
import { openPage, type Page } from "../../support/screens/page.ts";
import { behind } from "../../support/screens/shell.ts";
import { openAsOwner } from "../../support/screens/signed-in.ts";
import { plantLine } from "../../support/people/owner/submission-lines.ts";
import { addUser, signIn } from "../../support/people/owner/users.ts";
import { startWorker, type Sayso } from "../../support/runtime/worker.ts";

const DASHBOARD = "/clients/dashboard";

let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
after(() => sayso.close());

const heading = (page: Page, name: string | RegExp) => page.find("heading", name, { level: 1 });
const recent = (page: Page) => page.find("table", /^Recent submissions/);
const rows = (table: HTMLElement) => look(table).all("row").map(textOf);
/** Opens the dashboard of a business with these submissions. */
async function openWith(t: Parameters<typeof openAsOwner>[0], lines: Parameters<typeof plantLine>[2][]) {
  const client = await addClient(sayso);
  for (const line of lines) await plantLine(sayso, client, line);
  const user = await addUser(sayso, { clientId: client.id });
  const page = await openPage(t, sayso, DASHBOARD, { cookie: await signIn(sayso, user) });
  await heading(page, client.company_name);
  return { page, client };
}

test("shows a client its own business at both addresses, and nobody else's (CLI03 CLI06 RTE02)", async (t) => {
  const other = await addClient(sayso, { company_name: "Somebody Else" });
  const { page, client } = await openAsOwner(t, sayso, DASHBOARD);
  await heading(page, client.company_name);
  assert.ok(page.lacks("Admin View"));
  await page.goto(`/client/${client.custom_slug}`);
  await heading(page, client.company_name);
  for (const slug of [other.custom_slug, "no-such-shop"]) {
    await page.goto(`/client/${slug}`);
    await heading(page, "Business not found");
    assert.doesNotMatch(page.text(), /Somebody Else|Corner Shop/);
  }
  // An address that names a client is an admin's.
  for (const address of [
    `${DASHBOARD}?clientId=${other.id}`,
    `${DASHBOARD}?slug=${other.custom_slug}`,
    `/clients/submissions?clientId=${other.id}`,
    `/clients/sharing?slug=${other.custom_slug}`,
  ]) {
    await page.goto(address);
    await heading(page, "Admin login");
    assert.doesNotMatch(page.text(), /Somebody Else/, address);
  }
});

test("shows no dashboard to who is not signed in (CLI03 AUT18)", async (t) => {
  const client = await addClient(sayso);
  const page = await openPage(t, sayso, DASHBOARD);
  for (const address of [DASHBOARD, `/client/${client.custom_slug}`, "/clients/sharing/card"]) {
    if (address !== DASHBOARD) await page.goto(address);
    await heading(page, "Client login");
    assert.match(page.address, /^\/clients\/login\?next=/);
    assert.doesNotMatch(page.text(), /Corner Shop/);
  }
});

test("tells a user without a client so, with a link to support (CLI05)", async (t) => {
  const page = await openPage(t, sayso, DASHBOARD, { cookie: await signIn(sayso, await addUser(sayso)) });
  await heading(page, "No business here yet");
  const support = look(page.get("main")).get("link", /Contact support/);
  assert.equal(support.getAttribute("target"), "_blank");
});

test("shows an admin the client of the address under a banner, and stays with it (CLI04 CLI05 RTE07)", async (t) => {
  const client = await addClient(sayso, { company_name: "Blue Door Bakery" });
  const addresses = [
    `${DASHBOARD}?clientId=${client.id}&slug=${client.custom_slug}`,
    `${DASHBOARD}?slug=${client.custom_slug}`,
    `/client/${client.custom_slug}`,
  ] as const;
  const { page } = await openAdmin(t, sayso, addresses[0]);
  const banner = () =>
    eventually(() =>
      assert.ok(page.all("note").some((one) => /Admin View.*Blue Door Bakery/.test(textOf(one)))),
    );
  for (const address of addresses) {
    if (address !== addresses[0]) await page.goto(address);
    await banner();
    await page.click("link", /invitation, a QR code/);
    await heading(page, "Ask your customers");
    await banner();
    await page.click("link", /A6/);
    await heading(page, "Table card");
    assert.ok(textOf(await page.find("article")).includes("Blue Door Bakery"));
  }
  // Without a parameter: the first client in the list, which is the newest.
  const newest = await addClient(sayso, { company_name: "The Newest" });
  await sayso.change("UPDATE clients SET created_at = created_at + 1000 WHERE id = ?", newest.id);
  await page.goto(DASHBOARD);
  await heading(page, "The Newest");
});

test("copies the recording address, and leads to it in a new tab (CLI07)", async (t) => {
  const { page, client } = await openAsOwner(t, sayso, DASHBOARD);
  const address = `${sayso.origin}/record/${client.custom_slug}`;
  await page.findText(address);
  await page.click("button", "Copy link");
  await page.toast("Copied to clipboard");
  assert.equal(await page.window.navigator.clipboard.readText(), address);
  const link = page.get("link", /Open your recording page/) as HTMLAnchorElement;
  assert.deepEqual([link.href, link.target], [address, "_blank"]);
});

test("says what to do where the browser forbids copying (CLI07)", async (t) => {
  const { page } = await openAsOwner(t, sayso, DASHBOARD);
  await page.find("button", "Copy link");
  Object.defineProperty(page.window.navigator, "clipboard", { value: undefined });
  page.window.document.execCommand = () => false;
  await page.click("button", "Copy link");
  await page.toast("Failed to copy", "Please copy the URL manually.");
});

test("says how many came when it does not show them all (CLI12)", async (t) => {
  const client = await addClient(sayso);
  for (let index = 0; index < 17; index += 1)
    await plantLine(sayso, client, { name: `Customer ${index}`, daysAgo: index / 100 });
  await plantLine(sayso, client, { daysAgo: 40 });
  await sayso.change(
    "INSERT INTO client_days (client_id, day, submissions, credits_remaining) VALUES (?, date('now'), 17, 9)",
    client.id,
  );
  const user = await addUser(sayso, { clientId: client.id });
  const page = await openPage(t, sayso, DASHBOARD, { cookie: await signIn(sayso, user) });
  const shown = rows(await recent(page)).length - 1;
  assert.ok(shown < 17);
  await page.waitForText(`Newest ${shown} of 17`);
});

test("lists the last 30 days, newest first, with states and marks (CLI12 CLI13 CLI14 WMK12)", async (t) => {
  const other = await addClient(sayso);
  await plantLine(sayso, other, { name: "Not mine" });
  const { page } = await openWith(t, [
    { name: "Third", daysAgo: 29, status: "failed" },
    { name: "First", daysAgo: 0.01, unwatermarked: 1, unfinished: "unsupported" },
    { name: "Second", daysAgo: 3, status: "awaiting_drive_upload" },
    { name: "Too old", daysAgo: 31 },
  ]);
  const [, first, second, third, ...others] = rows(await recent(page));
  assert.deepEqual(others, []);
  assert.match(first ?? "", /First.*No watermark.*As recorded.*Processed/);
  assert.match(second ?? "", /Second(?=.*awaiting_drive_upload)(?=.*On its way to your folder)/);
  assert.match(third ?? "", /Third.*Failed/);
  assert.doesNotMatch(page.text(), /Too old|Not mine/);
  page.get("heading", /last 30 days/);
  await look(await recent(page)).click("link", "First");
  await page.find("dialog", "First");
});

test("leads to sharing where nothing came yet (CLI12)", async (t) => {
  const { page } = await openWith(t, []);
  await page.waitForText("No testimonials yet.");
  await page.click("link", "Share your link");
  await heading(page, "Ask your customers");
});

test("says what is true where something came before the last 30 days (CLI12)", async (t) => {
  const { page } = await openWith(t, [{ daysAgo: 31 }]);
  await page.waitForText("Nothing in the last 30 days.");
  assert.doesNotMatch(page.text(), /No testimonials yet/);
  await page.click("link", "All submissions");
  const list = await page.find("list", "Submissions");
  assert.equal(look(list).all("listitem").length, 1);
});

test("opens the terms and the folder in a new tab (CLI15 TRM02 RTE11)", async (t) => {
  const { page, client } = await openAsOwner(t, sayso, DASHBOARD);
  for (const [name, href] of [
    [/Your folder/, client.drive_link],
    [/^terms\b/, "/terms"],
  ] as const) {
    const link = await page.find("link", name);
    assert.deepEqual([link.getAttribute("href"), link.getAttribute("target")], [href, "_blank"]);
  }
});

test("has charts that can be read without seeing them (CLI12)", async (t) => {
  const client = await addClient(sayso);
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  for (const [ago, submissions, credits] of [
    [3, 2, 40],
    [1, 1, 39],
  ] as const)
    await sayso.change(
      "INSERT INTO client_days (client_id, day, submissions, credits_remaining) VALUES (?, ?, ?, ?)",
      client.id,
      day(ago),
      submissions,
      credits,
    );
  const user = await addUser(sayso, { clientId: client.id });
  const page = await openPage(t, sayso, DASHBOARD, { cookie: await signIn(sayso, user) });
  const received = rows(await page.find("table", "Submissions per day, last 30 days: 3"));
  assert.equal(received.length, 31);
  assert.match(received[27] ?? "", /2$/);
  const credits = rows(await page.find("table", /^Credits left at the end of each day/));
  assert.match(credits[1] ?? "", /unknown/);
  assert.match(credits[28] ?? "", /40/);
  assert.match(credits[30] ?? "", /50/);
});

test("says that the server cannot be reached, and asks again (CLI05)", async (t) => {
  const client = await addClient(sayso);
  const user = await addUser(sayso, { clientId: client.id });
  let unplugged = true;
  const network = behind(sayso, ({ path }) => {
    if (unplugged && path.startsWith("/api/client/dashboard")) throw new TypeError("fetch failed");
    return undefined;
  });
  hurryWaits(t);
  const page = await openPage(t, network, DASHBOARD, { cookie: await signIn(sayso, user) });
  await heading(page, "We could not load this page");
  unplugged = false;
  await page.click("button", "Try again");
  await heading(page, client.company_name);
});
