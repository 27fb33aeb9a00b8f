// Sign-ups for the mailing list: found, exported, queued again and deleted.
import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import {
  findDialog,
  itemGone,
  itemOf,
  newestFirst,
  noDialog,
  openAdmin,
} from "../../support/screens/admin.ts";
import { clearAttempts } from "../../support/screens/login.ts";
import { eventually, fill, isAt, textOf } from "../../support/screens/look.ts";
import { openPage, type Page } from "../../support/screens/page.ts";
import { behind } from "../../support/screens/shell.ts";
import { uniqueName } from "../../support/people/admin/failed-uploads.ts";
import { addClient } from "../../support/people/owner/clients.ts";
import { addUser, call, signIn } from "../../support/people/owner/users.ts";
import { startWorker, type Sayso } from "../../support/runtime/worker.ts";

const SIGN_UPS = "/clients/admin/sign-ups";

let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
beforeEach(() => sayso.change("DELETE FROM sign_ups"));
after(() => sayso.close());

const one = (page: Page, surname: string) => itemOf(page, "Sign-ups", `Vera ${surname}`);
const description = (page: Page, button: HTMLElement) =>
  textOf(page.window.document.getElementById(button.getAttribute("aria-describedby") ?? ""));

async function plant(surname: string, state: string): Promise<string> {
  const id = crypto.randomUUID();
  await sayso.change(
    "INSERT INTO sign_ups (id, email, first_name, surname, company, status, error_message, created_at) VALUES (?, ?, 'Vera', ?, 'Shop', ?, ?, ?)",
    id,
    `${id.slice(0, 8)}@visitors.example`,
    surname,
    state,
    state === "failed" ? "The mailing list answered 401." : null,
    Date.now(),
  );
  return id;
}

/** Lines of the audit log about a sign-up. */
async function changesOf(page: Page, id: string): Promise<string[]> {
  await page.goto(`/clients/admin/audit?subject=${id}`);
  await page.find("list", "Changes, newest first");
  return newestFirst(page, "Changes").map(textOf);
}

test("finds, filters, tells apart and exports sign-ups (HOM16 EML03)", async (t) => {
  const company = uniqueName("Corner");
  const address = `vera-${crypto.randomUUID().slice(0, 8)}@visitors.example`;
  await clearAttempts(sayso);
  const joined = await call(sayso, "POST", "/functions/v1/subscribe-getresponse", {
    body: { email: address, firstName: "Vera", surname: "Visitor", company, campaignId: "pre-launch" },
  });
  assert.equal(joined.status, 200);
  for (const [state, error] of [
    ["waiting", "The mailing list answered 503."],
    ["synced", null],
    ["confirmed", null],
    ["failed", "The mailing list answered 401."],
  ] as const)
    await sayso.change(
      "INSERT INTO sign_ups (id, email, first_name, surname, company, status, error_message, created_at, confirmed_at) VALUES (?, ?, 'Walt', ?, ?, ?, ?, ?, ?)",
      crypto.randomUUID(),
      `${state}-${address}`,
      state,
      company,
      state,
      error,
      Date.now() - 60_000,
      state === "confirmed" ? Date.now() : null,
    );
  const { page, call: ask } = await openAdmin(t, sayso, SIGN_UPS);
  const lines = () => newestFirst(page, "Sign-ups").map(textOf);
  const finds = (count: number, ...texts: string[]) =>
    eventually(() => {
      const found = lines();
      assert.equal(found.length, count);
      for (const text of texts) assert.ok(found[0]?.includes(text), found[0]);
    });
  fill(await page.find("searchbox", "Search"), company);
  await isAt(page, /q=Corner/);
  await finds(5, "Vera Visitor", "Asked to confirm");
  for (const [state, text] of [
    ["Waiting for the mailing list", "The mailing list answered 503."],
    ["Passed to the list", "synced"],
    ["Confirmed", "Confirmed"],
    ["Failed", "The mailing list answered 401."],
  ] as const) {
    await page.user.selectOptions(page.get("combobox", "Status"), state);
    await finds(1, text);
  }
  const csv = await (await ask("GET", page.get("link", "Export CSV").getAttribute("href") ?? "")).text();
  assert.equal(csv.trim().split("\r\n").length, 2, "what is filtered, and its head");
  assert.ok(csv.includes(`failed-${address}`));
  await page.goto(page.address);
  await finds(1);
  fill(page.get("searchbox", "Search"), "nobody-has-this");
  await page.find("heading", "No sign-ups match your search");
  await page.click("button", "Show all");
  await isAt(page, SIGN_UPS);
});

