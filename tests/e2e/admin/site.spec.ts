import { Buffer } from "node:buffer";
import type { Page } from "@playwright/test";
import { addClient } from "../../support/clients.ts";
import { failedForward, logoFile, plantSetup, setupForm } from "../../support/site.ts";
import { addUser, call, signIn } from "../../support/users.ts";
import { startWorker, type Sayso } from "../../support/worker.ts";
import { carrySession } from "../client/owner.ts";
import { forgetAttempts, heading } from "../doors.ts";
import { button, expect, toast } from "../sayso.ts";
import { axe } from "../axe.ts";
import { test, uniqueName } from "./admin.ts";

const DESK = { width: 1280, height: 800 };
const field = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });
const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });
const list = (page: Page, name: string) => page.getByRole("list", { name: `${name}, newest first` });
const setup = (page: Page, company: string) =>
  list(page, "Set-ups").getByRole("listitem").filter({ hasText: company });
const badge = (page: Page) =>
  page.getByRole("navigation", { name: "Admin" }).getByRole("link", { name: /^Set-ups/ });
const someone = () => `${crypto.randomUUID().slice(0, 8)}@buyers.example`;

/** Sends what a buyer fills in. */
async function buy(sayso: Sayso, wish: Record<string, string>, logo?: Blob): Promise<void> {
  await forgetAttempts(sayso);
  const body = setupForm(wish, logo);
  const { status } = await sayso.fetch("/functions/v1/client-onboarding", { method: "POST", body });
  expect(status).toBe(200);
}

const forgetSetups = (sayso: Sayso) => sayso.change("DELETE FROM setups");

test("ONB13 INV47 a set-up waits as its buyer wrote it and becomes a client with its logo", async ({
  page,
  admin,
  sayso,
}) => {
  await forgetSetups(sayso);
  const company = uniqueName(`<img src=x onerror="window.struck=1"> Bäckerei`);
  const email = someone();
  await buy(sayso, { company, email, reviewPlatform: "trustpilot" }, await logoFile());
  const id = (await sayso.row("SELECT id FROM setups WHERE email = ?", email))?.id;
  await page.goto("/clients/admin");
  await expect(badge(page)).toContainText("1");
  await badge(page).click();
  await expect(heading(page, "Set-ups")).toBeFocused();
  for (const text of ["Bea Buyer", email, "Trustpilot"])
    await expect(setup(page, company)).toContainText(text);
  const logo = setup(page, company).getByRole("img", { name: `Logo of ${company}` });
  await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  expect(await page.evaluate(() => "struck" in window)).toBe(false);
  await axe(page, "set-ups");
  await page.setViewportSize(DESK);

  await button(page, `Make client of ${company}`).click();
  const form = dialog(page, "New client");
  await expect(field(page, "Company name")).toHaveValue(company);
  await expect(field(page, "Contact name")).toHaveValue("Bea Buyer");
  await expect(field(page, "Email")).toHaveValue(email);
  await expect(form.getByRole("combobox", { name: "Status" })).toHaveValue("pending_onboarding");
  await expect(form.getByRole("combobox", { name: "Review link type" })).toHaveValue("Trustpilot");
  await expect(field(page, "Custom slug")).toHaveValue(/backerei|baeckerei/);
  await expect(form).toContainText("The buyer’s logo comes along unless you choose another.");
  await axe(page, "a client of a set-up");
  await page.setViewportSize(DESK);
  await field(page, "Contact name").fill("Bea B.");
  await page.keyboard.press("Escape");
  await expect(button(page, `Make client of ${company}`)).toBeFocused();
  await button(page, `Make client of ${company}`).click();
  await expect(field(page, "Contact name"), "what was typed is still there").toHaveValue("Bea B.");
  await page.goBack();
  await expect(form).toBeHidden();
  await expect(page).toHaveURL("/clients/admin/setups");
  await expect(button(page, `Make client of ${company}`)).toBeFocused();
  await page.goForward();
  await page.reload();
  await expect(field(page, "Contact name"), "and after a reload").toHaveValue("Bea B.");
  await button(page, "Create client").click();
  const created = dialog(page, "Client created");
  await expect(created.locator("code")).not.toBeEmpty();
  await expect(page).toHaveURL(/make=/);
  await button(page, "Done").click();
  await expect(heading(page, "Set-ups")).toBeFocused();
  await expect(page).toHaveURL("/clients/admin/setups");
  await expect(setup(page, company)).toBeHidden();
  await expect(page.getByRole("heading", { name: "No set-up waits" })).toBeVisible();
  await expect(badge(page)).toHaveText("Set-ups");
  await axe(page, "no set-ups");

  const client = await sayso.row("SELECT * FROM clients WHERE email = ?", email);
  expect(client).toMatchObject({
    company_name: company,
    contact_name: "Bea B.",
    status: "pending_onboarding",
    review_link_type: "Trustpilot",
  });
  expect((await sayso.fetch(client?.logo_url)).status, `made by ${admin.email}`).toBe(200);
  expect(await sayso.keys(`setups/${id}/`)).toEqual([]);
});

