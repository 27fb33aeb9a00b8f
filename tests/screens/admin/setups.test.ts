// Set-ups from buyers: their contents and their uses.
import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import {
  containsAll,
  findDialog,
  holds,
  itemGone,
  itemOf,
  noDialog,
  openAdmin,
  valueOf,
} from "../../support/screens/admin.ts";
import { eventually, fill, hasFocus, isAt, look, textOf } from "../../support/screens/look.ts";
import type { Page } from "../../support/screens/page.ts";
import { uniqueName } from "../../support/people/admin/failed-uploads.ts";
import { logoFile, plantSetup, setupForm } from "../../support/people/admin/site.ts";
import { addClient } from "../../support/people/owner/clients.ts";
import { plantPurchase } from "../../support/people/owner/purchases.ts";
import { addUser } from "../../support/people/owner/users.ts";
import { clearAttempts } from "../../support/screens/login.ts";
import { startWorker, type Sayso } from "../../support/runtime/worker.ts";

const SETUPS = "/clients/admin/setups";
const NONE = "No set-ups are waiting";

let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
beforeEach(() => sayso.change("DELETE FROM onboarding_requests"));
after(() => sayso.close());

const setup = (page: Page, company: string) => itemOf(page, "Set-ups", company);
const field = (page: Page, name: string) => page.get("textbox", name);
const someone = () => `${crypto.randomUUID().slice(0, 8)}@buyers.example`;
const byEmail = (email: string) => sayso.row("SELECT * FROM clients WHERE email = ?", email);

/** Submits a buyer's set-up. */
async function buy(fields: Record<string, string>, logo?: Blob): Promise<void> {
  await clearAttempts(sayso);
  const body = setupForm(fields, logo);
  const { status } = await sayso.fetch("/functions/v1/client-onboarding", { method: "POST", body });
  assert.equal(status, 200);
}

/** Lines of the audit log about a subject. */
async function changesOf(page: Page, subject: string | undefined): Promise<string> {
  await page.goto(`/clients/admin/audit?subject=${subject}`);
  return textOf(await page.find("list", "Changes, newest first"));
}

test("makes a client with its logo of a set-up as its buyer wrote it (ONB13 INV47)", async (t) => {
  const company = uniqueName(`<img src=x onerror="window.struck=1"> Bäckerei`);
  const email = someone();
  const reviewUrl = "https://uk.trustpilot.com/evaluate/backerei.example";
  await buy({ company, email, reviewPlatform: "trustpilot", reviewUrl }, await logoFile());
  const id = (await sayso.row("SELECT id FROM onboarding_requests WHERE email = ?", email))?.id;
  const { page } = await openAdmin(t, sayso, "/clients/admin");
  const badge = () => look(page.get("navigation", "Admin")).get("link", /^Set-ups/);
  await eventually(() => assert.equal(textOf(badge()), "Set-ups1"));
  await page.user.click(badge());
  const item = await setup(page, company);
  await containsAll(item, ["Bea Buyer", email, "Trustpilot"]);
  await item.find("img", `Logo of ${company}`);
  assert.equal(page.window.document.querySelector('img[src="x"]'), null);

  await page.click("button", `Create client from ${company}`);
  const form = await findDialog(page, "New client");
  await holds(page, "Company name", company);
  assert.equal(valueOf(page, "Contact name"), "Bea Buyer");
  assert.equal(valueOf(page, "Email"), email);
  const chosen = (name: string) => (form.get("combobox", name) as HTMLSelectElement).value;
  assert.equal(chosen("Status"), "pending_onboarding");
  assert.equal(chosen("Review link type"), "Trustpilot");
  await holds(page, "Custom slug", /backerei|baeckerei/);
  await form.waitForText("We use the buyer's logo unless you choose another.");
  fill(field(page, "Contact name"), "Bea B.");
  await page.goto(page.address);
  await findDialog(page, "New client");
  await holds(page, "Contact name", "Bea B.");
  await holds(page, "Custom slug", /./);
  await page.click("button", "Create client");
  await findDialog(page, "Client created");
  assert.notEqual(textOf(page.get("dialog").querySelector("code")), "");
  await isAt(page, /make=/);
  await page.click("button", "Done");
  await noDialog(page);
  await isAt(page, SETUPS);
  await page.find("heading", NONE);
  await eventually(() => assert.equal(textOf(badge()), "Set-ups"));
  const client = await byEmail(email);
  assert.partialDeepStrictEqual(client, {
    company_name: company,
    contact_name: "Bea B.",
    status: "pending_onboarding",
    review_link_type: "Trustpilot",
    review_link_url: reviewUrl,
  });
  assert.equal((await sayso.fetch(client?.logo_url)).status, 200);
  assert.deepEqual(await sayso.keys(`onboarding/${id}/`), []);
});

test("says that a set-up is in an existing client's name, and makes no second client of the address (ONB13)", async (t) => {
  const old = await addClient(sayso, { company_name: uniqueName("Old Customer") });
  await addUser(sayso, { clientId: old.id, email: old.email });
  const company = uniqueName("Mine now");
  await buy({ company, email: old.email });
  const { page } = await openAdmin(t, sayso, SETUPS);
  await containsAll(await setup(page, company), [
    `${old.company_name} already uses this address and was not changed.`,
    "Two clients cannot sign in with the same address",
  ]);
  await page.click("button", `Create client from ${company}`);
  const form = await findDialog(page, "New client");
  await form.waitForText(`${old.company_name} already uses this address. Enter a different one.`);
  await holds(page, "Custom slug", /^mine-now-/);
  await page.click("button", "Create client");
  await page.toast("Error", "Failed to create client");
  await page.waitForText("This address already belongs to another account.");
  await hasFocus(() => field(page, "Email"));
  const email = someone();
  fill(field(page, "Email"), email);
  await page.click("button", "Create client");
  await page.click("button", "Done");
  await itemGone(page, "Set-ups", company);
  assert.equal((await byEmail(email))?.company_name, company);
  assert.equal((await byEmail(old.email))?.company_name, old.company_name);
});