test("queues sign-ups again that did not reach the list, one or all (HOM16 JOB08)", async (t) => {
  const jobs = async (id: string) =>
    (await sayso.rows("SELECT 1 FROM job_queue WHERE job_type = 'subscribe' AND subject_id = ?", id)).length;
  const alone = await plant("Alone", "failed");
  const faster = await plant("Faster", "failed");
  const third = await plant("Third", "failed");
  const fourth = await plant("Fourth", "failed");
  for (const path of [`/api/admin/sign-ups/${alone}/retry`, "/api/admin/sign-ups/retry-all"])
    assert.equal((await call(sayso, "POST", path, {})).status, 401, "a stranger");
  assert.equal(await jobs(alone), 0);

  await clearAttempts(sayso);
  const admin = await addUser(sayso, { roles: ["admin"] });
  let isCut = false;
  const network = behind(sayso, async ({ path }) => {
    if (isCut) throw new TypeError("fetch failed");
    // Somebody else's retry wins the race; changed any earlier, the list might hide the button.
    if (path.endsWith(`/sign-ups/${faster}/retry`))
      await sayso.change("UPDATE sign_ups SET status = 'waiting' WHERE id = ?", faster);
    return undefined;
  });
  const page = await openPage(t, network, SIGN_UPS, { cookie: await signIn(sayso, admin, "admin") });
  const retry = async (surname: string) => (await one(page, surname)).click("button", /^Retry/);
  assert.equal(description(page, (await one(page, "Alone")).get("button", /^Retry/)), "Vera Alone");
  isCut = true;
  await retry("Alone");
  await page.toast("Failed to queue the retry", "We cannot reach the server.");
  isCut = false;
  await retry("Alone");
  await page.toast("Retry queued");
  await eventually(async () => assert.equal(await jobs(alone), 1));
  assert.equal(await jobs(third), 0);

  await retry("Faster");
  await page.toast("Nothing to retry", "This sign-up is already on its way.");
  await (await one(page, "Faster")).waitForText("Waiting for the mailing list");
  assert.equal((await one(page, "Faster")).all("button", /^Retry/).length, 0);

  await page.user.selectOptions(page.get("combobox", "Status"), "Failed");
  await (await one(page, "Third")).find("button", /^Retry/);
  await sayso.change("DELETE FROM sign_ups WHERE id IN (?, ?)", alone, faster);
  await page.click("button", "Retry all failed");
  await page.toast("Bulk retry initiated", "2 sign-ups queued");
  for (const id of [third, fourth]) assert.equal(await jobs(id), 1);
  const changes = await changesOf(page, alone);
  assert.equal(changes.length, 1);
  assert.match(changes[0] ?? "", /Retried sign-ups/);
});

test("deletes a sign-up only when that is meant, and speaks of a copy at the mailing list (HOM16)", async (t) => {
  const there = (id: string) => sayso.row("SELECT 1 AS there FROM sign_ups WHERE id = ?", id);
  const handed = await plant("Handed", "synced");
  const asked = await plant("Asked", "pending_confirmation");
  await clearAttempts(sayso);
  const owner = await addUser(sayso, { clientId: (await addClient(sayso)).id });
  for (const [cookie, status] of [
    [undefined, 401],
    [await signIn(sayso, owner), 403],
  ] as const) {
    const answer = await call(sayso, "DELETE", `/api/admin/sign-ups/${handed}`, cookie ? { cookie } : {});
    assert.equal(answer.status, status, "who is no admin");
  }

  const { page, admin, line } = await openAdmin(t, sayso, SIGN_UPS);
  await page.waitForText(/We delete unconfirmed sign-ups, .+ after 30 days\./);
  const remove = async (surname: string) => (await one(page, surname)).click("button", /^Delete/);
  assert.equal(description(page, (await one(page, "Handed")).get("button", /^Delete/)), "Vera Handed");
  await remove("Asked");
  const question = await findDialog(page, "Delete?");
  await question.waitForText("Vera Asked");
  assert.ok(!question.text().includes("The mailing list has a copy"));
  await page.click("button", "Keep it");
  await noDialog(page);
  await remove("Handed");
  await (await findDialog(page, "Delete?")).waitForText("The mailing list has a copy. Remove it there too.");
  line.isCut = true;
  await page.click("button", "Delete this sign-up");
  await page.toast("Failed to delete the sign-up", "We cannot reach the server.");
  line.isCut = false;
  assert.ok(await there(handed));
  await remove("Handed");
  await page.click("button", "Delete this sign-up");
  await page.toast("Sign-up deleted");
  await itemGone(page, "Sign-ups", "Vera Handed");
  assert.equal(await there(handed), undefined);

  await sayso.change("DELETE FROM sign_ups WHERE id = ?", asked);
  await remove("Asked");
  await page.click("button", "Delete this sign-up");
  await page.toast("Nothing to delete", "This sign-up has already been deleted.");
  await page.find("heading", "No sign-ups yet");
  const [change = ""] = await changesOf(page, handed);
  assert.ok(change.includes("Deleted a sign-up") && change.includes(admin.email), change);
});