test("ONB13 a set-up in an existing client's name is said to be one, and makes no second client of the address", async ({
  page,
  admin,
  sayso,
}) => {
  const old = await addClient(sayso, { company_name: uniqueName("Old Customer") });
  await addUser(sayso, { clientId: old.id, email: old.email });
  const company = uniqueName("Mine now");
  await buy(sayso, { company, email: old.email });
  await page.goto("/clients/admin/setups");
  await expect(setup(page, company)).toContainText(
    `${old.company_name} has this address already: nothing of it was changed.`,
  );
  await expect(setup(page, company)).toContainText("Two clients cannot sign in with one address");
  await axe(page, "set-ups, with a known address");
  await page.setViewportSize(DESK);
  await button(page, `Make client of ${company}`).click();
  await expect(dialog(page, "New client")).toContainText(
    `${old.company_name} has this address already. Give another one.`,
  );
  await expect(field(page, "Custom slug")).toHaveValue(/^mine-now-/);
  await button(page, "Create client").click();
  await expect(toast(page, "Error", "Failed to create client")).toBeVisible();
  await expect(page.getByText("This address signs in to another account already.")).toBeVisible();
  await expect(field(page, "Email")).toBeFocused();
  const email = someone();
  await field(page, "Email").fill(email);
  await button(page, "Create client").click();
  await button(page, "Done").click();
  await expect(setup(page, company), admin.email).toBeHidden();
  expect(await sayso.row("SELECT company_name FROM clients WHERE email = ?", email)).toEqual({
    company_name: company,
  });
  expect(await sayso.row("SELECT company_name FROM clients WHERE email = ?", old.email)).toEqual({
    company_name: old.company_name,
  });
});

test("ONB13 a set-up is dismissed only when that is meant, and its logo goes with it", async ({
  page,
  admin,
  sayso,
  context,
}) => {
  await forgetSetups(sayso);
  const id = await plantSetup(sayso);
  await page.goto("/clients/admin/setups");
  const dismiss = button(page, "Dismiss the set-up of Buyer");
  const question = dialog(page, "Dismiss?");
  await dismiss.click();
  await expect(question).toContainText("is deleted, with the logo. This cannot be undone.");
  await axe(page, "dismiss a set-up");
  await page.setViewportSize(DESK);
  await button(page, "Keep it").click();
  await expect(dismiss).toBeFocused();
  expect(await sayso.row("SELECT 1 AS there FROM setups WHERE id = ?", id)).toBeDefined();

  await dismiss.click();
  await context.setOffline(true);
  await button(page, "Dismiss this set-up").click();
  await expect(toast(page, "Failed to dismiss set-up", "The server cannot be reached.")).toBeVisible();
  await context.setOffline(false);
  await dismiss.click();
  await button(page, "Dismiss this set-up").click();
  await expect(toast(page, "Set-up dismissed")).toBeVisible();
  await expect(heading(page, "Set-ups")).toBeFocused();
  await expect(page.getByRole("heading", { name: "No set-up waits" })).toBeVisible();
  expect(await sayso.row("SELECT 1 FROM setups WHERE id = ?", id)).toBeUndefined();
  expect(await sayso.keys(`setups/${id}/`)).toEqual([]);
  await page.goto(`/clients/admin/audit?subject=${id}`);
  await expect(list(page, "Changes")).toContainText("Dismissed a set-up");
  await expect(list(page, "Changes")).toContainText(admin.email);
});