test("dismisses a set-up only when that is meant, and its logo with it (ONB13)", async (t) => {
  const id = await plantSetup(sayso);
  const { page, admin, line } = await openAdmin(t, sayso, SETUPS);
  const there = () => sayso.row("SELECT 1 AS there FROM onboarding_requests WHERE id = ?", id);
  await page.click("button", "Dismiss the set-up of Buyer");
  const question = await findDialog(page, "Dismiss?");
  await question.waitForText(", with the logo. It cannot be undone, and we notify nobody.");
  await page.click("button", "Keep it");
  await noDialog(page);
  assert.ok(await there());

  await page.click("button", "Dismiss the set-up of Buyer");
  line.isCut = true;
  await page.click("button", "Dismiss this set-up");
  await page.toast("Failed to dismiss set-up", "We cannot reach the server.");
  line.isCut = false;
  await page.click("button", "Dismiss the set-up of Buyer");
  await page.click("button", "Dismiss this set-up");
  await page.toast("Set-up dismissed");
  await page.find("heading", NONE);
  assert.equal(await there(), undefined);
  assert.deepEqual(await sayso.keys(`onboarding/${id}/`), []);
  const changes = await changesOf(page, id);
  for (const text of ["Dismissed a set-up", admin.email]) assert.ok(changes.includes(text), changes);
});

test("says that a set-up is gone that somebody else has seen to, and makes its client without it only when that is meant (ONB13)", async (t) => {
  const id = await plantSetup(sayso);
  const email = `${id.slice(0, 8)}@buyers.example`;
  const { page } = await openAdmin(t, sayso, SETUPS);
  await page.click("button", "Create client from Buyer");
  await findDialog(page, "New client");
  await holds(page, "Custom slug", /^buyer/);
  fill(field(page, "Contact name"), "Bea, by phone");
  await sayso.change("DELETE FROM onboarding_requests WHERE id = ?", id);
  await page.click("button", "Create client");
  await page.waitForText("Set-up not found. Somebody else has dismissed it in the meantime");
  assert.ok(!page.text().includes("We use the buyer's logo"));
  assert.equal(await byEmail(email), undefined);

  await holds(page, "Contact name", "Bea, by phone");
  await page.click("button", "Create without the set-up");
  await findDialog(page, "Client created");
  assert.notEqual(textOf(page.get("dialog").querySelector("code")), "");
  await page.click("button", "Done");
  await page.find("heading", NONE);
  const { contact_name, status, logo_url } = (await byEmail(email)) ?? {};
  assert.deepEqual([contact_name, status, logo_url], ["Bea, by phone", "pending_onboarding", null]);
});

test("says that a set-up came from another address than the one that paid, and uses it for the client of its payment (INV25 ONB13)", async (t) => {
  const { client, checkout } = await plantPurchase(sayso, { company_name: uniqueName("Bea") });
  const company = uniqueName("Bea’s Bakery");
  await buy({ company, email: someone(), checkout }, await logoFile());
  await buy({ company: "Made up", email: someone(), checkout: "cs_test_made_up" });
  const { page, admin } = await openAdmin(t, sayso, SETUPS);
  const paid = await setup(page, company);
  await containsAll(paid, [
    `Standard Plan, paid by ${client.email} for the client ${client.company_name}`,
    "It came from a different address than the payment.",
  ]);
  const madeUp = await setup(page, "Made up");
  await madeUp.waitForText("We can’t find its payment");
  assert.equal(madeUp.all("button", /^Use for/).length, 0);

  await paid.click("button", new RegExp(`^Use for ${client.company_name}`));
  const question = await findDialog(page, `Use for ${client.company_name}?`);
  await containsAll(question, [`becomes ${company} and goes live.`, client.email]);
  await page.click("button", "Not now");
  await noDialog(page);
  await paid.click("button", new RegExp(`^Use for ${client.company_name}`));
  await page.click("button", "Set up and invite");
  await page.toast("Client set up", "The invitation is on its way.");
  await itemGone(page, "Set-ups", company);
  assert.partialDeepStrictEqual(await sayso.row("SELECT * FROM clients WHERE id = ?", client.id), {
    company_name: company,
    email: client.email,
    status: "active",
  });
  const changes = await changesOf(page, client.id);
  for (const text of ["Used a set-up for the client", admin.email])
    assert.ok(changes.includes(text), changes);
});

test("says that a set-up is gone that somebody else has used meanwhile (INV25)", async (t) => {
  const { client, checkout } = await plantPurchase(sayso, { company_name: uniqueName("Bea") });
  const company = uniqueName("Twice");
  await buy({ company, email: someone(), checkout });
  const { page } = await openAdmin(t, sayso, SETUPS);
  await (await setup(page, company)).click("button", /^Use for/);
  await sayso.change("UPDATE clients SET status = 'active' WHERE id = ?", client.id);
  await page.click("button", "Set up and invite");
  await page.toast("Failed to set up the client", "This set-up is no longer waiting for a client.");
  await (await setup(page, company)).waitForText("is set up already, and was not changed.");
});