test("ONB13 a set-up that somebody else has seen to is said to be gone, and its client is made without it only when that is meant", async ({
  page,
  admin,
  sayso,
}) => {
  await forgetSetups(sayso);
  const id = await plantSetup(sayso);
  const email = `${id.slice(0, 8)}@buyers.example`;
  const made = () => sayso.row("SELECT contact_name, status, logo_url FROM clients WHERE email = ?", email);
  await page.goto("/clients/admin/setups");
  await button(page, "Make client of Buyer").click();
  await expect(field(page, "Custom slug")).toHaveValue(/^buyer/);
  await field(page, "Contact name").fill("Bea, by phone");
  await sayso.change("DELETE FROM setups WHERE id = ?", id);
  await button(page, "Create client").click();
  await expect(page.getByText("Set-up not found. Somebody else has dismissed it meanwhile")).toBeVisible();
  await expect(page.getByText("The buyer’s logo comes along")).toBeHidden();
  expect(await made()).toBeUndefined();
  await axe(page, "a set-up that is gone");
  await page.setViewportSize(DESK);

  await expect(field(page, "Contact name"), "what was typed").toHaveValue("Bea, by phone");
  await button(page, "Create without the set-up").click();
  await expect(dialog(page, "Client created").locator("code")).not.toBeEmpty();
  await button(page, "Done").click();
  await expect(page.getByRole("heading", { name: "No set-up waits" }), admin.email).toBeVisible();
  expect(await made()).toEqual({
    contact_name: "Bea, by phone",
    status: "pending_onboarding",
    logo_url: null,
  });
});

test("HOM16 EML03 sign-ups are found, filtered, told apart and exported", async ({ page, admin, sayso }) => {
  const company = uniqueName("Corner");
  const address = `vera-${crypto.randomUUID().slice(0, 8)}@visitors.example`;
  await forgetAttempts(sayso);
  const joined = await call(sayso, "POST", "/functions/v1/subscribe-getresponse", {
    body: { email: address, firstName: "Vera", surname: "Visitor", company, campaignId: "pre-launch" },
  });
  expect(joined.status).toBe(200);
  for (const [state, error] of [
    ["waiting", "The mailing list answered 503."],
    ["handed_on", null],
    ["confirmed", null],
    ["failed", "The mailing list answered 401."],
  ] as const) {
    await sayso.change(
      "INSERT INTO sign_ups (id, email, first_name, surname, company, state, error_message, created_at, confirmed_at) VALUES (?, ?, 'Walt', ?, ?, ?, ?, ?, ?)",
      crypto.randomUUID(),
      `${state}-${address}`,
      state,
      company,
      state,
      error,
      Date.now() - 60_000,
      state === "confirmed" ? Date.now() : null,
    );
  }
  const found = list(page, "Sign-ups").getByRole("listitem");
  await page.goto("/clients/admin/sign-ups");
  await page.getByRole("searchbox", { name: "Search" }).fill(company);
  await expect(page).toHaveURL(/q=Corner/);
  await expect(found).toHaveCount(5);
  await expect(found.first()).toContainText("Vera Visitor");
  await expect(found.first()).toContainText("Asked to confirm");
  await axe(page, "sign-ups");
  await page.setViewportSize(DESK);
  const states = page.getByRole("combobox", { name: "State" });
  for (const [state, text] of [
    ["Waiting for the list", "The mailing list answered 503."],
    ["Handed to the list", "handed_on"],
    ["Confirmed", "Confirmed"],
    ["Failed", "The mailing list answered 401."],
  ] as const) {
    await states.selectOption(state);
    await expect(found).toHaveCount(1);
    await expect(found).toContainText(text);
  }
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Export CSV" }).click(),
  ]);
  const csv = Buffer.concat(await (await download.createReadStream()).toArray()).toString();
  expect(csv.trim().split("\r\n"), "what is filtered, and its head").toHaveLength(2);
  expect(csv).toContain(`failed-${address}`);
  await page.reload();
  await expect(found, `${admin.email} finds the same after a reload`).toHaveCount(1);
  await page.getByRole("searchbox", { name: "Search" }).fill("nobody-has-this");
  await expect(page.getByRole("heading", { name: "No sign-up fits" })).toBeVisible();
  await axe(page, "no sign-ups");
  await button(page, "Show all").click();
  await expect(page).toHaveURL("/clients/admin/sign-ups");
});

test("HOM16 JOB08 sign-ups that did not reach the list are queued again, one or all", async ({
  page,
  admin,
  sayso,
  context,
}) => {
  await sayso.change("DELETE FROM sign_ups");
  const plant = async (surname: string) => {
    const id = crypto.randomUUID();
    await sayso.change(
      "INSERT INTO sign_ups (id, email, first_name, surname, company, state, error_message, created_at) VALUES (?, ?, 'Vera', ?, 'Shop', 'failed', 'The mailing list answered 401.', ?)",
      id,
      `${id.slice(0, 8)}@visitors.example`,
      surname,
      Date.now(),
    );
    return id;
  };
  const jobs = async (id: string) =>
    (await sayso.rows("SELECT 1 FROM job_queue WHERE job_type = 'subscribe' AND subject_id = ?", id)).length;
  const [alone, faster, third, fourth] = [
    await plant("Alone"),
    await plant("Faster"),
    await plant("Third"),
    await plant("Fourth"),
  ];
  for (const path of [`/api/admin/sign-ups/${alone}/retry`, "/api/admin/sign-ups/retry-all"])
    expect((await call(sayso, "POST", path, {})).status, "a stranger").toBe(401);
  expect(await jobs(alone)).toBe(0);

  const one = (surname: string) =>
    list(page, "Sign-ups")
      .getByRole("listitem")
      .filter({ hasText: `Vera ${surname}` });
  const retry = (surname: string) => one(surname).getByRole("button", { name: "Retry" });
  await page.goto("/clients/admin/sign-ups");
  await expect(retry("Alone")).toHaveAccessibleDescription("Vera Alone");
  await axe(page, "failed sign-ups");
  await page.setViewportSize(DESK);
  // The toaster comes when a page is first touched.
  await heading(page, "Sign-ups").click();
  await expect(page.locator(".toast-layer")).toBeAttached();
  await context.setOffline(true);
  await retry("Alone").click();
  await expect(toast(page, "Failed to queue the retry", "The server cannot be reached.")).toBeVisible();
  await context.setOffline(false);
  await retry("Alone").click();
  await expect(toast(page, "Retry queued")).toBeVisible();
  await expect.poll(() => jobs(alone)).toBe(1);
  expect(await jobs(third)).toBe(0);

  await sayso.change("UPDATE sign_ups SET state = 'waiting' WHERE id = ?", faster);
  await retry("Faster").click();
  await expect(
    toast(page, "Nothing to retry", "This sign-up is on its way already."),
    admin.email,
  ).toBeVisible();
  await expect(one("Faster")).toContainText("Waiting for the list");
  await expect(retry("Faster")).toBeHidden();

  await page.getByRole("combobox", { name: "State" }).selectOption("Failed");
  await expect(retry("Third")).toBeVisible();
  await sayso.change("DELETE FROM sign_ups WHERE id IN (?, ?)", alone, faster);
  await button(page, "Retry all failed").click();
  await expect(toast(page, "Bulk retry initiated", "2 sign-ups queued")).toBeVisible();
  for (const id of [third, fourth]) expect(await jobs(id)).toBe(1);
  await page.goto(`/clients/admin/audit?subject=${alone}`);
  await expect(list(page, "Changes").getByRole("listitem")).toHaveCount(1);
  await expect(list(page, "Changes")).toContainText("Retried sign-ups");
});

test("HOM16 a sign-up is deleted only when that is meant, and a copy at the mailing list is spoken of", async ({
  page,
  admin,
  sayso,
  context,
}) => {
  await sayso.change("DELETE FROM sign_ups");
  const plant = async (surname: string, state: string) => {
    const id = crypto.randomUUID();
    await sayso.change(
      "INSERT INTO sign_ups (id, email, first_name, surname, company, state, created_at) VALUES (?, ?, 'Vera', ?, 'Shop', ?, ?)",
      id,
      `${id.slice(0, 8)}@visitors.example`,
      surname,
      state,
      Date.now(),
    );
    return id;
  };
  const there = (id: string) => sayso.row("SELECT 1 AS there FROM sign_ups WHERE id = ?", id);
  const handed = await plant("Handed", "handed_on");
  const asked = await plant("Asked", "asked");
  await forgetAttempts(sayso);
  const owner = await addUser(sayso, { clientId: (await addClient(sayso)).id });
  for (const [cookie, status] of [
    [undefined, 401],
    [await signIn(sayso, owner), 403],
  ] as const) {
    const answer = await call(sayso, "DELETE", `/api/admin/sign-ups/${handed}`, cookie ? { cookie } : {});
    expect(answer.status, "who is no admin").toBe(status);
  }

  await page.goto("/clients/admin/sign-ups");
  await expect(page.getByRole("main")).toContainText("is deleted 30 days after the sign-up");
  const remove = (surname: string) =>
    list(page, "Sign-ups")
      .getByRole("listitem")
      .filter({ hasText: `Vera ${surname}` })
      .getByRole("button", { name: "Delete" });
  const question = dialog(page, "Delete?");
  await expect(remove("Handed")).toHaveAccessibleDescription("Vera Handed");
  await remove("Asked").click();
  await expect(question).toContainText("Vera Asked");
  await expect(question).not.toContainText("The mailing list has a copy.");
  await button(page, "Keep it").click();
  await expect(remove("Asked")).toBeFocused();
  await remove("Handed").click();
  await expect(question).toContainText("The mailing list has a copy. It has to be removed there.");
  await axe(page, "delete a sign-up");
  await page.setViewportSize(DESK);
  await context.setOffline(true);
  await button(page, "Delete this sign-up").click();
  await expect(toast(page, "Failed to delete the sign-up", "The server cannot be reached.")).toBeVisible();
  await context.setOffline(false);
  expect(await there(handed)).toBeDefined();
  await remove("Handed").click();
  await button(page, "Delete this sign-up").click();
  await expect(toast(page, "Sign-up deleted")).toBeVisible();
  await expect(remove("Handed")).toBeHidden();
  await expect(heading(page, "Sign-ups")).toBeFocused();
  expect(await there(handed)).toBeUndefined();

  await sayso.change("DELETE FROM sign_ups WHERE id = ?", asked);
  await remove("Asked").click();
  await button(page, "Delete this sign-up").click();
  await expect(toast(page, "Nothing to delete", "This sign-up is gone already.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "No sign-ups yet" })).toBeVisible();
  await page.goto(`/clients/admin/audit?subject=${handed}`);
  await expect(list(page, "Changes")).toContainText("Deleted a sign-up");
  await expect(list(page, "Changes")).toContainText(admin.email);
});

test("BRA06 without a secret to sign with the screen says so before a note fails, and with one it does not", async ({
  page,
  admin,
  browser,
}) => {
  const notice = (where: Page) =>
    where.getByRole("note").filter({ hasText: "AUTOMATION_SECRET is not set." });
  await page.goto("/clients/admin/automation");
  await expect(notice(page), admin.email).toContainText("Nothing is handed on");
  await axe(page, "no secret");

  const other = await startWorker({ ownOrigin: true, secrets: { AUTOMATION_SECRET: "only these tests" } });
  const context = await browser.newContext({ baseURL: other.url.origin });
  try {
    await carrySession(context, other, await addUser(other, { roles: ["admin"] }), "admin");
    const theirs = await context.newPage();
    await theirs.goto("/clients/admin/automation");
    await expect(theirs.getByRole("heading", { name: "Nothing was handed on yet" })).toBeVisible();
    await expect(notice(theirs)).toBeHidden();
  } finally {
    await context.close();
    await other.close();
  }
});

test("BRA06 the log says what each address answered, and a failed note is queued again", async ({
  page,
  admin,
  sayso,
}) => {
  await sayso.change("DELETE FROM job_queue WHERE job_type = 'forward-submission'");
  await page.goto("/clients/admin/automation");
  await expect(page.getByRole("heading", { name: "Nothing was handed on yet" })).toBeVisible();
  await expect(page.getByRole("main")).toContainText("Sayso-Signature");
  await axe(page, "no automation");
  await page.setViewportSize(DESK);

  const client = await addClient(sayso, { company_name: uniqueName("Automated") });
  const id = await failedForward(sayso, client);
  for (const [attempt, outcome, code] of [
    [1, "retry", 503],
    [2, "failed", 404],
  ] as const) {
    await sayso.change(
      `INSERT INTO job_attempts (job_id, attempt, job_type, subject_id, started_at, finished_at, outcome, reason)
       SELECT id, ?, job_type, subject_id, ?, ?, ?, ? FROM job_queue WHERE subject_id = ? AND job_type = 'forward-submission'`,
      attempt,
      Date.now(),
      Date.now(),
      outcome,
      `The automation address answered ${code}.`,
      id,
    );
  }
  await page.reload();
  const lines = list(page, "Handed on").locator("> li");
  await expect(lines).toHaveCount(1);
  for (const text of ["wpms", client.company_name, "failed", "The automation address answered 404."])
    await expect(lines).toContainText(text);
  await lines.getByText("2 attempts").click();
  await expect(lines).toContainText("The automation address answered 503.");
  await axe(page, "automation");
  await page.setViewportSize(DESK);

  const retry = lines.getByRole("button", { name: "Retry" });
  await page.context().setOffline(true);
  await retry.click();
  await expect(toast(page, "Failed to queue the retry", "The server cannot be reached.")).toBeVisible();
  await page.context().setOffline(false);
  await retry.click();
  await expect(toast(page, "Retry queued")).toBeVisible();
  // No address is set here, so it ends as it must.
  await expect(lines).toHaveCount(2);
  await expect(lines.first()).toContainText("The settings name no automation address for this webhook.", {
    timeout: 20_000,
  });
  await expect(lines.last()).toContainText("Queued again");
  await expect(retry, "the newest only").toHaveCount(1);

  await sayso.change("UPDATE job_queue SET status = 'done' WHERE subject_id = ?", id);
  await retry.click();
  await expect(
    toast(page, "Nothing to retry", "This was handed on already, or is on its way."),
  ).toBeVisible();
  await expect(retry).toBeHidden();
  await page.goto(`/clients/admin/audit?subject=${id}`);
  await expect(list(page, "Changes").getByRole("listitem")).toHaveCount(1);
  await expect(list(page, "Changes")).toContainText(admin.email);
  await page.goto("/clients/admin/automation");
  await page.getByRole("main").getByRole("link", { name: "settings" }).click();
  await expect(heading(page, "Settings")).toBeFocused();
  await expect(field(page, "automation_url_wpms")).toBeVisible();
});
